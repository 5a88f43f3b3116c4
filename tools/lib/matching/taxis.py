"""The taxis of Porto: which trips are whose, and the folds in which a taxi is left out."""
import glob
import os

from . import drives

FOLDS = 5


def taxi(trip):
    """The taxi of a trip of 2013, by the name of its file or of its route."""
    return os.path.basename(trip).split("-")[1]


def files():
    """The trips of 2013, of every second taxi."""
    return sorted(glob.glob(os.path.join(drives.DATA, "taxis-2013", "porto1k-*.csv")))


def folds(trips):
    """The fold of each taxi: every fifth one, in the order of their numbers."""
    return {name: number % FOLDS for number, name in enumerate(sorted({taxi(trip) for trip in trips}))}
