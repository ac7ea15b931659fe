"""What finds PHI, as it was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from incognote import recipes
from incognote.errors import ConfigError
from incognote.known.patient_of import PatientOf
from incognote.known.tables import Patients, read_excluded, read_patients, read_providers
from incognote.points import ALL

if TYPE_CHECKING:
    from incognote.config import EngineConfig
    from incognote.pipeline import Detector, Pipeline


@dataclass(frozen=True)
class EngineChoice:
    """The options that say what finds PHI; they win over the configuration."""

    name: str | None = None
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    patients: Path | None = None
    providers: Path | None = None
    patient_of: str | None = None
    exclude: Path | None = None
    point: str | None = None
    thresholds: dict[str, float] = field(default_factory=dict)
    gpu: bool = False

    def switched_on(self, settings: EngineConfig) -> tuple[str, ...]:
        """The modules that are on besides the recipe's own."""
        return (*settings.also, *self.also)

    def pipeline(
        self,
        settings: EngineConfig,
        patients: Patients | None,
        without: tuple[str, ...] = (),
        records_tell: bool = False,
    ) -> Pipeline:
        """What finds PHI, by these options and the configuration; `records_tell` if notes may bring known PHI along."""
        parts = self._parts(settings, without, self._known(patients, records_tell))
        return recipes.build(self.name or settings.recipe, parts)

    def require_sound(self, settings: EngineConfig) -> None:
        """An error if something that was named doesn't exist; the engine isn't made, which takes seconds."""
        _, recipe, parts = recipes.sound(self.name or settings.recipe, self._parts(settings))
        if parts.gpu and any(detector["use"] == "cascade" for detector in recipe["detectors"]):
            from incognote.encoder.model import require_gpu

            require_gpu()
        if self.patient_of:
            PatientOf.parse(self.patient_of)
        for file, read in (
            (self.patients, read_patients),
            (self.providers, read_providers),
            (self.exclude, read_excluded),
        ):
            if file:
                read(file)

    def _parts(
        self, settings: EngineConfig, without: tuple[str, ...] = (), known: tuple[Detector, ...] = ()
    ) -> recipes.Parts:
        return recipes.Parts(
            self.switched_on(settings),
            (*settings.without, *self.without, *without),
            {kind: Path(file) for kind, file in settings.lists.items()},
            tuple(settings.scrubbers),
            known,
            self._point(settings.point),
            self.thresholds if ALL in self.thresholds else {**settings.thresholds, **self.thresholds},
            gpu=self.gpu or settings.gpu,
        )

    def named(self, settings: EngineConfig) -> tuple[str, str | None]:
        """The engine's name, or that of its file, and its operating point, if it has any."""
        name, point = recipes.parted(self.name or settings.recipe)
        first = next(iter(recipes.load(name).get("points", {})), None)
        return Path(name).name, point or self._point(settings.point) or first

    def _point(self, configured: str) -> str | None:
        """The operating point, unless the engine's name has one."""
        in_name = recipes.parted(self.name or "")[1]
        if in_name and self.point not in (None, in_name):
            raise ConfigError(f"--engine {self.name} and --point {self.point} name two operating points; give one")
        return None if in_name else self.point or configured or None

    def _known(self, patients: Patients | None, records_tell: bool) -> tuple[Detector, ...]:
        if patients is None and not self.providers and not records_tell:
            return ()
        from incognote import lexicons
        from incognote.detect.known import KnownPhi

        providers = read_providers(self.providers) if self.providers else []
        words = lexicons.load("common-words").words | lexicons.load("medical-words").words
        return (KnownPhi(patients or {}, providers, words.__contains__),)
