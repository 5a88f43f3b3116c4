public import ADASISv2
import CANDatabase
import CANFrames
import Positioning

/// A way by which bytes from outside come in. Any bytes must be understood or refused, and what is
/// understood must come back the same after it was written again.
public enum FuzzEntry: String, CaseIterable, Sendable {
    /// A DBC file.
    case dbc
    /// A line of a candump log.
    case candump
    /// A bus log: the text formats, BLF, pcap and pcapng, MDF4, and any of them in gzip.
    case textlog, blf, pcap, mdf4, gzip
    /// Frames in each layout.
    case decoder
    /// Requests of clients, in storms.
    case requests
    /// What clients send to the control socket.
    case control
    /// A mapping of a DBC's names.
    case mapping
    /// A configuration.
    case configuration
    /// A recording, its checksums right, through an engine.
    case recording
    /// What is on the bus, to a client.
    case reconstructor
    /// What is on the bus, to who watches the rules.
    case checker
    /// A map file.
    case map
    /// Saved tiles of the Platform Data Extension.
    case tiles
    /// A receiver's sentences, gpsd's JSON, a track in GPX, a table of positions.
    case nmea, gpsd, gpx, csv
    /// The file of a route, through to its links.
    case route
    /// A file of objects, through to where a car meets them.
    case objects
    /// What the daemon has stored: the place of the vehicle, and learned turns.
    case state
    /// Observations of drives.
    case observations
    /// The key that maps are signed with.
    case key
    /// The index of a region set, and the area of a region.
    case regions
    /// A route in OpenLR's binary format.
    case openLR = "openlr"

    /// Feeds the bytes; what does not hold is told, `nil` is fine.
    public func feed(_ bytes: [UInt8]) -> String? {
        switch self {
        case .dbc: Self.dbc(bytes)
        case .candump: Self.candump(bytes)
        case .textlog, .blf, .pcap, .mdf4, .gzip: Self.log(bytes)
        case .decoder: Self.decoder(bytes)
        case .requests: Self.requests(bytes)
        case .control: Self.control(bytes)
        case .mapping: Self.mapping(bytes)
        case .configuration: Self.configuration(bytes)
        case .recording: Self.recording(bytes)
        case .reconstructor: Self.reconstructor(bytes)
        case .checker: Self.checker(bytes)
        case .map: MapReading.feed(bytes)
        case .tiles: Self.tiles(bytes)
        case .nmea: Self.positions(bytes, .nmea)
        case .gpsd: Self.positions(bytes, .gpsd)
        case .gpx: Self.positions(bytes, .gpx)
        case .csv: Self.positions(bytes, .csv)
        case .route: Self.route(bytes)
        case .objects: Self.objects(bytes)
        case .state: Self.state(bytes)
        case .observations: Self.observations(bytes)
        case .key: Self.key(bytes)
        case .regions: Self.regions(bytes)
        case .openLR: Self.openLR(bytes)
        }
    }

    private static func dbc(_ bytes: [UInt8]) -> String? {
        guard let database = try? Database(parsing: bytes.span) else { return nil }
        let printed = database.dbc
        guard let again = try? Database(parsing: printed) else {
            return "what was printed is not read:\n\(printed)"
        }
        if again.dbc != printed { return "what was printed reads as something else:\n\(printed)" }
        var parser = DatabaseParser()
        let half = bytes.count / 2
        do {
            try parser.push(bytes.span.extracting(0..<half))
            try parser.push(bytes.span.extracting(half..<bytes.count))
            if try parser.finish() != database { return "in two pieces it is something else" }
        } catch {
            return "in two pieces it is not read: \(error)"
        }
        guard let layout = try? Layout(database: database) else { return nil }
        for message in layout.messages {
            let frame = CANFrame(
                identifier: message.identifier,
                clampedLength: message.frameLength,
                isFD: message.isFD
            )
            if let problem = roundTrip(frame, layout) { return problem }
        }
        return nil
    }

    private static func candump(_ bytes: [UInt8]) -> String? {
        guard let logged = try? LoggedFrame(parsing: bytes.span) else { return nil }
        let text = logged.text
        guard var again = try? LoggedFrame(parsing: text) else {
            return "what was printed is not read: \(text)"
        }
        // Nanoseconds are read and microseconds written.
        guard again.nanoseconds == logged.nanoseconds / 1000 * 1000 else {
            return "the time has changed: \(text)"
        }
        again.nanoseconds = logged.nanoseconds
        return again == logged ? nil : "what was printed reads as something else: \(text)"
    }

    /// Layouts of every make: presets, FD, spread over identifiers, all on one, sealed.
    public static let layouts: [Layout] = {
        var layouts = LayoutPreset.allCases.map { Layout($0) }
        var channels = layouts[0]
        channels.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .curvature)
        var shared = layouts[0]
        for kind in MessageKind.standard {
            shared.setIdentifier(CANIdentifier(truncatingBase: 0x300), of: kind)
        }
        layouts += [channels, shared]
        if let wide = try? layouts[1].placing(at: 3, frameLength: 64, isFD: true) {
            layouts.append(wide)
        }
        let sealed = try? layouts[0].placing(at: 0, frameLength: 12, isFD: true).sealed { _ in
            Trailer(
                checksum: SignalBits(startBit: 72, width: 8, byteOrder: .intel),
                algorithm: .xor
            )
        }
        if let sealed { layouts.append(sealed) }
        return layouts
    }()

    /// The first byte chooses identifier and length, the others are the payload.
    private static func decoder(_ bytes: [UInt8]) -> String? {
        guard let choice = bytes.first else { return nil }
        let identifier = CANIdentifier(truncatingBase: 0x300 + UInt16(choice & 0x1F))
        for isFD in [false, true] {
            var frame = CANFrame(
                identifier: identifier,
                clampedLength: choice & 0x80 != 0 ? 8 : bytes.count - 1,
                isFD: isFD
            )
            for (index, byte) in bytes.dropFirst().prefix(frame.length).enumerated() {
                frame.bytes[index] = byte
            }
            for layout in layouts {
                if let problem = roundTrip(frame, layout) { return problem }
            }
        }
        return nil
    }

    private static func roundTrip(_ frame: CANFrame, _ layout: Layout) -> String? {
        guard let message = try? layout.decode(frame) else { return nil }
        if let (kind, raw) = try? layout.fields(of: frame) {
            let profile = ProfileType(kind: kind, raw: raw)
            for (index, field) in kind.fields.enumerated()
            where field.value(of: raw[index], in: kind, profile: profile).text.isEmpty {
                return "\(field.rawValue) of \(raw[index]) says nothing"
            }
        }
        guard layout.carries(message) else { return nil }
        let again = try? layout.decode(layout.encode(message))
        return again == message ? nil : "\(message) comes back as \(String(describing: again))"
    }

    private static func mapping(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let mapping = try? LayoutMapping(parsing: text) else { return nil }
        guard let database = try? layouts[0].database(),
            let layout = try? Layout(database: database, mapping: mapping)
        else { return nil }
        for message in layout.messages {
            let frame = CANFrame(identifier: message.identifier, clampedLength: 8)
            if let problem = roundTrip(frame, layout) { return problem }
        }
        return nil
    }
}
