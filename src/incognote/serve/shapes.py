"""What many requests and answers have in common."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from incognote.report.plots import Plot
from incognote.report.tables import Table


class Shape(BaseModel):
    """What is sent: fields that aren't known are an error, so that a mistyped one isn't passed over."""

    model_config = ConfigDict(extra="forbid")


def example(**fields: Any) -> ConfigDict:
    """An example of a request, for its shape's `model_config`."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class ErrorShape(BaseModel):
    """Why there is no answer, and what to do. It never quotes what was sent."""

    error: str


_OP_HELP = "A name of your own, such as a UUID: what is sent again counts once."
Op = Annotated[str | None, Field(max_length=64, pattern=r"^[A-Za-z0-9-]+$", description=_OP_HELP)]


def holding(kind: str) -> dict[int | str, dict[str, Any]]:
    """What the documents of a route say of an answer that is a file of some kind."""
    return {200: {"description": "The file.", "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}}


class TableShape(BaseModel):
    """A table, each cell as it is to be shown."""

    key: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str


class PlotShape(BaseModel):
    """A plot as SVG."""

    title: str
    svg: str


def table_shape(table: Table) -> TableShape:
    rows = [[column.show(value) for column, value in zip(table.columns, row, strict=True)] for row in table.rows]
    return TableShape(
        key=table.key, title=table.title, columns=[one.name for one in table.columns], rows=rows, note=table.note
    )


def plot_shape(plot: Plot) -> PlotShape:
    return PlotShape(title=plot.title, svg=plot.file())


def values(shape: BaseModel) -> dict[str, Any]:
    return shape.model_dump()
