"""Drives of many cars to observations, and the map of a continent, on one machine or on many.

Each part is one run of `ehorizon`, and its result is a file. A file that exists is finished, so a run that was ended goes
on where it was. dask.distributed spreads the parts: https://distributed.dask.org.
"""
