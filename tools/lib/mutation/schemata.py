"""Writes the sources that hold all mutants at once, and what chooses among them."""

PRECEDENCE = {
    "Comparison": "< <= > >= == !=", "LogicalConjunction": "&&", "LogicalDisjunction": "||",
    "NilCoalescing": "??", "Addition": "+ - &+ &- | ^", "Multiplication": "* / % &",
    "BitwiseShift": "<< >> &<< &>>", "RangeFormation": "... ..<",
    "Assignment": "+= -= |= &= ^= <<=",
}
PRECEDENCE = {op: name for name, ops in PRECEDENCE.items() for op in ops.split()}

CHOICE_HEADER = """\
#include <stdbool.h>
extern int mutant_active;
extern unsigned char mutant_seen[65536];
/// Which of the mutants from `first` on is active: 0, 1 ..., something else for none.
static inline int mutant_choice(int first) { mutant_seen[first] = 1; return mutant_active - first; }
"""
CHOICE_SOURCE = """\
#include "CMutants.h"
#include <stdio.h>
#include <stdlib.h>
int mutant_active = -1;
unsigned char mutant_seen[65536];
static void tell(void) {
    FILE *file = fopen(getenv("MUTANTS_SEEN"), "wb");
    if (file) { fwrite(mutant_seen, 1, sizeof mutant_seen, file); fclose(file); }
}
__attribute__((constructor)) static void choose(void) {
    if (getenv("MUTANT")) mutant_active = atoi(getenv("MUTANT"));
    if (getenv("MUTANTS_SEEN")) atexit(tell);
}
"""
RUNTIME = """\
public import CMutants
public import Quantities

@inlinable public func mutantNumber<T: ExpressibleByIntegerLiteral>(_ id: Int32, _ a: T, _ b: T) -> T {
    mutant_choice(id) == 0 ? b : a
}
@inlinable public func mutantNumber<T: ExpressibleByIntegerLiteral>(
    _ id: Int32, _ a: T, _ b: T, _ c: T
) -> T {
    switch mutant_choice(id) { case 0: b case 1: c default: a }
}
@inlinable public func mutantFloat<T: ExpressibleByFloatLiteral>(_ id: Int32, _ a: T, _ b: T) -> T {
    mutant_choice(id) == 0 ? b : a
}
@inlinable public func mutantFlag(_ id: Int32, _ a: Bool) -> Bool { (mutant_choice(id) == 0) != a }
@inlinable public func mutantMin<T: Comparable>(_ id: Int32, _ a: T, _ b: T) -> T {
    mutant_choice(id) == 0 ? max(a, b) : min(a, b)
}
@inlinable public func mutantMax<T: Comparable>(_ id: Int32, _ a: T, _ b: T) -> T {
    mutant_choice(id) == 0 ? min(a, b) : max(a, b)
}
@inlinable public func mutantKeeps(_ id: Int32) -> Bool { mutant_choice(id) != 0 }
@inlinable public func mutantCondition2(_ id: Int32, _ a: Bool) -> Bool {
    switch mutant_choice(id) { case 0: true case 1: false default: a }
}
@inlinable public func mutantCondition1(_ id: Int32, _ a: Bool) -> Bool { mutant_choice(id) != 0 && a }
@inlinable public func mutantOptional<T>(_ id: Int32, _ a: T?) -> T? { mutant_choice(id) == 0 ? nil : a }
extension BidirectionalCollection {
    @inlinable public func mutantFirst(_ id: Int32) -> Element? { mutant_choice(id) == 0 ? last : first }
    @inlinable public func mutantLast(_ id: Int32) -> Element? { mutant_choice(id) == 0 ? first : last }
    @inlinable public func mutantFirst(_ id: Int32, where a: (Element) throws -> Bool) rethrows -> Element? {
        mutant_choice(id) == 0 ? try last(where: a) : try first(where: a)
    }
    @inlinable public func mutantLast(_ id: Int32, where a: (Element) throws -> Bool) rethrows -> Element? {
        mutant_choice(id) == 0 ? try first(where: a) : try last(where: a)
    }
}
"""


def overloads(op):
    """The operand types that an operator is written for: (generics, left, right, result)."""
    if PRECEDENCE[op] == "Comparison":
        bound = "Equatable" if op in ("==", "!=") else "Comparable"
        yield f"<A: {bound}>", "A", "A", "Bool"
        for names in ("AB", "ABC", "ABCD"):
            types = f"({', '.join(names)})"
            yield f"<{', '.join(f'{name}: {bound}' for name in names)}>", types, types, "Bool"
        if bound == "Equatable":
            yield "<A>", "A?", "_OptionalNilComparisonType", "Bool"
            yield "<A: StringProtocol, B: StringProtocol>", "A", "B", "Bool"
    elif op in ("+", "-"):
        yield "<A: AdditiveArithmetic>", "A", "A", "A"
        yield "", "Centimetres", "Centimetres", "Centimetres"
        yield "", "Nanoseconds", "Nanoseconds", "Nanoseconds"
        yield "", "MonotonicTime", "Nanoseconds", "MonotonicTime"
        if op == "-":
            yield "", "MonotonicTime", "MonotonicTime", "Nanoseconds"
        yield "<U>", "Quantity<U>", "Quantity<U>", "Quantity<U>"
    elif op in ("*", "/"):
        yield "<A: BinaryInteger>", "A", "A", "A"
        yield "<A: BinaryFloatingPoint>", "A", "A", "A"
    elif op in ("+=", "-="):
        yield "<A: AdditiveArithmetic>", "inout A", "A", "Void"
        yield "", "inout Centimetres", "Centimetres", "Void"
    elif op in ("|=", "&=", "^="):
        yield "<A: BinaryInteger>", "inout A", "A", "Void"
    elif op == "<<=":
        yield "<A: BinaryInteger, B: BinaryInteger>", "inout A", "B", "Void"
    elif PRECEDENCE[op] == "BitwiseShift":
        yield "<A: FixedWidthInteger, B: BinaryInteger>", "A", "B", "A"
    else:
        yield "<A: FixedWidthInteger>", "A", "A", "A"


