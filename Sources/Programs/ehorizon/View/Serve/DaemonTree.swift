import JSONReading
import Quantities
import RoadMap
import Scene
import TextFiles

/// The answer of a daemon to the request `tree` (docs/guide/status.md).
struct DaemonTree {
    /// The identity of its map; `nil` if none is in use.
    private(set) var map: String?
    /// The local time of its limits, s since 1970; `nil` if unknown.
    private(set) var moment: Int64?
    /// The path of the vehicle and its offset there, m; `nil` while it is on no road.
    private(set) var path: Int?
    private(set) var offset: Double?
    /// The most probable path, path by path.
    private(set) var main: [Int] = []
    private(set) var paths: [LinkTreePainter.Path] = []
    private var isDone = false
    private var error: String?

    /// Reads a line of the socket at a path.
    init(_ line: [UInt8], from socket: String) throws(Failure) {
        var reader = JSONReader(line)
        do throws(JSONReader.Failure) {
            try read(&reader)
            try reader.finish()
        } catch {
            throw Failure("\(socket): byte \(error.at): expected \(error.expected)")
        }
        guard isDone else { throw Failure("\(socket): \(error ?? "no answer")") }
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        try reader.open("{")
        var isFirst = true
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "ok": isDone = try reader.text() == "true"
            case "error": error = try reader.text()
            case "map": map = try reader.text()
            case "moment": moment = try reader.text().flatMap { Int64($0) }
            case "path": path = try reader.text().flatMap { Int($0) }
            case "offset_m": offset = try reader.text().flatMap { Double($0) }
            case "main":
                main = try Self.list(&reader) { reader throws(JSONReader.Failure) in
                    try Self.integer(&reader)
                }
            case "paths":
                paths = try Self.list(&reader) { reader throws(JSONReader.Failure) in
                    try Self.path(&reader)
                }
            default: try reader.skip()
            }
        }
    }

    private static func path(
        _ reader: inout JSONReader
    ) throws(JSONReader.Failure) -> LinkTreePainter.Path {
        var frame = PathPicture(id: 0, index: nil)
        (frame.isDrivable, frame.probability) = (true, 1)
        let at = reader.at
        var start = 0.0
        var links: [DirectedLink] = []
        try reader.open("{")
        var isFirst = true
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "path": frame.id = try integer(&reader)
            case "path_index": frame.index = try reader.text().flatMap { Int($0) }
            case "level": frame.level = try integer(&reader)
            case "total_probability": frame.total = try reader.text().flatMap { Double($0) }
            case "parent": frame.parent = try reader.text().flatMap { Int($0) }
            case "branch_offset_m": frame.branchOffset = try reader.number()
            case "angle_deg": frame.turnAngle = try reader.number()
            case "probability": frame.probability = try reader.number()
            case "drivable": frame.isDrivable = try reader.text() == "true"
            case "u_turn": frame.isUTurn = try reader.text() == "true"
            case "end": frame.end = try reader.text()
            case "start_m": start = try reader.number()
            case "links":
                links = try list(&reader) { reader throws(JSONReader.Failure) in
                    try link(&reader)
                }
            default: try reader.skip()
            }
        }
        guard let start = Centimetres(rounding: Metres(start)) else {
            throw JSONReader.Failure(expected: "a length", at: at)
        }
        var path = LinkTreePainter.Path(frame, from: start)
        path.links = links
        return path
    }

    private static func link(_ reader: inout JSONReader) throws(JSONReader.Failure) -> DirectedLink
    {
        let at = reader.at
        var reference: LinkReference?
        var direction: Direction?
        try reader.open("{")
        var isFirst = true
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "link":
                let parts = try reader.text()?.split(separator: ":") ?? []
                if parts.count == 2, let block = UInt32(parts[0]), let index = UInt16(parts[1]) {
                    reference = LinkReference(block: block, index: index)
                }
            case "direction":
                switch try reader.text() {
                case "forward": direction = .forward
                case "backward": direction = .backward
                default: break
                }
            default: try reader.skip()
            }
        }
        guard let reference, let direction else {
            throw JSONReader.Failure(expected: "a link with its direction", at: at)
        }
        return DirectedLink(reference, direction)
    }

    private static func integer(_ reader: inout JSONReader) throws(JSONReader.Failure) -> Int {
        let at = reader.at
        guard let number = Int(exactly: try reader.number()) else {
            throw JSONReader.Failure(expected: "a whole number", at: at)
        }
        return number
    }

    private static func list<Element>(
        _ reader: inout JSONReader,
        of element: (inout JSONReader) throws(JSONReader.Failure) -> Element
    ) throws(JSONReader.Failure) -> [Element] {
        var elements: [Element] = []
        var isFirst = true
        try reader.open("[")
        while try reader.nextElement(&isFirst) { elements.append(try element(&reader)) }
        return elements
    }
}
