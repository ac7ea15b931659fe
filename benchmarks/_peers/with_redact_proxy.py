"""redact-proxy in its default mode: expressions and a list of facilities."""

from _loop import Find, run


def load() -> Find:
    from redact_proxy import PHIDetector

    detector = PHIDetector()
    return lambda text: [(one.start, one.end, one.phi_type) for one in detector.detect(text)]


if __name__ == "__main__":
    run("redact-proxy", load)
