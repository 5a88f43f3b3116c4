"""Validates JSON documents by a JSON Schema (draft 2020-12), and expects that damaged ones are rejected.

    schema-check.py SCHEMA DOCUMENTS [--lines] [--damage N]

DOCUMENTS is a file with one document, or with --lines one a line. N documents, spread over the file, are damaged
in each place: a text for a number, a member of another name, a missing member. Prints the number of documents and
of rejected damages.
"""

import argparse
import copy
import json
import sys

from jsonschema import Draft202012Validator


def places(value, path=()):
    """Each place of a document, the innermost last."""
    yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def changed(document, path, change):
    """A copy of a document with a changed place."""
    result = [copy.deepcopy(document)]
    parent, key = result, 0
    for name in path:
        parent, key = parent[key], name
    parent[key] = change(parent[key])
    return result[0]


def shape(path):
    """The place without numbers of lists: all elements are alike."""
    return tuple("[]" if isinstance(name, int) else name for name in path)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Damage:
    """Damages a document in each place, once for places alike."""

    def __init__(self, validator):
        self.validator = validator
        self.seen = set()
        self.rejected = 0
        self.problems = []

    def expect_rejection(self, document, path, what):
        if self.validator.is_valid(document):
            self.problems.append(f"{'.'.join(map(str, path)) or 'the document'}: {what} is accepted")
        else:
            self.rejected += 1

    def run(self, document):
        for path, value in places(document):
            kind = (shape(path), type(value).__name__, frozenset(value) if isinstance(value, dict) else None)
            if kind in self.seen:
                continue
            self.seen.add(kind)
            if is_number(value):
                self.expect_rejection(changed(document, path, str), path, "a text for a number")
            if not isinstance(value, dict):
                continue
            other = changed(document, path, lambda o: {**o, "anotherMember": [["x"]]})
            self.expect_rejection(other, path, "another member")
            if value:
                self.without_members(document, path, value)

    def without_members(self, document, path, value):
        """Of an object that is no map, some member is needed."""
        more = dict.fromkeys(("curvature", "position"), next(iter(value.values())))
        if path and self.validator.is_valid(changed(document, path, lambda o: {**o, **more})):
            return
        missing = 0
        for key in value:
            rest = changed(document, path, lambda o, key=key: {k: v for k, v in o.items() if k != key})
            missing += not self.validator.is_valid(rest)
        self.rejected += missing
        if not missing and shape(path)[-1:] not in MAPS:
            self.problems.append(f"{'.'.join(map(str, path)) or 'the document'}: no member is needed")


# Objects that have members for a free choice of names.
MAPS = {("profiles",), ("unknown",), ("frames",), ("read",), ("rejected",), ("columns",)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("schema")
    parser.add_argument("documents")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--damage", type=int, default=2)
    options = parser.parse_args()
    with open(options.schema, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    with open(options.documents, encoding="utf-8") as file:
        texts = [line for line in file if line.strip()] if options.lines else [file.read()]
    for number, text in enumerate(texts, 1):
        document = json.loads(text)
        for error in validator.iter_errors(document):
            while error.context:
                error = max(error.context, key=lambda inner: len(inner.absolute_path))
            sys.exit(f"{options.documents}: document {number}: {error.json_path}: {error.message[:300]}")
    damage = Damage(validator)
    step = max(1, len(texts) // max(1, options.damage))
    for text in texts[::step][: options.damage]:
        damage.run(json.loads(text))
    if damage.problems:
        sys.exit("\n".join(damage.problems[:20]))
    print(f"{len(texts)} documents, {damage.rejected} damaged ones rejected")


main()
