"""scrubadub with the detectors that it loads by itself for en_US."""

from _loop import Find, run


def load() -> Find:
    import scrubadub

    scrubber = scrubadub.Scrubber(locale="en_US")
    return lambda text: [(one.beg, one.end, one.type) for one in scrubber.iter_filth(text)]


if __name__ == "__main__":
    run("scrubadub", load)