def infix(site, name):
    """The declaration of the operator that stands for one operator of the source."""
    op = site.original
    text = f"infix operator {name} : {PRECEDENCE[op]}Precedence\n"
    if op in ("&&", "||"):
        default = "a && (try b())" if op == "&&" else "a || (try b())"
        return text + (
            f"@inlinable public func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows "
            f"-> Bool {{ switch mutant_choice({site.first_id}) {{ case 0: a case 1: try b() "
            f"default: try {default} }} }}\n"
        )
    if op == "??":
        for result in ("A", "A?"):
            text += (
                f"@inlinable public func {name} <A>(a: A?, b: @autoclosure () throws -> {result}) "
                f"rethrows -> {result} {{ if let a, mutant_choice({site.first_id}) != 0 "
                "{ a } else { try b() } }\n"
            )
        return text
    if op in ("...", "..<"):
        kind = "ClosedRange" if op == "..." else "Range"
        return text + (
            f"@inlinable public func {name} <A: Strideable>(a: A, b: A) -> {kind}<A> "
            f"where A.Stride: SignedInteger {{ switch mutant_choice({site.first_id}) {{ "
            f"case 0: a{op}b.advanced(by: -1) case 1: a{op}b.advanced(by: 1) default: a{op}b }} }}\n"
            f"@inlinable public func {name} <A: BinaryFloatingPoint>(a: A, b: A) -> {kind}<A> "
            f"{{ switch mutant_choice({site.first_id}) {{ "
            f"case 0: a{op}b - 1 case 1: a{op}b + 1 default: a{op}b }} }}\n"
        )
    cases = " ".join(f"case {n}: a {variant} b" for n, variant in enumerate(site.variants))
    for generics, left, right, result in overloads(op):
        disfavoured = "@_disfavoredOverload " if "StringProtocol" in generics else ""
        text += (
            f"{disfavoured}@inlinable public func {name} {generics}(a: {left}, b: {right}) -> {result} "
            f"{{ switch mutant_choice({site.first_id}) {{ "
            # There is no sum of two moments.
            f"{'case 0: b - a' if left == right == 'MonotonicTime' else cases} "
            f"default: a {op} b }} }}\n"
        )
    if op in ("+", "+="):
        # Of texts and lists only the left one is left.
        left, result, default = {"+": ("A", "A", "a + b"), "+=": ("inout A", "Void", "a += b")}[op]
        less = "a" if op == "+" else "()"
        text += (
            f"@inlinable public func {name} <A: RangeReplaceableCollection>(a: {left}, b: A) -> {result} "
            f"{{ switch mutant_choice({site.first_id}) {{ case 0: {less} default: {default} }} }}\n"
        )
    return text


def operator_name(number):
    """An operator of two mathematical signs that no source uses."""
    return chr(0x2200 + number // 256) + chr(0x2200 + number % 256)


def declarations(sites):
    """The operators of all sites."""
    text = "public import CMutants\npublic import Quantities\n"
    for site in sites:
        name = operator_name(site.first_id)
        if site.kind == "infix":
            text += infix(site, name)
        elif site.kind == "prefix":
            text += f"prefix operator {name}\n@inlinable public prefix func {name}(a: Bool) -> Bool "
            text += f"{{ (mutant_choice({site.first_id}) == 0) == a }}\n"
    return text


def rewritten(source, sites):
    """The source with all variants in it; its lines stay where they are."""
    edits = []
    for order, site in enumerate(sites):
        # At one place what begins first also ends last.
        for start, end, text in site.edits:
            is_closing = start == end and text.strip() in (")", "}")
            edits.append((start, 0 if is_closing else 1, -order if is_closing else order, end,
                          text.replace("{id}", str(site.first_id))
                          .replace("{op}", operator_name(site.first_id))))
    pieces, place = [], 0
    # What is put in comes before what is replaced at the same place.
    for start, group, _, end, text in sorted(
        edits, key=lambda e: (e[0], e[1], e[3] > e[0], e[2])
    ):
        pieces += [source[place:start], text]
        place = end
    return "public import Mutants; " + "".join(pieces) + source[place:]
