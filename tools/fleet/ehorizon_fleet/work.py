"""Spreads tasks over workers with dask.distributed and shows how far they are."""
import sys

import dask
import distributed

from .program import Failed

#: A part whose worker died so often is given up: it is the part that kills it.
MOST_DEATHS = 5


class Workers:
    """The workers: some of this machine, or those of a scheduler that runs already.

    >>> with Workers(2) as workers:
    ...     for result in workers.run(function, parts, "learning"): ...
    """

    def __init__(self, count=None, scheduler=None):
        settings = {"distributed.scheduler.allowed-failures": MOST_DEATHS, "distributed.logging.distributed": "error",
                    "distributed.admin.log-format": "%(message)s"}
        dask.config.set(settings)
        self.cluster = None
        if scheduler is None:
            # Processes with one thread each: a worker only waits for the program that it started.
            self.cluster = distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1",
                silence_logs="ERROR")
        self.client = distributed.Client(self.cluster or scheduler)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()

    def run(self, function, parts, what):
        """The results of a function for each part, in the order of the parts."""
        futures = [self.client.submit(attempt, function, part, pure=False) for part in parts]
        bar = Bar(what, len(futures))
        try:
            for future in distributed.as_completed(futures):
                error = future.exception()
                if isinstance(error, distributed.KilledWorker):
                    raise Failed(f"a worker died {MOST_DEATHS + 1} times at the same part: give the workers more memory")
                if error is not None:
                    raise error
                failed = future.result()[1]
                if failed is not None:
                    raise failed
                bar.add(1)
        finally:
            bar.close()
        return [future.result()[0] for future in futures]


def attempt(function, part):
    """The result of a function, or why it failed: for dask a failed run is a result like others."""
    try:
        return function(part), None
    except Failed as error:
        return None, error


class Bar:
    """A bar on a terminal; elsewhere a line at each tenth."""

    def __init__(self, what, count):
        self.what, self.count, self.done = what, count, 0
        self.is_terminal = sys.stderr.isatty()

    def add(self, number):
        """So many more are done."""
        before, self.done = self.done, self.done + number
        if self.is_terminal:
            filled = 30 * self.done // max(self.count, 1)
            sys.stderr.write(f"\r{self.what} [{'#' * filled}{' ' * (30 - filled)}] {self.done}/{self.count}")
            sys.stderr.flush()
        elif 10 * before // max(self.count, 1) != 10 * self.done // max(self.count, 1):
            print(f"{self.what}: {self.done} of {self.count}", file=sys.stderr, flush=True)

    def close(self):
        """Leaves the line."""
        if self.is_terminal:
            sys.stderr.write("\r\033[K")
