import json

NOTE = "seen by BORIS on 3/4 at home\n"


def test_a_line_a_span_without_text(call, tmp_path):
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "a.txt").write_text(NOTE)
    done = call("detect", "n")
    assert done.code == 0
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"id": "a", "start": 8, "end": 13, "label": "DOCTOR", "score": 0.9, "source": "test:capitals"},
        {"id": "a", "start": 17, "end": 20, "label": "DATE", "score": 0.8, "source": "test:date"},
    ]
    assert "BORIS" not in done.out + done.err


def test_all_suspicions(call, tmp_path):
    (tmp_path / "a.txt").write_text(NOTE)
    done = call("detect", "a.txt", "--all")
    assert [json.loads(line)["label"] for line in done.out.splitlines()] == ["DOCTOR", "HOSPITAL", "DATE"]


def test_modules_and_lists_reach_the_engine(call, tmp_path):
    (tmp_path / "a.txt").write_text(NOTE)
    (tmp_path / "c.toml").write_text(
        '[engine]\nalso = ["all-ages"]\nwithout = ["urls"]\nscrubbers = ["x"]\nlists = { wards = "w.txt" }\n'
    )
    call("detect", "a.txt", "--config", "c.toml", "--without", "years", "--without", "dates", "--also", "nationalities")
    parts = call.build.parts
    assert parts.also == ("all-ages", "nationalities")
    assert parts.without == ("urls", "years", "dates")
    assert (parts.scrubbers, str(parts.lists["wards"])) == (("x",), "w.txt")


def test_a_detector_that_fails(call, tmp_path):
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "a.txt").write_text("FAULT")
    (tmp_path / "n" / "b.txt").write_text(NOTE)
    stopped = call("detect", "n")
    assert stopped.code == 1
    assert "note 'a': FindsCapitals failed (ValueError)" in stopped.err
    assert "FAULT" not in stopped.err
    went_on = call("detect", "n", "--keep-going")
    assert went_on.code == 4
    assert len(went_on.out.splitlines()) == 2


def test_an_operating_point_is_the_engine_s_the_option_s_or_the_configured_one(call, tmp_path):
    (tmp_path / "a.txt").write_text(NOTE)
    (tmp_path / "c.toml").write_text('[engine]\npoint = "strict"\n')
    for options, point in (((), "strict"), (("--point", "safe"), "safe"), (("--engine", "incognote@balanced"), None)):
        assert call("detect", "a.txt", "--config", "c.toml", *options).code == 0
        assert call.build.parts.point == point
    refused = call("detect", "a.txt", "--engine", "incognote@balanced", "--point", "safe")
    assert refused.code == 2
    assert "two operating points; give one" in refused.err


def test_a_threshold_for_all_leaves_none_of_the_configuration(call, tmp_path):
    (tmp_path / "a.txt").write_text(NOTE)
    (tmp_path / "c.toml").write_text("[engine]\nthresholds = { PATIENT = 0.6 }\n")
    for options, thresholds in (
        (("--threshold", "DATE=0.1"), {"PATIENT": 0.6, "DATE": 0.1}),
        (("--threshold", "0.01"), {"all": 0.01}),
    ):
        call("detect", "a.txt", "--config", "c.toml", *options)
        assert call.build.parts.thresholds == thresholds
