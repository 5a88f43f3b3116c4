import Foundation
import Testing

@testable import Configuration

/// What TOML documents say and where; what is none.
@Suite("TOML")
struct TOMLDocumentTests {
    private static let document = """
        # comment with = and [table]
        a = 1
        "b c" = 'x # y'   # after
        [t]  # [no]
        x.y = [ 1, "two, [2]", # three
          3 , ]
          z = { p = 1, q = { r = "}" } }
        long = \"""
        [no]
        n = 1 \\\""" ""\"""
        [ t . u ]
        "ä" = 1
        'ü' = true
        """

    @Test(arguments: [
        (["a"], 2, 1, 2, 5), (["b c"], 3, 1, 3, 9), (["t", "x", "y"], 5, 1, 5, 7),
        (["t", "z", "p"], 7, 9, 7, 13), (["t", "z", "q", "r"], 7, 22, 7, 26),
        (["t", "long"], 8, 1, 8, 8), (["t", "u", "ü"], 13, 1, 13, 7),
    ])
    func eachValueHasItsPlace(
        _ path: [String], _ keyLine: Int, _ keyColumn: Int, _ line: Int, _ column: Int
    ) throws {
        let entry = try #require(try entries(Self.document).first { $0.path == path })
        #expect(entry.keyPlace == TextPlace(line: keyLine, column: keyColumn))
        #expect(entry.valuePlace == TextPlace(line: line, column: column))
    }

    @Test func elementsOfListsHaveTheirs() throws {
        let list = try #require(try entries(Self.document).first { $0.path == ["t", "x", "y"] })
        #expect(list.value == .list([.integer(1), .text("two, [2]"), .integer(3)]))
        #expect(
            list.elementPlaces == [
                TextPlace(line: 5, column: 9), TextPlace(line: 5, column: 12),
                TextPlace(line: 6, column: 3),
            ])
    }

    @Test(
        arguments: [
            ("0", .integer(0)), ("-17", .integer(-17)), ("+1_000", .integer(1000)),
            ("0xDEAD_beef", .integer(0xDEAD_BEEF)), ("0o755", .integer(0o755)),
            ("0b1101", .integer(13)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("1.5", .number(1.5)),
            ("-0.0", .number(-0.0)),
            ("5e+22", .number(5e22)), ("1e06", .number(1e6)), ("6.626e-34", .number(6.626e-34)),
            ("224_617.445_991", .number(224_617.445_991)), ("inf", .number(.infinity)),
            ("true", .boolean(true)), ("''", .text("")), ("'C:\\n'", .text("C:\\n")),
            (#""a\tb\u00e9\U0001F600\"""#, .text("a\tbé😀\"")),
            ("\"\"\"\na\\\n   b\"\"\"", .text("ab")),
            ("'''\na''b'''", .text("a''b")), ("\"\"\"\"a\"\"\"\"\"", .text("\"a\"\"")),
            ("[]", .list([])),
            ("[[1], ['a']]", .list([.list([.integer(1)]), .list([.text("a")])])),
            ("1979-05-27", .other("a date")), ("07:32:00", .other("a time")),
            ("1979-05-27 07:32:00Z", .other("a date")), ("[{a = 1}]", .list([.other("a table")])),
        ] as [(String, SettingValue)])
    func valuesAreRead(_ text: String, _ value: SettingValue) throws {
        #expect(try entries("x = \(text)").map(\.value) == [value])
        #expect(try entries("x = \(text) # comment\r\ny = 1").map(\.value) == [value, .integer(1)])
    }

    @Test(arguments: [
        "a", "a =", "= 1", "a = 1 2", "a = 1\rb = 2", "a.b", "a. = 1", ".a = 1", "a b = 1", "[a",
        "[]",
        "[a]]", "[[a]", "[[a] ]", "[ [a]]", "[a] b = 1", "a = [1", "a = [1 2]", "a = [,]", "a = {",
        "a = {,}", "a = {b = 1,}", "a = {b = 1 c = 2}", "a = {b = 1\n}", "a = 'x", "a = \"x",
        "a = \"\n\"", "a = '\n'", "a = \"\"\"x\"\"", "a = \"\\q\"", "a = \"\\u12\"",
        "a = \"\\uD800\"", "a = \"\\U00110000\"", "a = \"\\u+123\"", "a = 01", "a = 1_", "a = _1",
        "a = 1__0", "a = 1.", "a = .5", "a = 1e", "a = 1.e5", "a = 0x", "a = 0xg", "a = -0x1",
        "a = 0b2", "a = +", "a = 9223372036854775808", "a = True", "a = nan1", "a = 1\u{0}",
        "a = 1 #\u{1}", "a = \"\u{7F}\"", "\"\"\"a\"\"\" = 1", "a = 1\na = 2", "a.b = 1\na = 2",
        "a = 1\na.b = 2", "[a]\n[a]", "a = 1\n[a]", "[a]\nb = 1\n[a.b]", "a.b = 1\n[a]",
        "[a.b]\n[a]\nb.c = 1", "a = {b = 1}\n[a.c]", "a = {b = 1}\na.c = 1", "a = {b = 1, b = 2}",
        "a = {b.c = 1, b = 2}", "a = [1]\n[[a]]", "[[a]]\n[a]", "[a]\n[[a]]", "[[a]]\nb = 1\nb = 2",
        "[[a.b]]\n[a.b]", "\u{FEFF}a = 1",
    ])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(throws: TOMLDocument.SyntaxError.self) { try entries(text) }
    }

    @Test(arguments: [
        "", "\n\r\n", "# c", "[a]\n[a.b]\n[a.b.c]", "[a.b.c]\n[a]\nd = 1", "a.b = 1\na.c = 2",
        "[a]\nb.c = 1\n[a.b.d]", "[[a]]\n[[a]]\n[a.b]\n[[a]]\n[a.b]", "[[a]]\n[[a.b]]\n[[a.b]]",
        "a = {}", "a = { b.c = 1, b.d = 2 }", "a = [ # c\n\n 1, # d\n]", "1 = 2", "'' = 1",
        "\"a.b\" = 1\na.b = 2", "a . b = 1", "[ a . 'b' ] # c", "\"\\u0000\" = 1",
    ])
    func whatIsOneIsRead(_ text: String) throws { _ = try entries(text) }

    /// Python has a reader of its own: the two agree on what is TOML and what it says. Texts are
    /// pieces of TOML put together at random, without dates, which this reader does not look into.
    @Test(.enabled(if: Oracle.python != nil, "needs EHORIZON_PYTHON, of version 3.11 or later"))
    func agreesWithPython() throws {
        var random = SeededTexts(state: 20_260_101)
        let texts = (0..<4000).map { _ in random.text() }
        let answers = try Oracle.answers(to: texts)
        try #require(answers.count == texts.count)
        var accepted = 0
        for (text, answer) in zip(texts, answers) {
            // Lists of tables are told apart from lists of inline tables only here: neither counts.
            let own = (try? entries(text)).map { entries in
                entries.filter { entry in
                    !entry.path.contains { $0.hasPrefix("[") } && !entry.value.isListOfTables
                }.count
            }
            // Python lets dotted keys grow a table that a header only passed on its way, which the
            // standard does not.
            if own == nil, answer != nil, text.contains(".") { continue }
            #expect(own == answer, "\(text.debugDescription)")
            if own != nil { accepted += 1 }
        }
        #expect(accepted > 250, "too few of the texts are TOML to mean anything")
    }

    private func entries(_ text: String) throws -> [TOMLDocument.Entry] {
        try TOMLDocument(Array(text.utf8)).entries
    }
}

