from incognote.serve.people import Person, Role, TokenFile


def test_a_token_is_made_listed_and_taken_back(call, tmp_path):
    made = call("token", "new", "--tokens", "site.tokens", "--name", "ann", "--role", "annotator")
    assert made.code == 0
    token = made.out.strip()
    assert token not in made.err
    assert TokenFile(tmp_path / "site.tokens").person(token) == Person("ann", Role.ANNOTATOR)
    call("token", "new", "--tokens", "site.tokens", "--name", "Ada B.", "--role", "admin")
    assert call("token", "list", "--tokens", "site.tokens").out == "Ada B.\tadmin\nann\tannotator\n"
    assert call("token", "remove", "--tokens", "site.tokens", "--name", "ann").code == 0
    assert TokenFile(tmp_path / "site.tokens").person(token) is None


def test_a_second_token_for_one_name_is_refused(call):
    call("token", "new", "--tokens", "t", "--name", "ann", "--role", "annotator")
    again = call("token", "new", "--tokens", "t", "--name", "ann", "--role", "admin")
    assert again.code == 2
    assert "take it back first" in again.err
    assert again.out == ""


def test_a_name_that_nobody_has_is_told(call):
    call("token", "new", "--tokens", "t", "--name", "ann", "--role", "annotator")
    gone = call("token", "remove", "--tokens", "t", "--name", "anm")
    assert gone.code == 2
    assert "did you mean 'ann'" in gone.err


def test_a_missing_file_names_the_remedy(call):
    assert "incognote token new" in call("token", "list", "--tokens", "none").err


def test_elsewhere_the_service_wants_tokens(call):
    refused = call("serve", "--host", "0.0.0.0")
    assert refused.code == 2
    assert "incognote token new" in refused.err
