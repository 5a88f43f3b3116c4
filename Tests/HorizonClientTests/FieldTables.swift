import ADASISv2
import CANDatabase

/// The tables of the C client as text, from the tables of the codec.
enum FieldTables {
    static let presets: [LayoutPreset] = [.adasis, .adasisIntel, .tableOrder]

    private static let note =
        "// Written from the tables of ADASISv2. Do not edit; to renew:\n"
        + "// UPDATE_GOLDEN=1 swift test --filter HorizonClientTests\n"

    /// field_tables.h: the number of each field in its message.
    static var header: String {
        var text =
            note + "#ifndef FIELD_TABLES_H\n#define FIELD_TABLES_H\n\n#include <stdint.h>\n\n"
        for kind in MessageKind.standard {
            text += "enum {\n"
            for field in fields(kind) { text += "    \(name(field, kind)),\n" }
            text += "    \(prefix(kind))_FIELDS\n};\n\n"
        }
        text += """
            #define MOST_FIELDS \(MessageKind.standard.map { fields($0).count }.max() ?? 0)
            #define NAMED_PROFILES \(namedProfiles)

            /// Where a field sits: the shift in a word of the eight bytes, and the width, in bits.
            struct field_place {
                uint8_t shift, width;
            };

            /// By layout: whether the first byte is the least significant one of the word.
            extern const uint8_t layout_is_intel[\(presets.count)];
            /// By layout: the place of the message type.
            extern const struct field_place type_places[\(presets.count)];
            /// By message, from POSITION on: the number of fields.
            extern const uint8_t field_counts[\(MessageKind.standard.count)];
            /// The table of each layout in `field_places`.
            extern const uint8_t table_of_layout[\(presets.count)];
            /// By table, message and field, in the order of the enumerations above.
            extern const struct field_place
                field_places[\(placeTables.tables.count)][\(MessageKind.standard.count)][MOST_FIELDS];

            enum { CODING_NONE, CODING_NUMBER, CODING_LINEAR, CODING_CURVATURE };
            enum { COURSE_STEPS, COURSE_LINE, COURSE_POINTS };

            /// What a profile type says: (raw - zero) / per_unit where it is linear.
            struct profile_record {
                double per_unit;
                uint32_t zero, highest;
                uint8_t coding, course;
                uint8_t saturates; // 1: the ends are bounds; 0: beyond `highest` codes are reserved
                uint8_t key_width; // leading bits that distinguish several points at one place
            };

            /// By PROFILE SHORT and LONG, and type. Types without a name have no coding.
            extern const struct profile_record profile_records[2][NAMED_PROFILES];

            #endif

            """
        return text
    }

    /// field_tables.c: the places of the fields and the codings of the profiles.
    static var source: String {
        let layouts = presets.map { Layout($0) }
        let (tables, tableOfLayout) = placeTables
        var text = note + "#include \"field_tables.h\"\n\n"
        text += "const uint8_t layout_is_intel[\(presets.count)] = {"
        text += layouts.map { isIntel($0) ? "1" : "0" }.joined(separator: ", ") + "};\n\n"
        text += "const struct field_place type_places[\(presets.count)] = {"
        text += layouts.map { place(typeOfAll($0)) }.joined(separator: ", ") + "};\n\n"
        text += "const uint8_t field_counts[\(MessageKind.standard.count)] = {"
        text +=
            MessageKind.standard.map { "\(fields($0).count)" }.joined(separator: ", ") + "};\n\n"
        text += "const uint8_t table_of_layout[\(presets.count)] = {"
        text += tableOfLayout.map { "\($0)" }.joined(separator: ", ") + "};\n\n"
        text += "const struct field_place\n"
        text +=
            "    field_places[\(tables.count)][\(MessageKind.standard.count)][MOST_FIELDS] = {\n"
        for table in tables { text += "    {\n\(table)    },\n" }
        text += "};\n\nconst struct profile_record profile_records[2][NAMED_PROFILES] = {\n"
        for records in [ShortProfileType.records, LongProfileType.records] {
            text += "    {\n"
            for record in records { text += line(record) }
            text += "    },\n"
        }
        return text + "};\n"
    }

    /// The places of the fields as rows of C, each table once, and which of them a preset has: `adasis` and
    /// `adasis-intel` differ in the order of their bytes alone.
    private static var placeTables: (tables: [String], ofLayout: [Int]) {
        var tables: [String] = []
        let ofLayout = presets.map { preset in
            var table = ""
            for message in Layout(preset).messages {
                let places = fields(message.kind).map { place(message.bits(of: $0)) }
                table += "        // \(prefix(message.kind))\n        {"
                table += rows(places).joined(separator: ",\n         ") + "},\n"
            }
            if let same = tables.firstIndex(of: table) { return same }
            tables.append(table)
            return tables.count - 1
        }
        return (tables, ofLayout)
    }

    /// The fields that the presets place, without message type and reserved bits.
    static func fields(_ kind: MessageKind) -> [Field] {
        kind.fields.filter { $0 != .messageType && $0 != .reserved && !$0.isMakersOwn }
    }

    private static var namedProfiles: Int {
        1 + ProfileType.named.reduce(0) { max($0, Int($1.number)) }
    }

    private static func isIntel(_ layout: Layout) -> Bool {
        layout.messages.allSatisfy { message in
            message.signals.allSatisfy { $0.bits.byteOrder == .intel }
        }
    }

    /// The place of the message type, which is the same in all messages of a preset.
    private static func typeOfAll(_ layout: Layout) -> SignalBits? {
        let places = Set(layout.messages.map { $0.bits(of: .messageType) })
        return places.count == 1 ? places.first ?? nil : nil
    }

    /// A place as C, and text that no compiler accepts where there is none.
    private static func place(_ bits: SignalBits?) -> String {
        bits.map { "{\($0.shiftInWord), \($0.width)}" } ?? "missing"
    }

    /// The places in rows of eight.
    private static func rows(_ places: [String]) -> [String] {
        stride(from: 0, to: places.count, by: 8).map {
            places[$0..<min($0 + 8, places.count)].joined(separator: ", ")
        }
    }

    private static func line(_ record: ProfileRecord) -> String {
        let course =
            switch record.course {
            case .steps: "COURSE_STEPS"
            case .line: "COURSE_LINE"
            case .points: "COURSE_POINTS"
            }
        let numbers =
            switch record.coding {
            case .linear(let scale):
                "\(scale.perUnit), \(scale.zero)u, \(scale.highest)u, CODING_LINEAR, \(course), "
                    + (scale.beyond == .saturates ? "1" : "0")
            case .curvature: "0, 0, 0, CODING_CURVATURE, \(course), 1"
            case .number, .names, .flags, .parts: "0, 0, 0, CODING_NUMBER, \(course), 0"
            }
        return "        // \(record.name)\n"
            + "        [\(record.number)] = {\(numbers), \(record.keyWidth)},\n"
    }

    private static func prefix(_ kind: MessageKind) -> String {
        switch kind {
        case .systemSpecific: "SYSTEM_SPECIFIC"
        case .position: "POSITION"
        case .segment: "SEGMENT"
        case .stub: "STUB"
        case .profileShort: "PROFILE_SHORT"
        case .profileLong: "PROFILE_LONG"
        case .metaData: "META_DATA"
        }
    }

    private static func name(_ field: Field, _ kind: MessageKind) -> String {
        var name = prefix(kind) + "_"
        for letter in field.rawValue {
            if letter.isUppercase { name += "_" }
            name += letter.uppercased()
        }
        return name
    }
}
