import ADASISv2

/// The names of codes for the Python client, from the tables of the codec.
enum FieldNames {
    /// names.py: by field, the name of each code.
    static var python: String {
        var text = """
            \"""The names of the codes of fields. Written from the tables of ADASISv2. Do not edit; to renew:
            UPDATE_GOLDEN=1 swift test --filter HorizonClientTests
            \"""

            #: By field, the names of its codes in their order; a code with a number has the number as text.
            NAMES = {

            """
        for (field, kind) in named {
            let codes = 0..<1 << (field.width ?? 0)
            var line = "    \"\(name(of: field))\": ("
            for raw in codes {
                let isLast = raw == codes.upperBound - 1
                let value =
                    "\"\(field.value(of: UInt32(raw), in: kind).text)\"" + (isLast ? ")," : ",")
                if line.count + 1 + value.count > 110 {
                    text += line + "\n"
                    line = "        " + value
                } else {
                    line += raw == 0 ? value : " " + value
                }
            }
            text += line + "\n"
        }
        return text + "}\n"
    }

    /// The fields of two to five bits that have a name among their values, each with a message that has it.
    static var named: [(field: Field, kind: MessageKind)] {
        var found: [(field: Field, kind: MessageKind)] = []
        for kind in MessageKind.standard {
            for field in FieldTables.fields(kind)
            where !found.contains(where: { $0.field == field }) {
                guard let width = field.width, (2...5).contains(width),
                    field != .profileType, field != .cyclicCounter
                else { continue }
                let values = (0..<1 << width).map { field.value(of: UInt32($0), in: kind) }
                let hasWord = values.contains { if case .word = $0 { true } else { false } }
                if hasWord { found.append((field, kind)) }
            }
        }
        return found
    }

    /// `form_of_way` of `formOfWay`.
    private static func name(of field: Field) -> String {
        field.rawValue.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.lowercased()
        }
    }
}
