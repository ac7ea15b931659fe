"""Claims of Aramaki 2006."""

from incognote.experiments.printed.tables import Basis, Claim

_SENTENCES = ("BASELINE", "BASE+SF")
_RESOURCES = ("BASELINE", "BASE+EX")
_CONSISTENCY = ("BASELINE", "BASE+LC")
_ONE_PART = ("BASELINE", "BASE+SF", "BASE+EX", "BASE+LC")

CLAIMS = (
    Claim(
        "aramaki2006.proposed-best",
        "Results",
        "In both cases, the proposed method has the highest F score.",
        (Basis("4"), Basis("5", kinds=("all",))),
    ),
    Claim(
        "aramaki2006.sentences-most",
        "Sentence Features",
        "Sentence features provide the greatest contribution",
        (Basis("4", _ONE_PART), Basis("5", _ONE_PART, ("all",))),
    ),
    Claim(
        "aramaki2006.sentences-types",
        "Sentence Features",
        "especially for ID, DATE and PATIENT",
        (Basis("5", _SENTENCES),),
    ),
    Claim(
        "aramaki2006.resources-types",
        "Extra Resources",
        "Extra resources contribute to DATE, DOCTOR, LOCATION and PATIENT.",
        (Basis("5", _RESOURCES),),
    ),
    Claim(
        "aramaki2006.consistency-two-way",
        "Label Consistency",
        "label consistency showed only a slight contribution to PHI/nonPHI classification",
        (Basis("4", _CONSISTENCY),),
    ),
    Claim(
        "aramaki2006.consistency-types",
        "Label Consistency",
        "in each PHI type classification, BASE+LC provided a greater contribution",
        (Basis("4", _CONSISTENCY), Basis("5", _CONSISTENCY, ("all",))),
    ),
    Claim(
        "aramaki2006.non-local",
        "Introduction",
        "some non-local features can be useful even in the deidentification task",
        (Basis("4"), Basis("5", kinds=("all",))),
    ),
)
