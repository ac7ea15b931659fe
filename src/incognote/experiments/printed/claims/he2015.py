"""Claims of He 2015."""

from incognote.experiments.printed.tables import Basis, Claim

CLAIMS = (
    Claim(
        "he2015.hipaa-over-i2b2",
        "3.2",
        "the evaluation results of the HIPAA PHI categories are better than the results of the i2b2 PHI categories",
        (Basis("3"),),
    ),
    Claim(
        "he2015.token-over-entity",
        "3.2",
        "the token level outcomes exceed the corresponding entity level outcomes",
        (Basis("3"),),
    ),
    Claim(
        "he2015.relaxed-over-strict",
        "3.1",
        'the "relaxed" metric loosens the position constraint',  # so it can't be lower
        (Basis("3", kinds=("i2b2 strict", "i2b2 relaxed", "HIPAA strict", "HIPAA relaxed")),),
    ),
    Claim(
        "he2015.profession-lowest",
        "3.2",
        "PROFESSION had a quite low F-measure of 0.5929",
        (Basis("4", kinds=("NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID")),),
    ),
    Claim(
        "he2015.five-above-90",
        "3.2",
        "NAME, DATE, AGE, CONTACT, and IDs received high F-measures of above 0.9",
        (Basis("4", kinds=("NAME", "DATE", "AGE", "CONTACT", "ID")),),
    ),
    Claim(
        "he2015.few-instances",
        "3.2",
        "it also causes the low F-measures of some sub-categories such as",
        (Basis("4", kinds=("PROFESSION", "ORGANIZATION", "COUNTRY", "LOCATION-OTHER", "FAX", "EMAIL", "DEVICE")),),
    ),
    Claim(
        "he2015.preprocessing-raises-all",
        "3.3",
        "All of the F-measures of the comparison system were lower than WI-deId",
        (Basis("5"),),
    ),
    Claim(
        "he2015.preprocessing-age",
        "3.3",
        "particularly AGE, whose F-measure decreased more than 20 percent",
        (Basis("5"),),
    ),
    Claim(
        "he2015.orthographic",
        "3.3",
        "The major contribution of orthographic features lies in the performance of LOCATION, CONTACT, and IDs",
    ),
    Claim(
        "he2015.dictionaries",
        "3.3",
        "Dictionary features focuses the contribution to the system result on LOCATION",
    ),
    Claim(
        "he2015.missing-most",
        "3.4",
        "Missing errors constitute the highest proportion, 64.42%",
        (Basis("6"),),
    ),
    Claim(
        "he2015.recall-below-precision",
        "3.4",
        "causing the recall of the WI-deId system to be relatively lower than the precision",
        (Basis("3"), Basis("4")),
    ),
    Claim(
        "he2015.patients-and-doctors",
        "3.4",
        "The maximum number of type errors was produced by PATIENT and DOCTOR.",
        (Basis("7"),),
    ),
    Claim(
        "he2015.missing-half",
        "3.4",
        "PROFESSION, ORGANIZATION, LOCATION-OTHER, FAX, EMAIL and DEVICE have a missing percentage [...] of above 50%",
        (Basis("7"), Basis("7-shares")),
    ),
    Claim(
        "he2015.spurious-few",
        "3.4",
        "the proportions of spurious errors generated in the PHI categories are much lower",
        (Basis("6"), Basis("7-shares")),
    ),
    Claim(
        "he2015.spurious-profession",
        "3.4",
        "The highest occurrence rate of spurious errors, up to 9.6%, appears on PROFESSION.",
        (Basis("7-shares"),),
    ),
    Claim(
        "he2015.extent-dates",
        "3.4",
        "Almost one-third of the extent errors occurred on DATE, with 42 short errors and 20 long errors.",
        (Basis("8"),),
    ),
    Claim(
        "he2015.short-most",
        "3.4",
        '"S&L" errors occurred the least, only 10 times, but "Short" errors accounted for more than half',
        (Basis("8"),),
    ),
)
