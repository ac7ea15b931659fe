"""`incognote token`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote.cli.reading import PATH_TYPE
from incognote.errors import ConfigError, hint

_FILE = click.option("--tokens", "file", required=True, type=PATH_TYPE, help="The file of tokens.")
_ROLES = ("reader", "annotator", "adjudicator", "admin")


@click.group()
def token() -> None:
    """Make, list and take back the tokens by which people and programs use `incognote serve`.

    A reader finds and replaces PHI in texts of their own, under a key of the service's run, and sees figures; an
    annotator does so under its --key, marks PHI in notes and reviews releases; an adjudicator decides, measures and
    signs; an admin makes projects, imports notes and gives notes back as they were. Each may do what those before may.
    The file holds digests: a token is shown once, when it is made.

    \b
    incognote token new --tokens site.tokens --name ann --role annotator
    incognote token list --tokens site.tokens
    incognote token remove --tokens site.tokens --name ann
    incognote serve --tokens site.tokens --data review/
    """


@token.command()
@_FILE
@click.option("--name", required=True, help="Whose it is: the name under which decisions are kept.")
@click.option("--role", required=True, type=click.Choice(_ROLES), help="What it allows.")
def new(file: Path, name: str, role: str) -> None:
    """Make a token for someone, and print it; it can't be shown again.

    \b
    incognote token new --tokens site.tokens --name ann --role annotator
    """
    from incognote.serve.people import Person, changed_tokens, digest, new_token, require_own_name, role_of

    require_own_name(name)
    made = new_token()
    with changed_tokens(file) as people:
        if any(person.name == name for person in people.values()):
            remedy = f"take it back first: incognote token remove --tokens {file} --name {name}"
            raise ConfigError(f"{file}: {name} has a token; {remedy}")
        people[digest(made)] = Person(name, role_of(role))
    click.echo(made)
    click.echo(f"this is the token of {name} ({role}); {file} doesn't hold it, so hand it over now", err=True)


@token.command("list")
@_FILE
def list_(file: Path) -> None:
    """List who has a token, and their roles.

    \b
    incognote token list --tokens site.tokens
    """
    from incognote.serve.people import read_tokens

    for person in sorted(read_tokens(file).values(), key=lambda person: person.name):
        click.echo(f"{person.name}\t{person.role.word}")


@token.command()
@_FILE
@click.option("--name", required=True, help="Whose token counts no more.")
def remove(file: Path, name: str) -> None:
    """Take a token back; a running service refuses it from then on.

    \b
    incognote token remove --tokens site.tokens --name ann
    """
    from incognote.serve.people import changed_tokens, read_tokens

    read_tokens(file)  # one that isn't there is an error, and none is made
    with changed_tokens(file) as people:
        theirs = [token for token, person in people.items() if person.name == name]
        if not theirs:
            known = hint(name, [person.name for person in people.values()])
            raise ConfigError(f"{file}: nobody there is called {name!r}; {known}")
        del people[theirs[0]]
    click.echo(f"the token of {name} counts no more", err=True)
