public import ADASISv2
import CANDatabase
import CANFrames
import TextFiles

/// The frame in which clients ask for messages, as it is chosen. The DBC is only read by ``load(beside:)``.
public struct RequestChoice: Sendable {
    /// `plain` or the path of a DBC; `nil` where no requests are read.
    var layout: String?
    /// The identifier of the plain layout, as it was written.
    var identifier: String?
    /// The name of the DBC's message.
    var message: String?
    /// The names of its signals.
    var type: String?
    var counter: String?
    var reset: String?
    var segment: String?
    var stub: String?
    var profileShort: String?
    var profileLong: String?
    /// Its checksum.
    var checksum: String?
    var algorithm: String?
    var dataIdentifier: Int?
    var aliveCounter: String?
    /// What reads the requests, once loaded; `nil` without any.
    public private(set) var reader: RequestLayout?

    /// The name of the layout that needs no DBC.
    static let plain = "plain"

    /// Why the parts of a choice do not go together, with the settings that it is about.
    struct Problem: Error {
        let settings: [String]
        let text: String

        init(_ setting: String, _ text: String) {
            settings = ["requests." + setting, "requests.layout"]
            self.text = "requests.\(setting): \(text)"
        }
    }

    private var isDatabase: Bool { layout?.hasSuffix(".dbc") ?? false }

    private var signals: [(setting: String, name: String?, signal: RequestLayout.Signal)] {
        [
            ("type_signal", type, .messageType), ("counter_signal", counter, .cyclicCounter),
            ("reset_signal", reset, .reset), ("segment_signal", segment, .wants(.segment)),
            ("stub_signal", stub, .wants(.stub)),
            ("profile_short_signal", profileShort, .wants(.profileShort)),
            ("profile_long_signal", profileLong, .wants(.profileLong)),
        ]
    }

    /// Checks without reading the file.
    func check() throws(Problem) {
        let ofDatabase =
            [("message", message)] + signals.map { ($0.setting, $0.name) } + [
                ("checksum_signal", checksum), ("checksum_algorithm", algorithm),
                ("checksum_data_id", dataIdentifier.map { "\($0)" }),
                ("alive_counter_signal", aliveCounter),
            ]
        guard isDatabase else {
            for (setting, name) in ofDatabase where name != nil {
                throw Problem(setting, "only a DBC has one; requests.layout names none")
            }
            if layout == nil, identifier != nil {
                throw Problem("can_id", "there is no requests.layout")
            }
            return
        }
        if identifier != nil { throw Problem("can_id", "the DBC of requests.layout defines it") }
        if message == nil { throw Problem("layout", "there is no requests.message") }
        if type == nil, counter != nil {
            throw Problem("counter_signal", "there is no requests.type_signal")
        }
        if signals.allSatisfy({ $0.name == nil }) {
            throw Problem("message", "name at least one signal of the message")
        }
        if (checksum == nil) != (algorithm == nil) {
            throw Problem(
                checksum == nil ? "checksum_algorithm" : "checksum_signal",
                "requests.checksum_signal and requests.checksum_algorithm need each other")
        }
        if checksum == nil, aliveCounter != nil || dataIdentifier != nil {
            throw Problem(
                aliveCounter == nil ? "checksum_data_id" : "alive_counter_signal",
                "there is no requests.checksum_signal")
        }
    }

    /// Puts the layout together, for a provider whose frames have that layout.
    mutating func load(beside frames: Layout) throws(Problem) {
        guard let layout else { return }
        let found = isDatabase ? try database(layout) : plainLayout
        guard !frames.identifiers.contains(found.identifier) else {
            throw Problem(
                isDatabase ? "message" : "can_id",
                "0x\(found.identifier.text) is the identifier of a message of the horizon")
        }
        reader = found
    }

    private var plainLayout: RequestLayout {
        guard let identifier, let number = CANIdentifier(text: identifier[...]) else {
            return .plain()
        }
        return .plain(number)
    }

    private func database(_ path: String) throws(Problem) -> RequestLayout {
        let database: Database
        do throws(Failure) {
            database = try DatabaseFile.read(path)
        } catch {
            throw Problem("layout", error.description)
        }
        var source = RequestSource(message: message ?? "")
        source.signals = signals.compactMap { entry in
            entry.name.map { RequestSource.Name(entry.signal, $0) }
        }
        source.checksum = checksum
        source.algorithm = algorithm.flatMap { ChecksumAlgorithm(name: $0) }
        source.dataIdentifier = dataIdentifier.map { UInt16(clamping: $0) }
        source.aliveCounter = aliveCounter
        do throws(RequestLayoutError) {
            return try RequestLayout(source, in: database)
        } catch {
            throw Problem("message", "\(path): \(error)")
        }
    }
}
