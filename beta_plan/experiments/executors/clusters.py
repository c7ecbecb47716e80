"""Where the workers of dask are: on this machine, behind a scheduler that runs already, or in jobs of Slurm."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from beta_plan.config import duration_text, memory_text, parse_duration, parse_memory
from beta_plan.errors import ClusterLost, NotInstalled

if TYPE_CHECKING:
    from dask_jobqueue import SLURMCluster
    from distributed import Client

LOOPBACK = "127.0.0.1"
SECONDS_TO_CONNECT = 10
SECONDS_OF_A_SLURM_JOB = 24 * 3600
MEMORY_OF_A_WORKER = 1 << 30
"""Bytes beside those of the job at hand: the worker itself, and what a command may take beyond its limit."""

SLURM_OPTIONS = ("partition", "account", "cores", "memory", "walltime", "jobs", "interface")


@contextmanager
def on_this_machine(workers: int) -> Iterator[Client]:
    """Start workers here, processes with one thread each, which end with this process; only this machine sees them."""
    distributed = require("distributed")
    with _settings(), ExitStack() as stack:
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, host=LOOPBACK, memory_limit=0,
            dashboard_address=None, scheduler_kwargs={"dashboard_address": f"{LOOPBACK}:0"},
            silence_logs=logging.CRITICAL,
        )  # fmt: skip
        stack.enter_context(cluster)
        yield stack.enter_context(_client(cluster))


@contextmanager
def behind(address: str) -> Iterator[Client]:
    """Connect to a scheduler that runs already; raise ClusterLost where none answers."""
    require("distributed")
    with _settings():
        try:
            client = _client(address)
        except (OSError, TimeoutError, ValueError) as error:
            why = str(error).splitlines()[0] if isinstance(error, ValueError) else "no scheduler answers"
            raise ClusterLost(f"{address}: {why} (start one with: dask scheduler)") from None
        with client:
            yield client


@contextmanager
def in_slurm(options: Mapping[str, str], memory: int) -> Iterator[Client]:
    """Keep so many jobs of Slurm running as the options say; ``memory`` is what a job of ours may take."""
    with _settings(), slurm_cluster(options, memory) as cluster:
        jobs = _number(options, "jobs", 1)
        cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
        with _client(cluster) as client:
            yield client


def slurm_cluster(options: Mapping[str, str], memory: int) -> SLURMCluster:
    """Return a cluster that has submitted nothing yet; other options than ours are those of sbatch.

    Each job of Slurm has a worker with one thread for each of its cores.
    """
    jobqueue, interface = require("dask_jobqueue"), options.get("interface")
    host = require("distributed.utils").get_ip_interface(interface) if interface else ""
    cores = _number(options, "cores", 1)
    walltime = _slurm_time(options.get("walltime") or duration_text(SECONDS_OF_A_SLURM_JOB))
    total = parse_memory(options["memory"]) if "memory" in options else cores * (memory + MEMORY_OF_A_WORKER)
    return jobqueue.SLURMCluster(
        queue=options.get("partition"), account=options.get("account"), interface=interface,
        cores=cores, processes=cores, memory=f"{total}B", job_mem=memory_text(total), walltime=walltime,
        job_name="beta-plan", scheduler_options={"dashboard_address": f"{host}:0", "dashboard": False},
        job_extra_directives=[f"--{key}={value}" for key, value in options.items() if key not in SLURM_OPTIONS],
        silence_logs=logging.CRITICAL,
    )  # fmt: skip


def parse_slurm(text: str) -> Mapping[str, str]:
    """Return the options of ``partition=short,cores=8``; anything else raises ValueError.

    >>> parse_slurm("partition=short,cores=8")
    {'partition': 'short', 'cores': '8'}
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        key, _, value = part.strip().partition("=")
        if not re.fullmatch(r"[a-z][a-z-]*", key) or not re.fullmatch(r"[\w.:/@%+-]+", value):
            raise ValueError(f"{part!r} is no KEY=VALUE such as partition=short or walltime=4h")
        found[key] = value
    _number(found, "cores", 1)
    _number(found, "jobs", 1)
    _slurm_time(found.get("walltime", "1h"))
    parse_memory(found.get("memory", "1G"))
    return found


def _number(options: Mapping[str, str], key: str, default: int) -> int:
    text = options.get(key, str(default))
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise ValueError(f"{key}={text}: a number from 1 on is needed")
    return int(text)


def _slurm_time(text: str) -> str:
    """Return a time as Slurm writes it, from ``4h`` or from Slurm's own way."""
    if re.fullmatch(r"(\d+-)?\d+(:\d+){1,2}", text):
        return text
    seconds = parse_duration(text)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def require(name: str) -> ModuleType:
    """Return a library of the extra ``cluster``; raise NotInstalled where it is not installed."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise NotInstalled(f"needs {name}, which is not installed", extra="cluster", place="dask") from None


def _client(place: Any) -> Client:
    client: Client = require("distributed").Client(place, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    return client


@contextmanager
def _settings() -> Iterator[None]:
    """Let a job that has lost its worker come back to us at once, and let nobody else write to stderr."""
    import dask

    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in ("distributed", "dask_jobqueue")]
    levels = {name: logging.getLogger(name).level for name in names}  # dask gives many a level of its own
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
