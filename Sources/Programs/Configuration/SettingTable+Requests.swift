import ADASISv2
import CANFrames

extension SettingTable {
    /// Settings of the frame in which clients ask for messages.
    static let requests: [Setting] = [
        .optionalText(
            "requests.layout", "plain, or the path of a DBC file that ends in .dbc",
            "The layout of the requests of clients; without it none are read",
            \.requests.layout
        ) { text in
            text == RequestChoice.plain || text.hasSuffix(".dbc")
                ? nil : ValueProblem("expected plain or a file that ends in .dbc")
        },
        .optionalText(
            "requests.can_id", "hexadecimal",
            "The CAN identifier of the layout plain; default: 0x306", \.requests.identifier
        ) { CANIdentifier.problem(with: $0[...]).map { ValueProblem($0) } },
        name("message", "The message of the DBC", \.requests.message, "a message of the DBC"),
        name("type_signal", "The type of the messages to send again", \.requests.type),
        name(
            "counter_signal",
            "The cyclic counter of the message to send again; without it all messages of the type are"
                + " sent",
            \.requests.counter),
        name("reset_signal", "Not 0: everything is sent again", \.requests.reset),
        name("segment_signal", "0: no SEGMENT is sent", \.requests.segment),
        name("stub_signal", "0: no STUB is sent", \.requests.stub),
        name("profile_short_signal", "0: no PROFILE SHORT is sent", \.requests.profileShort),
        name("profile_long_signal", "0: no PROFILE LONG is sent", \.requests.profileLong),
        name("checksum_signal", "The checksum of the request", \.requests.checksum),
        .optionalText(
            "requests.checksum_algorithm", "one of " + algorithms,
            "The algorithm of the checksum", \.requests.algorithm
        ) { text in
            ChecksumAlgorithm(name: text) == nil
                ? ValueProblem("expected one of \(algorithms)") : nil
        },
        dataIdentifier,
        name(
            "alive_counter_signal",
            "A counter that changes with each request; a request with the same counter value is"
                + " rejected",
            \.requests.aliveCounter),
    ]

    private static let algorithms = ChecksumAlgorithm.named.map(\.name).joined(separator: ", ")

    private static func name(
        _ key: String, _ meaning: String, _ place: SettingPlace<String?>,
        _ range: String = "a signal of the message"
    ) -> Setting {
        .optionalText("requests." + key, range, meaning, place) { text in
            text.isEmpty ? ValueProblem("expected a name of the DBC") : nil
        }
    }

    private static let dataIdentifier = Setting(
        path: ["requests", "checksum_data_id"],
        range: Setting.text(0...65_535, ""),
        meaning: "A number that the checksum covers before the frame"
    ) {
        $0.requests.dataIdentifier.map { .integer($0) }
    } set: { settings, value in
        guard case .integer(let number) = value else {
            return Setting.wrongType("a whole number", value)
        }
        guard (0...65_535).contains(number) else {
            return ValueProblem(Setting.text(0...65_535, ""))
        }
        settings.requests.dataIdentifier = number
        return nil
    }
}
