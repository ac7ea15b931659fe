"""What a route asks of who calls it: a token (which `guard.py` has looked at already) and a role."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Request, Security
from fastapi.security import HTTPBearer

from incognote.serve.people import Person, Role
from incognote.serve.service import Service

PERSON = "person"
"""Where a request's scope has who asks."""

_ROLE = "role"
_bearer = HTTPBearer(
    auto_error=False, description="A token of `incognote token new`, or the one that `incognote serve` prints."
)


async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def asked_by(role: Role) -> Callable[..., Awaitable[Person]]:
    """The person who asks; one whose role doesn't reach is refused."""

    async def person(request: Request, _: Annotated[object, Security(_bearer)]) -> Person:
        who: Person = request.scope[PERSON]
        if who.role < role:
            raise HTTPException(403, f"this takes the role {role.word}, and your token has {who.role.word}")
        return who

    person.__dict__[_ROLE] = role
    return person


def role_asked(dependency: object) -> Role | None:
    """The role that a dependency of a route asks for, if it is one that asks."""
    return getattr(dependency, _ROLE, None)


Served: TypeAlias = Annotated[Service, Depends(_service)]
Reader: TypeAlias = Annotated[Person, Depends(asked_by(Role.READER))]
Annotator: TypeAlias = Annotated[Person, Depends(asked_by(Role.ANNOTATOR))]
Adjudicator: TypeAlias = Annotated[Person, Depends(asked_by(Role.ADJUDICATOR))]
Admin: TypeAlias = Annotated[Person, Depends(asked_by(Role.ADMIN))]
