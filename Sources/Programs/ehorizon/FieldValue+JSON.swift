import ADASISv2

extension FieldValue {
    /// The value in JSON: what is no number is a text, what is several values a list or an object.
    var json: String {
        switch self {
        case .integer, .decimal: text
        case .flag(let answer): answer ? "true" : "false"
        // All words are ours: letters, digits and signs that need no escape.
        case .bound, .word: "\"\(text)\""
        case .flags(let names): "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        case .parts(let parts):
            "{" + parts.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }
}
