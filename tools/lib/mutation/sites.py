"""Finds what can be mutated in a Swift source.

Each site has one or more variants. Its edits put all of them into the source at once (mutant
schemata, after Untch, Offutt and Harrold 1993): which one acts is chosen when the tests run. That an
operator needs no knowledge of its operands, each site gets an operator of its own, of the precedence
of the one that it stands for.
"""

from dataclasses import dataclass

from .tokens import tokens

# What an infix operator may become; L and R are its operands.
COMPARISONS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"]}
INFIX = {
    **COMPARISONS,
    "==": ["!="], "!=": ["=="], "&&": ["L", "R"], "||": ["L", "R"], "??": ["R"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&+": ["&-"], "&-": ["&+"],
    "<<": [">>"], ">>": ["<<"], "&<<": ["&>>"], "&>>": ["&<<"],
    "&": ["|"], "|": ["&"], "^": ["|"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "<<=": [">>="],
    "..<": ["L..<(R - 1)", "L..<(R + 1)"], "...": ["L...(R - 1)", "L...(R + 1)"],
}
# Words that begin what cannot be left out, or what is more than one statement.
NO_STATEMENT = set(
    "let var func if for while switch case default guard repeat do defer import struct enum class "
    "protocol extension init deinit subscript typealias associatedtype public private fileprivate "
    "internal static mutating consuming borrowing nonisolated catch else in is as get set throw "
    "indirect final override required convenience operator infix prefix precedencegroup where "
    "nil true false super".split()
)
CONTROL = ("return", "continue", "break")


@dataclass
class Site:
    """A place in a source, with the edits that put its variants in."""

    kind: str
    start: int
    line: int
    original: str
    variants: list
    # (start, end, text); {id} is the number of the site's first mutant, {op} its own operator.
    edits: list
    path: str = ""
    line_text: str = ""
    occurrence: int = 0
    first_id: int = 0
    compiles: bool = True
    # The lines of the block around it.
    block: tuple = (0, 0)

    def key(self, variant):
        """A name that stays when lines are added elsewhere."""
        return f"{self.path}|{self.line_text}|{self.occurrence}|{self.original} → {variant}"


class Finder:
    """Looks through one source."""

    def __init__(self, source):
        self.source = source
        self.tokens = tokens(source)
        self.sites = []

    def text(self, first, last):
        return self.source[self.tokens[first].start : self.tokens[last].end]

    def is_at(self, place, *texts):
        return 0 <= place < len(self.tokens) and self.tokens[place].text in texts

    def add(self, kind, place, original, variants, edits):
        token = self.tokens[place]
        original = " ".join(original.split())
        site = Site(kind, token.start, token.line, original, variants, edits)
        if token.around >= 0:
            block = self.tokens[token.around]
            site.block = (block.line, self.tokens[block.partner].line)
        self.sites.append(site)

    def wrap(self, kind, first, last, variants, function):
        start, end = self.tokens[first].start, self.tokens[last].end
        edits = [(start, start, f"{function}({{id}}, "), (end, end, ")")]
        self.add(kind, first, self.text(first, last), variants, edits)

    def find(self):
        for place, token in enumerate(self.tokens):
            if token.kind == "operator":
                self.operator(place, token)
            elif token.kind == "number":
                self.number(place, token)
            elif token.kind == "word":
                self.word(place, token)
            self.statement(place, token)
        return sorted(self.sites, key=lambda site: site.start)

    def operator(self, place, token):
        before = self.source[token.start - 1]
        after = self.source[token.end]
        line = self.source[self.source.rfind("\n", 0, token.start) + 1 : token.start].split()
        is_type = line and line[0] in ("associatedtype", "typealias", "protocol")
        if token.text in INFIX and not is_type and not self.is_at(place - 1, "func"):
            is_range = token.text in ("...", "..<") and after not in " \n)],"
            if (before.isspace() and after.isspace()) or (is_range and before not in " [("):
                edit = (token.start, token.end, " {op} ")
                self.add("infix", place, token.text, INFIX[token.text], [edit])
        elif token.text == "!" and not after.isspace() and (before.isspace() or before in "(["):
            self.add("prefix", place, "!", [""], [(token.start, token.end, "{op}")])

    def number(self, place, token):
        near = self.source[token.start - 1], self.source[token.end]
        if near[0] in "<." or near[1] == ">" or self.is_at(place + 1, "of"):
            return
        if self.is_at(place - 1, "=") and self.is_at(place - 3, "case"):
            return
        if "." in token.text or "e" in token.text.lower().removeprefix("0x") and "x" not in token.text:
            value, function = float(token.text.replace("_", "")), "mutantFloat"
            values = variants = [repr(value + 1 if value < 1e6 else value * 2)]
        else:
            value, function = int(token.text.replace("_", ""), 0), "mutantNumber"
            # A neighbour that may not fit into the type would not compile.
            is_end = value >= 63 and value & (value + 1) == 0
            values = [str(v) for v in (value + 1, value - 1) if v >= 0 and not (is_end and v > value)]
            variants = values
        text = f"{function}({{id}}, {token.text}, {', '.join(values)})"
        self.add("number", place, token.text, variants, [(token.start, token.end, text)])

    def word(self, place, token):
        called = self.is_at(place + 1, "(")
        if token.text in ("true", "false") and self.source[token.end] != "?":
            # Whether a list keeps its memory changes no answer; benchmarks count allocations.
            if self.is_at(place - 2, "keepingCapacity"):
                return
            other = "false" if token.text == "true" else "true"
            edit = (token.start, token.end, f"mutantFlag({{id}}, {token.text})")
            self.add("flag", place, token.text, [other], [edit])
        elif token.text in ("min", "max") and called and not self.is_at(place - 1, ".", "func"):
            other = "max" if token.text == "min" else "min"
            edit = (token.start, self.tokens[place + 1].end, f"mutant{token.text.title()}({{id}}, ")
            self.add("min/max", place, token.text, [other], [edit])
        elif token.text in ("first", "last") and self.is_at(place - 1, ".") and (
            self.source[token.start - 2] in "])?" or self.tokens[place - 2].text[0].islower()
            and self.tokens[place - 2].end == token.start - 1
        ):
            self.first_or_last(place, token, called)
        elif token.text in ("if", "guard", "while") and not self.is_at(place - 1, "."):
            self.conditions(place, token)
        elif token.text == "where":
            self.where(place)

    def first_or_last(self, place, token, called):
        other = "last" if token.text == "first" else "first"
        name = f"mutant{token.text.title()}"
        end, text = token.end, f"{name}({{id}})"
        if called and self.is_at(place + 2, "where"):
            end, text = self.tokens[place + 1].end, f"{name}({{id}}, "
        elif called:
            return
        self.add("first/last", place, token.text, [other], [(token.start, end, text)])

    def conditions(self, place, token):
        first, depth_of = place + 1, token.around
        end = first
        stop = "else" if token.text == "guard" else "{"
        is_tail = token.text == "while" and self.is_at(place - 1, "}")
        while end < len(self.tokens):
            at_depth = self.tokens[end].around == depth_of
            if at_depth and self.is_at(end, stop):
                break
            if is_tail and self.tokens[end].begins_line or self.is_at(end, "}") and at_depth:
                break
            if self.is_at(end, ",") and at_depth:
                self.clause(first, end - 1, token.text)
                first = end + 1
            end += 1
        if end > first:
            self.clause(first, end - 1, token.text)

    def clause(self, first, last, keyword):
        word = self.tokens[first].text
        if word == "case" or word.startswith("#"):
            return
        if word in ("let", "var"):
            depth = self.tokens[first].around
            equals = [p for p in range(first, last) if self.is_at(p, "=")
                      and self.tokens[p].around == depth]
            if equals:
                self.wrap("binding", equals[0] + 1, last, ["nil"], "mutantOptional")
            return
        variants = ["false"] if keyword == "while" else ["true", "false"]
        self.wrap("condition", first, last, variants, f"mutantCondition{len(variants)}")

    def where(self, place):
        depth, start = self.tokens[place].around, place - 1
        while start >= 0 and not (self.tokens[start].around == depth
                                  and self.is_at(start, "for", "case", "func", "extension", "}")):
            start -= 1
        if not self.is_at(start, "for", "case"):
            return
        stop = "{" if self.is_at(start, "for") else ":"
        end = place + 1
        while not (self.tokens[end].around == depth and self.is_at(end, stop)):
            end += 1
        self.clause(place + 1, end - 1, "where")

    def block_keyword(self, brace):
        """The word that a block belongs to: `if`, `guard` and so on."""
        place, depth = brace - 1, self.tokens[brace].around
        while place >= 0 and self.tokens[place].around >= depth:
            token = self.tokens[place]
            if token.around == depth:
                if token.text in ("if", "guard", "for", "while", "else", "repeat", "defer", "do"):
                    is_guard = token.text == "else" and not self.is_at(place - 1, "}")
                    return "guard" if is_guard else token.text
                if token.text in ("func", "init", "switch", "case", "=", "}", "var", "subscript"):
                    return token.text
            place -= 1
        return ""

    def statement(self, place, token):
        if token.kind != "word" or token.text in NO_STATEMENT or token.around < 0:
            return
        if not self.is_at(token.around, "{") or token.text[0] in "@#":
            return
        before = self.tokens[place - 1]
        keyword = self.block_keyword(token.around)
        if not token.begins_line:
            if before.text != "{" or keyword not in ("if", "for", "while", "else", "defer"):
                return
        elif before.kind == "operator" or before.text in (",", "(", "return", "where", "in"):
            return
        last = place
        while not self.ends_statement(last, token.around):
            last = max(last + 1, self.tokens[last + 1].partner)
        is_assignment = any(
            token.text.endswith("=") and token.text not in ("==", "!=", "<=", ">=")
            for token in self.tokens[place : last + 1] if token.around == self.tokens[place].around)
        if token.text in CONTROL:
            if last > place or keyword == "guard":
                return
        elif not is_assignment and (
            token.text[0].isupper()
            or not any(self.is_at(p, "(", "{") for p in range(place, last + 1))
            or any(t.kind == "operator" and t.around == token.around and self.source[t.end].isspace()
                   and self.source[t.start - 1].isspace() for t in self.tokens[place:last])
            or self.is_value(place, last, keyword)
        ):
            return
        start, end = token.start, self.tokens[last].end
        edits = [(start, start, "if mutantKeeps({id}) { "), (end, end, " }")]
        self.add("statement", place, self.text(place, last), ["left out"], edits)

    def is_value(self, first, last, keyword):
        """Whether a call is all there is in a block that has a value."""
        brace = self.tokens[first].around
        if first != brace + 1 or self.tokens[brace].partner != last + 1:
            return False
        place, depth = brace - 1, self.tokens[brace].around
        if keyword == "func":
            while not self.is_at(place, "func"):
                if self.is_at(place, "->") and self.tokens[place].around == depth:
                    return True
                place -= 1
        return keyword in ("var", "subscript", "", "=")

    def ends_statement(self, place, around):
        token, after = self.tokens[place], self.tokens[place + 1]
        if after.text == "}" and after.partner == around:
            return True
        if token.kind == "operator" and self.source[token.end].isspace() or token.text in (",", "try"):
            return False
        return after.begins_line and after.text not in (".", "{", "else") and after.kind != "operator"


def find_sites(path, source):
    """The sites of a source, with the names that their mutants go by."""
    lines, seen = source.split("\n"), {}
    found = Finder(source).find()
    for site in found:
        site.path, site.line_text = path, lines[site.line - 1].strip()
        name = (site.line_text, site.kind, site.original)
        site.occurrence = seen[name] = seen.get(name, 0) + 1
    return found
