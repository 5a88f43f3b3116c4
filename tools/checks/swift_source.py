"""Reads Swift sources far enough to name their types, stored properties and what changes a value.

It is a reader of tokens with matched brackets, for code that the compiler has accepted; it knows
nothing of names in other modules.
"""

import dataclasses
import pathlib
import re

TOKEN = re.compile(
    r"""(?P<newline>\n)|(?P<space>[ \t\r]+)|(?P<comment>//[^\n]*)|(?P<word>`?[A-Za-z_$][\w$]*`?)
    |(?P<number>\d[\w.]*)|(?P<directive>\#(?:if|elseif|else|endif)\b[^\n]*)|(?P<arrow>->)|(?P<other>.)""",
    re.X)
ACCESS = {"open", "public", "package", "internal", "fileprivate", "private"}
MODIFIERS = ACCESS | {
    "static", "final", "lazy", "weak", "unowned", "mutating", "nonmutating", "consuming", "borrowing",
    "override", "required", "convenience", "indirect", "nonisolated", "isolated", "dynamic", "optional",
    "unsafe", "infix", "prefix", "postfix",
}
TYPES = {"struct", "class", "actor", "enum", "protocol", "extension"}
CONTINUES_AFTER = set("=,:&<([{") | {"->"}
CONTINUES_BEFORE = set("=,:.{?&)]}") | {"->", "where"}
PAIRS = {"(": ")", "[": "]", "{": "}"}
OPTIONS = {"Option", "Flag", "Argument", "OptionGroup"}


@dataclasses.dataclass
class Token:
    text: str
    line: int
    starts_line: bool = False


@dataclasses.dataclass
class Field:
    """A stored property: how it is declared, and where."""
    name: str
    is_variable: bool
    access: str
    setter: str
    place: str
    text: str


@dataclasses.dataclass
class Type:
    """A type with its stored properties and the first member that can change it (`changes`)."""
    name: str
    kind: str = ""
    place: str = ""
    is_copyable: bool = True
    is_hidden: bool = False  # private, or inside a private type: no other file can name it
    stored: list = dataclasses.field(default_factory=list)
    functions: list = dataclasses.field(default_factory=list)
    mutating: list = dataclasses.field(default_factory=list)

    @property
    def changes(self):
        if self.mutating:
            return self.mutating[0]
        owns_identity = self.kind in ("class", "actor") or not self.is_copyable
        return self.functions[0] if owns_identity and self.functions else ""


def literal_end(text, start):
    """Behind the string literal that begins at `start`, with its hashes and interpolations."""
    hashes = 0
    while text[start + hashes] == "#":
        hashes += 1
    quote = '"""' if text.startswith('"""', start + hashes) else '"'
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    place = start + hashes + len(quote)
    while not text.startswith(close, place):
        if text.startswith(escape + "(", place):
            place += len(escape) + 1
            depth = 1
            while depth:
                if text[place] == '"':
                    place = literal_end(text, place)
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
        elif text.startswith(escape, place):
            place += len(escape) + 1
        else:
            place += 1
    return place + len(close)


def tokens(text):
    """The tokens of a source, without comments; a string literal is one token."""
    place, line, fresh, found = 0, 1, True, []
    while place < len(text):
        if text.startswith("/*", place):
            depth, end = 1, place + 2
            while depth:
                match = re.compile(r"/\*|\*/").search(text, end)
                depth += 1 if match.group() == "/*" else -1
                end = match.end()
        elif re.compile(r'#*"').match(text, place):
            end = literal_end(text, place)
            found.append(Token('""', line, fresh))
            fresh = False
        else:
            match = TOKEN.match(text, place)
            end = match.end()
            if match.lastgroup == "newline":
                fresh = True
            elif match.lastgroup not in ("space", "comment", "directive"):
                found.append(Token(match.group(), line, fresh))
                fresh = False
        line += text.count("\n", place, end)
        place = end
    return found


