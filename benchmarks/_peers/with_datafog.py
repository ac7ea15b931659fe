"""DataFog with the engine that its plain installation has: expressions."""

from _loop import Find, run


def load() -> Find:
    from datafog.engine import scan

    return lambda text: [(one.start, one.end, one.type) for one in scan(text, engine="regex").entities]


if __name__ == "__main__":
    run("datafog", load)
