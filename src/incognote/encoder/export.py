"""The encoder as an ONNX graph that multiplies whole numbers of eight bits.

A weight matrix has a scale a column, the table of pieces a scale a row. What comes in is brought to eight bits by the
range that it has in one run, so a run holds one window and no more: then the scores of a window don't depend on what
else is to be labelled.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, external_data_helper, helper, numpy_helper

from incognote.encoder import manifest
from incognote.encoder.model import GRAPH, HEAD, HEAD_BIAS, HEAD_WEIGHT, PIECES, STATES, TOLD, WEIGHTS

_OPSET, _VERSION = 17, 10  # of ONNX and of its files
_MICROSOFT = "com.microsoft"
_EPSILON = 1e-12
_SMALL = 512  # bytes of a tensor that stays in the graph: sizes and bounds
_HIGHEST = 63  # of a weight: some CPUs add pairs of products in 16 bits, and larger weights would overflow there
_HIGHEST_OF_PIECES = 31  # rows of a table only have to be told apart
Arrays = Mapping[str, npt.NDArray[np.float32]]


def export(folder: Path, pieces: Sequence[str], weights: Arrays, heads: int, made_of: Mapping[str, Any]) -> None:
    """Write a model that `encoder/model.py` loads: its graph, its weights, its last layer, and its pieces."""
    model = _Graph(weights, heads).model()
    np.savez_compressed(folder / WEIGHTS, **_taken_out(model))  # type: ignore[arg-type]
    np.savez_compressed(folder / HEAD, weight=weights["head.weight"], bias=weights["head.bias"])
    (folder / GRAPH).write_bytes(model.SerializeToString(deterministic=True))
    (folder / PIECES).write_bytes(gzip.compress("\n".join(pieces).encode(), mtime=0))
    manifest.write(folder, made_of)


def _taken_out(model: onnx.ModelProto) -> dict[str, npt.NDArray[np.generic]]:
    """The large tensors of a graph, which only names them from now on."""
    taken = {}
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) > _SMALL:
            taken[tensor.name] = numpy_helper.to_array(tensor)
            external_data_helper.set_external_data(tensor, location=WEIGHTS)
            tensor.ClearField("raw_data")
    return taken


def whole_numbers(matrix: npt.NDArray[np.float32], axis: int) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """A matrix as whole numbers of eight bits, and the scales of its rows (1) or columns (0)."""
    highest = _HIGHEST_OF_PIECES if axis else _HIGHEST
    scales = np.maximum(np.abs(matrix).max(axis=axis), 1e-9) / highest
    numbers = np.round(matrix / np.expand_dims(scales, axis)).astype(np.int8)
    return numbers, scales.astype(np.float32)


class _Graph:
    """Adds nodes one after another; each adder gives the name of what its node puts out."""

    def __init__(self, weights: Arrays, heads: int) -> None:
        self._weights, self._heads = weights, heads
        self._nodes: list[onnx.NodeProto] = []
        self._tensors: dict[str, onnx.TensorProto] = {}

    def model(self) -> onnx.ModelProto:
        x = self._embedded()
        layers = 1 + max(int(name.split(".")[1]) for name in self._weights if name.startswith("layers."))
        for number in range(layers):
            x = self._layer(x, f"layers.{number}.")
        self._nodes.append(helper.make_node("Identity", [x], [STATES]))
        turned = self._add("Transpose", [HEAD_WEIGHT], perm=[1, 0])
        scores = self._add("Add", [self._add("MatMul", [STATES, turned]), HEAD_BIAS])
        self._nodes.append(helper.make_node("Softmax", [scores], [TOLD], axis=-1))
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT32, ["windows", "pieces"])
            for name in ("ids", "marks", "places", "mask")
        ]
        width = len(self._weights["norm.bias"])
        shapes: dict[str, list[str | int | None]] = {HEAD_WEIGHT: ["labels", width], HEAD_BIAS: ["labels"]}
        inputs += [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
        sizes: dict[str, str | int] = {STATES: width, TOLD: "labels"}
        outputs = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["windows", "pieces", size])
            for name, size in sizes.items()
        ]
        graph = helper.make_graph(self._nodes, "encoder", inputs, outputs, list(self._tensors.values()))
        sets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=_VERSION)

    def _embedded(self) -> str:
        numbers, scales = whole_numbers(self._weights["pieces.weight"], axis=1)
        rows = self._add("Cast", [self._add("Gather", [self._tensor("pieces", numbers), "ids"])], to=TensorProto.FLOAT)
        scaled = self._add("Gather", [self._tensor("piece_scales", scales[:, None]), "ids"])
        x = self._add("Mul", [rows, scaled])
        for name in ("marks", "places"):
            x = self._add("Add", [x, self._add("Gather", [self._given(f"{name}.weight"), name])])
        length = self._add("Gather", [self._add("Shape", ["ids"]), self._tensor("second", np.array([1]))])
        bounds = self._tensor("zero", np.array([0])), length, self._tensor("axis", np.array([0]))
        positions = self._add("Slice", [self._given("positions.weight"), *bounds])
        return self._norm(self._add("Add", [x, positions]), "norm")

    def _layer(self, x: str, name: str) -> str:
        width = self._weights["norm.bias"].shape[0]
        asked = self._dense(x, f"{name}qkv")
        sizes = self._tensor("thirds", np.array([width] * 3))
        parts = [f"{name}{part}" for part in "qkv"]
        self._nodes.append(helper.make_node("Split", [asked, sizes], parts, axis=-1))
        seen = self._add("MultiHeadAttention", [*parts, "", "mask"], of=_MICROSOFT, num_heads=self._heads)
        x = self._norm(self._add("Add", [x, self._dense(seen, f"{name}mix")]), f"{name}norm")
        raised = self._add("Gelu", [self._dense(x, f"{name}up")], of=_MICROSOFT)
        return self._norm(self._add("Add", [x, self._dense(raised, f"{name}down")]), f"{name}out")

    def _dense(self, x: str, name: str) -> str:
        numbers, scales = whole_numbers(np.ascontiguousarray(self._weights[f"{name}.weight"].T), axis=0)
        matrix, scale = self._tensor(f"{name}.weight", numbers), self._tensor(f"{name}.scale", scales)
        zeros = self._tensor(f"zeros.{len(scales)}", np.zeros(len(scales), dtype=np.int8))
        bias = self._given(f"{name}.bias")
        return self._add("DynamicQuantizeMatMul", [x, matrix, scale, zeros, bias], of=_MICROSOFT)

    def _norm(self, x: str, name: str) -> str:
        given = [self._given(f"{name}.{part}") for part in ("weight", "bias")]
        return self._add("LayerNormalization", [x, *given], axis=-1, epsilon=_EPSILON)

    def _add(self, kind: str, inputs: list[str], of: str = "", **settings: Any) -> str:
        output = f"{kind}.{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], domain=of, **settings))
        return output

    def _given(self, name: str) -> str:
        return self._tensor(name, self._weights[name].astype(np.float32))

    def _tensor(self, name: str, values: npt.NDArray[np.generic]) -> str:
        if name not in self._tensors:
            self._tensors[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name