class Reader:
    """Reads the declarations of one file into `found`, types by their full names."""

    def __init__(self, path, root, found):
        self.tokens = tokens(path.read_text())
        self.path = path.relative_to(root)
        self.lines = path.read_text().split("\n")
        self.found = found
        self.at = 0
        self.members(None, "")

    def peek(self, ahead=0):
        index = self.at + ahead
        return self.tokens[index].text if index < len(self.tokens) else ""

    def place(self):
        return f"{self.path}:{self.tokens[self.at].line}"

    def skip_brackets(self):
        """Behind the bracket that closes the one here."""
        depth = 0
        while self.at < len(self.tokens):
            text = self.peek()
            self.at += 1
            depth += (text in PAIRS) - (text in PAIRS.values())
            if depth == 0:
                return

    def ends_line(self):
        """Whether the token here begins another declaration."""
        if self.at >= len(self.tokens):
            return True
        token = self.tokens[self.at]
        return (token.text in ("}", ";")
                or token.starts_line and token.text not in CONTINUES_BEFORE
                and self.tokens[self.at - 1].text not in CONTINUES_AFTER)

    def skip_line(self):
        while not self.ends_line():
            self.skip_brackets() if self.peek() in PAIRS else self.step()

    def step(self):
        self.at += 1

    def members(self, owner, prefix):
        """The declarations up to the bracket that closes this body."""
        while self.at < len(self.tokens) and self.peek() != "}":
            self.declaration(owner, prefix)
        self.step()

    def declaration(self, owner, prefix):
        modifiers, attributes, setter = [], [], ""
        while True:
            word = self.peek()
            if word == "@":
                attributes.append(self.peek(1))
                self.at += 2
                if self.peek() == "(" and not self.tokens[self.at].starts_line:
                    self.skip_brackets()
            elif word in MODIFIERS or word == "class" and self.peek(1) in ("func", "var", "let"):
                modifiers.append(word)
                self.step()
                if self.peek() == "(":
                    if self.peek(1) == "set":
                        setter = modifiers.pop()
                    self.skip_brackets()
            else:
                break
        if word in TYPES:
            self.type(owner, prefix, modifiers)
        elif word in ("var", "let"):
            self.property(owner, modifiers, attributes, setter)
        elif word in ("func", "init", "deinit", "subscript"):
            self.function(owner, modifiers)
        elif word in PAIRS:
            self.skip_brackets()
        else:
            self.step()
            self.skip_line()

    def type(self, owner, prefix, modifiers):
        kind, place = self.peek(), self.place()
        self.step()
        name = self.peek()
        self.step()
        while self.peek() == ".":
            name += "." + self.peek(1)
            self.at += 2
        copyable = True
        while self.peek() != "{":
            copyable &= not (self.peek() == "~" and self.peek(1) == "Copyable")
            self.step()
        self.step()
        name = prefix + name
        if kind == "protocol":
            self.at -= 1
            self.skip_brackets()
            return
        entry = self.found.setdefault(name, Type(name))
        if kind != "extension":
            entry.kind, entry.place, entry.is_copyable = kind, place, copyable
            entry.is_hidden = bool({"private", "fileprivate"} & set(modifiers) or owner and owner.is_hidden)
        self.members(entry, name + ".")

    def function(self, owner, modifiers):
        word = self.peek()
        name = self.peek(1) if word == "func" else word
        self.step()
        while not (self.peek() == "{" or self.ends_line()):
            self.skip_brackets() if self.peek() in ("(", "[") else self.step()
        changes = word == "deinit" or bool({"mutating", "consuming"} & set(modifiers))
        if self.peek() == "{":
            if word == "subscript":
                changes |= self.accessors()
            self.skip_brackets()
        if owner and not {"static", "class"} & set(modifiers) and word != "init":
            owner.functions.append(name)
            if changes and "private" not in modifiers:
                owner.mutating.append(name)

    def accessors(self):
        """Whether the accessors in the brackets here can change their owner."""
        depth, index = 0, self.at
        while True:
            text = self.tokens[index].text
            depth += (text in PAIRS) - (text in PAIRS.values())
            if depth == 0:
                return False
            if depth == 1 and text in ("set", "_modify", "modify", "mutating"):
                if self.tokens[index + 1].text in ("{", "(", "get"):
                    return True
            index += 1

    def property(self, owner, modifiers, attributes, setter):
        is_variable, place = self.peek() == "var", self.place()
        line = self.tokens[self.at].line
        self.step()
        names, computed, changes, angle, in_type = [], False, False, 0, False
        expects_name = True
        while not self.ends_line():
            text = self.peek()
            if expects_name and text == "(":  # a tuple pattern
                start = self.at
                self.skip_brackets()
                names += [t.text for t in self.tokens[start:self.at] if re.match(r"\w", t.text)]
                expects_name = False
                continue
            if expects_name and text not in ("~",):
                names.append(text.strip("`"))
                expects_name = False
            elif text == ":" and not angle:
                in_type = True
            elif text == "=":
                in_type = False
            elif in_type and text in "<>":
                angle += 1 if text == "<" else -1
            elif text == "," and not angle and (in_type or self.peek(2) in (":", "=")):
                expects_name, in_type = True, False
            elif text == "{" and in_type:  # accessors: computed, unless they only observe
                computed = self.peek(1) not in ("didSet", "willSet")
                changes = computed and self.accessors()
                self.skip_brackets()
                break
            if self.peek() in PAIRS:
                self.skip_brackets()
            else:
                self.step()
        if not owner or {"static", "class"} & set(modifiers):
            return
        if computed:
            if changes and "private" not in modifiers:
                owner.mutating.append(names[0])
            return
        if OPTIONS & set(attributes):  # the command line fills these
            return
        access = next((word for word in modifiers if word in ACCESS), "internal")
        text = self.lines[line - 1].strip()
        for name in names:
            owner.stored.append(Field(name, is_variable, access, setter, place, text))


def types(root, folders):
    """The types of these folders; those of one name in two modules are two."""
    result = []
    modules = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.swift")):
            parts = path.relative_to(root / "Sources").parts
            modules.setdefault(parts[:2], []).append(path)
    for paths in modules.values():
        found = {}
        for path in paths:
            Reader(path, root, found)
        result += [entry for entry in found.values() if entry.kind]
    return result
