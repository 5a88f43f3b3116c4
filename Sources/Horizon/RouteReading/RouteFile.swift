public import Geodesy
import Positioning

/// A route from a file.
///
/// ```swift
/// let route = try RouteFile(bytes)
/// let links = try route.links(on: map, for: .car)
/// ```
public enum RouteFile: Sendable, Hashable {
    /// A driven line in unbroken stretches: all tracks of a GPX file are one stretch, each LineString of a
    /// GeoJSON file is one. The fastest route leads from the end of a stretch to the next one.
    case line([[Point]])
    /// Points of the fastest route: the routes of a GPX file.
    case points([Point])
    /// OpenStreetMap ways in driving order.
    case ways([WayEntry])
    /// A line location in OpenLR's binary format.
    case openLR(OpenLRLine)

    /// A point, and its line in the file, counted from 1.
    public struct Point: Sendable, Hashable {
        /// The place.
        public var place: Coordinate
        /// The line of the file.
        public var line: Int
    }

    /// The largest file, in bytes: a track around the Earth.
    public static var largest: Int { 256 << 20 }

    /// Reads a file. The first byte shows the format: `<` is GPX, `{` is GeoJSON (RFC 7946), a digit, a sign or
    /// `#` is a list of ways, anything else is OpenLR in Base64 (RFC 4648). An empty file is a list without
    /// ways.
    public init(_ bytes: [UInt8]) throws(RouteError) {
        guard bytes.count <= Self.largest else {
            throw .route("the file is larger than \(Self.largest >> 20) MiB")
        }
        // After blanks and a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        guard let first = bytes[start...].first(where: { $0 > 0x20 }) else {
            self = .ways([])
            return
        }
        switch first {
        case UInt8(ascii: "<"): self = try Self.gpx(bytes)
        case UInt8(ascii: "{"): self = .line(try GeoJSONLine.stretches(of: bytes, from: start))
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "#"), 0x30...0x39:
            self = .ways(try WayEntry.list(bytes[start...]))
        default: self = .openLR(try OpenLRLine(base64: bytes[start...]))
        }
    }

    private static func gpx(_ bytes: [UInt8]) throws(RouteError) -> Self {
        let line: GPXLine
        do throws(InputProblem) {
            line = try GPXLine(bytes.span)
        } catch {
            throw .input(line: error.line, "\(error.kind)")
        }
        let points = line.points.map { Point(place: $0.place, line: $0.line) }
        guard points.count > 1 else {
            throw .route("this GPX contains neither a route nor a track with two points")
        }
        return line.isRoute ? .points(points) : .line([points])
    }
}
