"""Repeats OpenStreetMap files until the output is so large: real data in any amount.

    enlarge.py MEGABYTES OUTPUT INPUT...

The first file comes first with its own ids and places; each further copy of each file has other ids and
lies ten degrees further east than the one before it. Objects come out sorted, nodes first.
"""
import os
import sys

import osmium

# No id of OpenStreetMap is as large yet.
ID_STEP = 20_000_000_000
DEGREES_EAST = 10


def copies(megabytes, inputs):
    """Pairs of a file and the number of its copy, as many as it takes."""
    size = 0
    number = 0
    while True:
        for path in inputs:
            if size >= megabytes * 1e6:
                return
            yield path, number, number * len(inputs) + inputs.index(path)
            size += os.path.getsize(path)
        number += 1


def shifted_nodes(path, copy, id_shift):
    """The nodes of a copy."""
    for node in osmium.FileProcessor(path, osmium.osm.NODE):
        if not node.location.valid():
            continue
        place = osmium.osm.Location(node.location.lon + copy * DEGREES_EAST, node.location.lat)
        yield node.replace(id=node.id + id_shift, location=place)


def shifted_ways(path, id_shift):
    """The ways of a copy."""
    for way in osmium.FileProcessor(path, osmium.osm.WAY):
        yield way.replace(id=way.id + id_shift, nodes=[node.ref + id_shift for node in way.nodes])


def shifted_relations(path, id_shift):
    """The relations of a copy."""
    for relation in osmium.FileProcessor(path, osmium.osm.RELATION):
        members = [(member.type, member.ref + id_shift, member.role) for member in relation.members]
        yield relation.replace(id=relation.id + id_shift, members=members)


def main():
    megabytes, output, inputs = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
    pieces = list(copies(megabytes, inputs))
    with osmium.SimpleWriter(output, overwrite=True) as writer:
        for path, copy, rank in pieces:
            for node in shifted_nodes(path, copy, rank * ID_STEP):
                writer.add_node(node)
        for path, _, rank in pieces:
            for way in shifted_ways(path, rank * ID_STEP):
                writer.add_way(way)
        for path, _, rank in pieces:
            for relation in shifted_relations(path, rank * ID_STEP):
                writer.add_relation(relation)


if __name__ == "__main__":
    main()
