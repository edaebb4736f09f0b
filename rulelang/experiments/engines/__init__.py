"""Who plays the games of an experiment: this process, several on this machine, or a cluster. The games are the same."""

from __future__ import annotations

from rulelang.errors import UsageError
from rulelang.experiments.engines.local import Here, Processes
from rulelang.experiments.engines.work import Engine

LOCAL = "local"


def engine_for(engine: str = LOCAL, jobs: int = 1) -> Engine:
    """Whoever plays: `local` in so many processes, `dask` on a cluster of its own, or one at an address."""
    if engine == LOCAL:
        return Here() if jobs <= 1 else Processes(jobs)
    from rulelang.experiments.engines.cluster import Cluster, is_cluster

    if not is_cluster(engine):
        raise UsageError(f"`{engine}` is no engine: there are {LOCAL}, dask, and addresses such as tcp://host:8786")
    return Cluster(engine, jobs)