extension SettingValue {
    fileprivate var isListOfTables: Bool {
        guard case .list(let values) = self else { return false }
        return !values.isEmpty && values.allSatisfy { $0 == .other("a table") }
    }
}

/// Python's tomllib.
enum Oracle {
    static let python: String? = {
        guard let path = ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] else { return nil }
        return (try? run(path, "import tomllib", [])) == nil ? nil : path
    }()

    /// How many values each text holds outside lists of tables, `nil` where it is no TOML.
    static func answers(to texts: [String]) throws -> [Int?] {
        let script = """
            import json, sys, tomllib
            def is_list(value):
                return isinstance(value, list) and value and all(isinstance(v, dict) for v in value)
            def count(value):
                if not isinstance(value, dict): return 1
                return sum(count(inner) for inner in value.values() if not is_list(inner))
            answers = []
            for text in json.load(sys.stdin):
                try: answers.append(count(tomllib.loads(text)))
                except (tomllib.TOMLDecodeError, RecursionError): answers.append(None)
            print(json.dumps(answers))
            """
        let output = try run(python ?? "python3", script, try JSONEncoder().encode(texts))
        return try JSONDecoder().decode([Int?].self, from: output)
    }

    private struct Failed: Error {}

    private static func run(_ python: String, _ script: String, _ input: some Sequence<UInt8>)
        throws
        -> Data
    {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", script]
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = Data(input)
        let writer = Thread {
            standardInput.fileHandleForWriting.write(data)
            try? standardInput.fileHandleForWriting.close()
        }
        writer.start()
        let output = standardOutput.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return output
    }
}

/// Texts that are nearly TOML.
struct SeededTexts {
    var state: UInt64

    private static let pieces = [
        "a", "b", "c", "'d e'", "\"f\\n\"", ".", " = ", "=", "[", "]", "{", "}", ",", "\n", "\n",
        "\n",
        " ", "# c", "\"\"\"x\ny\"\"\"", "'''z'''", "1", "-2", "0x1F", "1_000", "3.5", "1e3", "true",
        "nan", "\\", "\"", "'", "\r\n", "ü", "a = 1\n", "b.c = 2\n", "[t]\n", "[t.u]\n",
        "d = [1, 2]\n", "e = { x = 1 }\n", "g = \"\\u00e9\"\n",
    ]

    mutating func text() -> String {
        (0...next(9)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined()
    }

    private mutating func next(_ below: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % below
    }
}
