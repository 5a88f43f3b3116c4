import ADASISv2
import CANDatabase

extension SettingTable {
    /// Settings of the layout.
    static let layout: [Setting] =
        [name, mapping] + frames + trailer + MessageKind.standard.map(dataIdentifier)
        + MessageName.all.map(identifier)

    private static let name = Setting(
        path: ["layout", "name"],
        range: "one of " + LayoutPreset.allCases.map(\.name).joined(separator: ", ")
            + ", or the path of a DBC file that ends in .dbc",
        meaning: "The layout"
    ) {
        .text($0.layout.name)
    } set: { settings, value in
        guard case .text(let text) = value else { return Setting.wrongType("a text", value) }
        do throws(ValueProblem) { try settings.layout.choose(text) } catch { return error }
        return nil
    }

    private static let mapping: Setting = .optionalText(
        "layout.mapping", "a path",
        "The mapping of the DBC's names; default: FILE.map beside FILE.dbc, otherwise"
            + " our names",
        \.layout.mapping, check: path)

    private static let frames: [Setting] = [
        lengths,
        .boolean(
            "layout.can_fd", "Whether a preset's frames are CAN FD frames", \.layout.frame.isFD),
        .count(
            "layout.pdu_offset_bytes", 0...56,
            "The first byte of a preset's messages in the frame", \.layout.frame.byteOffset),
    ]

    private static let lengths: Setting = {
        let known = [8, 12, 16, 20, 24, 32, 48, 64]
        let range = "one of " + known.map(String.init).joined(separator: ", ")
        return Setting(
            path: ["layout", "frame_bytes"], range: range,
            meaning: "The payload of a preset's frames, bytes; above 8 with CAN FD only"
        ) {
            .integer($0.layout.frame.length)
        } set: { settings, value in
            guard case .integer(let number) = value else {
                return Setting.wrongType("a whole number", value)
            }
            guard known.contains(number) else { return ValueProblem("expected \(range)") }
            settings.layout.frame.length = number
            return nil
        }
    }()

    private static let trailer: [Setting] = [
        algorithm,
        bits("checksum", "The position of the checksum in the frame", \.layout.trailer.checksum),
        bits("counter", "The position of the counter in the frame", \.layout.trailer.counter),
        .choice(
            "layout.trailer.data_id_place",
            "The position of the data identifier among the covered bytes",
            \.layout.trailer.dataIdentifierPlace),
        covered,
    ]

    private static let algorithm: Setting = {
        let names = ChecksumAlgorithm.named.map(\.name).joined(separator: ", ")
        return Setting(
            path: Setting.path("layout.trailer.algorithm"), range: "one of \(names)",
            meaning: "The algorithm of the checksum"
        ) {
            ($0.layout.trailer.algorithm?.name).map { .text($0) }
        } set: { settings, value in
            guard case .text(let text) = value else { return Setting.wrongType("a text", value) }
            guard let algorithm = ChecksumAlgorithm(name: text) else {
                return ValueProblem("expected one of \(names)")
            }
            settings.layout.trailer.algorithm = algorithm
            return nil
        }
    }()

    private static func bits(
        _ key: String, _ meaning: String, _ place: SettingPlace<SignalBits?>
    ) -> Setting {
        let range = "start bit, width and byte order as in a DBC: \"64|8@1\""
        return Setting(
            path: ["layout", "trailer", key], range: range, meaning: meaning
        ) {
            ($0[keyPath: place]?.notation).map { .text($0) }
        } set: { settings, value in
            guard case .text(let text) = value else { return Setting.wrongType("a text", value) }
            guard let bits = SignalBits(notation: text) else {
                return ValueProblem("expected \(range)")
            }
            settings[keyPath: place] = bits
            return nil
        }
    }

    private static let covered = Setting(
        path: Setting.path("layout.trailer.covered_bytes"),
        range: "the first and the last byte, as in [0, 6]",
        meaning: "The bytes of the frame that the checksum covers; default: all"
    ) {
        $0.layout.trailer.covered.map {
            .list([.integer($0.lowerBound), .integer($0.upperBound - 1)])
        }
    } set: { settings, value in
        guard case .list(let ends) = value, ends.count == 2, case .integer(let low) = ends[0],
            case .integer(let high) = ends[1], 0 <= low, low <= high, high < 64
        else { return ValueProblem("expected the first and the last byte, as in [0, 6]") }
        settings.layout.trailer.covered = low..<high + 1
        return nil
    }

    private static func dataIdentifier(of kind: MessageKind) -> Setting {
        Setting(
            path: ["layout", "trailer", "data_id", kind.maskName], range: "0 to 65535",
            meaning: "The data identifier of \(kind.name)"
        ) {
            $0.layout.trailer.dataIdentifiers[kind].map { .integer($0) }
        } set: { settings, value in
            guard case .integer(let number) = value else {
                return Setting.wrongType("a whole number", value)
            }
            guard (0...65535).contains(number) else {
                return ValueProblem("0 to 65535 can be set")
            }
            settings.layout.trailer.dataIdentifiers[kind] = number
            return nil
        }
    }

    private static func identifier(of carrier: MessageName) -> Setting {
        var setting = Setting(
            path: carrier.settingPath, range: "a text, as in \"0x300\"",
            meaning: "The identifier of \(carrier.description)"
        ) {
            $0.layout.identifierText(of: carrier).map { .text($0) }
        } set: { settings, value in
            guard case .text(let text) = value else {
                return Setting.wrongType("a text, as in \"0x300\"", value)
            }
            do throws(ValueProblem) { try settings.layout.setIdentifier(text, of: carrier) } catch {
                return error
            }
            return nil
        }
        setting.source = "layout.name"
        return setting
    }
}
