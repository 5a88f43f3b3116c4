import CLibrary
import TextFiles

/// The kind of a file by its first bytes, for the line about a file that stands in the place of another one.
enum FileKind {
    case empty, map, openStreetMap, recording, nmea, gpsd, gpx, dbc, frames

    /// The kind, `nil` where the bytes do not show it.
    init?(start bytes: some Collection<UInt8>) {
        if bytes.isEmpty {
            self = .empty
            return
        }
        let text = String(decoding: bytes.prefix(400), as: UTF8.self)
        let rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("EHMAP") {
            self = .map
        } else if text.hasPrefix("EHREC") {
            self = .recording
        } else if text.prefix(40).contains("OSMHeader") || rest.contains("<osm ") {
            self = .openStreetMap
        } else if rest.contains("<gpx") {
            self = .gpx
        } else if rest.hasPrefix("$G") {
            self = .nmea
        } else if rest.hasPrefix("{\"class\"") {
            self = .gpsd
        } else if rest.hasPrefix("VERSION \"") || rest.hasPrefix("BO_ ") {
            self = .dbc
        } else if rest.hasPrefix("("), rest.prefix(100).contains("#") {
            self = .frames
        } else {
            return nil
        }
    }

    /// The kind of an open file, which is read from its start afterwards; `nil` also of a pipe.
    init?(descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        self.init(start: bytes.prefix(count))
    }

    /// What it is, and what takes it.
    var words: String {
        switch self {
        case .empty: "the file is empty"
        case .map: "this is a compiled map, which --map takes"
        case .openStreetMap: "this is OpenStreetMap data, which 'ehorizon map build --osm' compiles"
        case .recording: "this is a recording, which 'ehorizon replay --input' takes"
        case .nmea: "this is an NMEA 0183 log, which 'ehorizon replay --input' takes"
        case .gpsd: "this is a gpsd JSON log, which 'ehorizon replay --input' takes"
        case .gpx: "this is a GPX track, which 'ehorizon replay --input' takes"
        case .dbc: "this is a DBC, which --layout takes"
        case .frames: "this is a log of CAN frames, which 'ehorizon decode' reads"
        }
    }
}
