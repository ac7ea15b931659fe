"""The encoder as a PyTorch module, for training and for GPUs: BERT's layers, and embeddings for marks and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from incognote.encoder.pieces import MARKS, PLACES

_EPSILON = 1e-12
_DEVIATION = 0.02
Arrays = Mapping[str, npt.NDArray[np.generic]]


class Layer(nn.Module):
    """Attention and two dense layers, each with a residual and a norm."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=_EPSILON)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.out = nn.LayerNorm(width, eps=_EPSILON)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        rows, length, width = x.shape
        parts = self.qkv(x).view(rows, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        drop = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(parts[0], parts[1], parts[2], attn_mask=mask, dropout_p=drop)
        mixed = self.mix(seen.transpose(1, 2).reshape(rows, length, width))
        x = self.norm(x + F.dropout(mixed, drop, self.training))
        dense = self.down(F.gelu(self.up(x)))
        out: Tensor = self.out(x + F.dropout(dense, drop, self.training))
        return out


class Network(nn.Module):
    """Pieces, marks and places of windows to scores of labels."""

    def __init__(
        self, labels: int, pieces: int, layers: int = 6, width: int = 384, heads: int = 12, dropout: float = 0.1
    ) -> None:
        super().__init__()
        self.pieces = nn.Embedding(pieces, width)
        self.positions = nn.Embedding(512, width)
        self.marks = nn.Embedding(MARKS, width)
        self.places = nn.Embedding(PLACES, width)
        self.norm = nn.LayerNorm(width, eps=_EPSILON)
        self.layers = nn.ModuleList(Layer(width, heads, 4 * width, dropout) for _ in range(layers))
        self.head = nn.Linear(width, labels)
        self.dropout = dropout
        for added in (self.marks, self.places):
            nn.init.normal_(added.weight, 0, _DEVIATION)

    def forward(self, ids: Tensor, marks: Tensor, places: Tensor, mask: Tensor) -> Tensor:
        x = self.states(ids, marks, places, mask)
        scores: Tensor = self.head(F.dropout(x, self.dropout, self.training))
        return scores

    def states(self, ids: Tensor, marks: Tensor, places: Tensor, mask: Tensor) -> Tensor:
        """What the last layer sees."""
        x = self.pieces(ids) + self.positions.weight[: ids.shape[1]] + self.marks(marks) + self.places(places)
        x = F.dropout(self.norm(x), self.dropout, self.training)
        seen = mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, seen)
        return x


def from_bert(arrays: Arrays, labels: int, kept: Sequence[int], dropout: float = 0.1) -> Network:
    """A network with the weights of a BERT model; `kept` are the layers that it keeps."""
    width = arrays["embeddings.word_embeddings.weight"].shape[1]
    network = Network(labels, len(arrays["embeddings.word_embeddings.weight"]), len(kept), width, dropout=dropout)

    def tensor(name: str) -> Tensor:
        return torch.tensor(np.asarray(arrays[name], dtype=np.float32))

    state = network.state_dict()
    state["pieces.weight"] = tensor("embeddings.word_embeddings.weight")
    state["positions.weight"] = (
        tensor("embeddings.position_embeddings.weight") + tensor("embeddings.token_type_embeddings.weight")[:1]
    )
    for part in ("weight", "bias"):
        state[f"norm.{part}"] = tensor(f"embeddings.LayerNorm.{part}")
        for number, layer in enumerate(kept):
            old, new = f"encoder.layer.{layer}.", f"layers.{number}."
            asked = [tensor(f"{old}attention.self.{name}.{part}") for name in ("query", "key", "value")]
            state[f"{new}qkv.{part}"] = torch.cat(asked)
            for ours, theirs in _THEIRS.items():
                state[f"{new}{ours}.{part}"] = tensor(f"{old}{theirs}.{part}")
    network.load_state_dict(state)
    return network


_THEIRS = {
    "mix": "attention.output.dense",
    "norm": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "out": "output.LayerNorm",
}
