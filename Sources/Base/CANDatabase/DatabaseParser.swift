/// Reads a DBC file in pieces of any size.
///
/// ```swift
/// var parser = DatabaseParser()
/// try parser.push(bytes.span)
/// let database = try parser.finish()
/// ```
/// The parser reads messages, signals with sign, scale, range and unit, multiplexing (also extended, by
/// `SG_MUL_VAL_`), named values, value tables, comments, number types, and the attribute that marks
/// CAN FD. It skips all other parts of the format. Any input gives a database or an error with line
/// and column. The memory is bounded by the size of the input.
///
/// Source: cantools, opendbc and SavvyCAN read and write this format. Vector has not published it.
public struct DatabaseParser: Sendable {
    /// The largest number of words in one statement.
    private static let longestStatement = 1 << 18

    private var lexer = DatabaseLexer()
    private var statement: [DatabaseToken] = []
    private var builder = DatabaseBuilder()

    /// A parser at the beginning of a file.
    public init() {}

    /// Takes the next bytes of the file.
    public mutating func push(_ bytes: Span<UInt8>) throws(DatabaseSyntaxError) {
        var tokens: [DatabaseToken] = []
        for index in bytes.indices {
            try lexer.take(bytes[index], &tokens)
            for token in tokens { try take(token) }
            tokens.removeAll(keepingCapacity: true)
        }
    }

    /// The database, after the last bytes.
    public consuming func finish() throws(DatabaseSyntaxError) -> Database {
        var last: [DatabaseToken] = []
        try lexer.finish(&last)
        for token in last { try take(token) }
        return try builder.finish()
    }

    private mutating func take(_ token: DatabaseToken) throws(DatabaseSyntaxError) {
        guard let first = statement.first else {
            try begin(token)
            return
        }
        if first.word == "NS_" {
            try takeInSymbolList(token)
        } else if first.endsAtLine {
            if token.content == .end || token.beginsLine && token.isKeyword {
                try dispatch(end: token)
                try begin(token)
            } else {
                try keep(token)
            }
        } else if token.isSign(";") {
            try dispatch(end: token)
        } else if token.content == .end || token.beginsLine && token.isKeyword {
            throw token.failure(.expected("';'", found: token.name))
        } else {
            try keep(token)
        }
    }

    /// The list of symbols after `NS_ :` has one keyword in each line and no end mark. It ends before the
    /// first line with more words.
    private mutating func takeInSymbolList(_ token: DatabaseToken) throws(DatabaseSyntaxError) {
        if token.content == .end { return }
        if let last = statement.dropFirst().first, !token.beginsLine {
            statement.removeAll(keepingCapacity: true)
            try begin(last)
            try take(token)
        } else if token.beginsLine {
            statement = [statement[0], token]
        }
    }

    private mutating func begin(_ token: DatabaseToken) throws(DatabaseSyntaxError) {
        if token.content == .end || token.isSign(";") { return }
        guard token.isKeyword else {
            throw token.failure(.expected("a keyword such as BO_", found: token.name))
        }
        try keep(token)
    }

    private mutating func keep(_ token: DatabaseToken) throws(DatabaseSyntaxError) {
        guard statement.count < Self.longestStatement else {
            throw token.failure(.tooMany("words in one statement"))
        }
        statement.append(token)
    }

    private mutating func dispatch(end: DatabaseToken) throws(DatabaseSyntaxError) {
        var words = DatabaseStatement(statement, end: end)
        statement.removeAll(keepingCapacity: true)
        try builder.take(&words)
    }
}

extension Database {
    /// Reads a whole DBC file.
    public init(parsing bytes: Span<UInt8>) throws(DatabaseSyntaxError) {
        var parser = DatabaseParser()
        try parser.push(bytes)
        self = try parser.finish()
    }

    /// Reads a whole DBC file.
    public init(parsing text: String) throws(DatabaseSyntaxError) {
        let bytes = Array(text.utf8)
        try self.init(parsing: bytes.span)
    }
}

extension DatabaseToken {
    /// Whether a statement that begins here ends where the next one begins, rather than at `;`.
    fileprivate var endsAtLine: Bool {
        switch word {
        case "VERSION", "BS_", "BU_", "BO_", "SG_": true
        default: false
        }
    }

    fileprivate var isKeyword: Bool {
        guard let word else { return false }
        return Self.keywords.contains(word)
    }

    private static let keywords: Set<String> = [
        "VERSION", "NS_", "BS_", "BU_", "BO_", "SG_", "VAL_TABLE_", "VAL_", "CM_", "BA_DEF_", "BA_",
        "BA_DEF_DEF_", "BA_DEF_REL_", "BA_REL_", "BA_DEF_DEF_REL_", "BA_DEF_SGTYPE_", "BA_SGTYPE_",
        "BO_TX_BU_", "EV_", "EV_DATA_", "ENVVAR_DATA_", "SGTYPE_", "SGTYPE_VAL_", "SIG_TYPE_REF_",
        "SIG_GROUP_", "SIG_VALTYPE_", "SIGTYPE_VALTYPE_", "SG_MUL_VAL_", "NS_DESC_", "CAT_DEF_",
        "CAT_", "FILTER", "BU_SG_REL_", "BU_EV_REL_", "BU_BO_REL_",
    ]
}
