"""Pages of the public interface of a module, in Markdown, from its symbol graphs."""

import json
import re

# The modules beside those of the library whose types its programs use first.
ALSO = ("Horizon", "HorizonProvider", "Positioning", "Quantities", "RoadMap")


def declaration(symbol):
    """The declaration as it stands in the sources, on one line, without attributes."""
    text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
    return re.sub(r"^(@\w+(\([^)]*\))? )+", "", " ".join(text.split()))


def summary(symbol):
    """The first paragraph of the doc comment, its links as code."""
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    paragraph = []
    for line in lines:
        if not line.strip():
            break
        paragraph.append(line.strip())
    text = " ".join(paragraph)
    return re.sub(r"``/?([^`]*)``", lambda link: f"`{link[1].split('/')[-1]}`", text)


def page(name, graphs):
    """The page of a module: its types, each with its members, in the order of the alphabet."""
    symbols = {}
    for graph in sorted(graphs.glob("*.symbols.json")):
        for symbol in json.loads(graph.read_text())["symbols"]:
            if "location" in symbol:
                symbols.setdefault(symbol["identifier"]["precise"], symbol)
    kinds = ("swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor")
    types, members = {}, {}
    for symbol in symbols.values():
        path = tuple(symbol["pathComponents"])
        if symbol["kind"]["identifier"] in kinds:
            types[path] = symbol
        else:
            members.setdefault(path[:-1], []).append(symbol)
    lines = [f"# {name}", "",
             "The public interface of this module. `tools/check documentation --write` writes this page from the doc",
             "comments; `tools/check documentation` builds the whole reference.", ""]
    for path in sorted(set(types) | set(members)):
        if path:
            lines += [f"## {'.'.join(path)}", ""]
        if path in types:
            lines += [f"`{declaration(types[path])}`", "", summary(types[path]), ""]
        elif not path:
            lines += ["## Functions and other names", ""]
        rows = sorted(members.get(path, []), key=lambda member: (member["pathComponents"][-1], declaration(member)))
        for member in rows:
            lines += [f"- `{declaration(member)}`: {summary(member)}"]
        if rows:
            lines += [""]
    return "\n".join(lines).rstrip() + "\n"
