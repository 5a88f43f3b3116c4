import CANFrames
import JSONWriting
import Quantities

/// Collects the frames of a bus into records of at most a second, and the bus load of each second.
struct FrameRecord {
    private let source: Int
    private let bitRate: Int?
    /// The start of the record, seconds since the scene's start.
    private var start: Double?
    private var frames: [(milliseconds: Int, frame: CANFrame)] = []
    /// The bits of the frames in the second of this number.
    private var second = 0
    private var bits = 0

    /// The longest time of a record, s.
    private static let longest = 1.0

    init(source: Int, bitRate: Int?) {
        self.source = source
        self.bitRate = bitRate
    }

    /// Adds a frame, and writes what is complete.
    mutating func add(_ frame: CANFrame, at time: Double, to json: inout JSONWriter) {
        advance(to: time, &json)
        if start == nil { start = time }
        frames.append((Int(((time - (start ?? time)) * 1000).rounded()), frame))
        bits += frame.worstCaseBits
    }

    /// Writes what is complete at a moment.
    mutating func advance(to time: Double, _ json: inout JSONWriter) {
        if let start, time - start >= Self.longest { flush(to: &json) }
        while Double(second + 1) <= time {
            writeLoad(to: &json)
            second += 1
            bits = 0
        }
    }

    /// Writes the frames so far.
    mutating func flush(to json: inout JSONWriter) {
        defer { frames.removeAll(keepingCapacity: true) }
        guard let start, !frames.isEmpty else { return }
        self.start = nil
        json.beginObject()
        json.text("r", "frames")
        json.integer("s", source)
        json.number("t", start, places: 3)
        json.beginArray("ms")
        for entry in frames { json.integer(nil, entry.milliseconds) }
        json.endArray()
        json.beginArray("id")
        for entry in frames { json.integer(nil, Int(entry.frame.identifier.value)) }
        json.endArray()
        json.beginArray("data")
        for entry in frames { json.text(nil, Self.digits(of: entry.frame)) }
        json.endArray()
        json.endObject()
        json.endLine()
    }

    private func writeLoad(to json: inout JSONWriter) {
        guard let bitRate, bits > 0 else { return }
        json.beginObject()
        json.text("r", "load")
        json.integer("s", source)
        json.integer("t", second)
        json.integer("every", 1)
        json.beginArray("share")
        json.number(nil, Double(bits) / Double(bitRate), places: 4)
        json.endArray()
        json.endObject()
        json.endLine()
    }

    private static func digits(of frame: CANFrame) -> String {
        var text: [UInt8] = []
        for number in 0..<frame.length {
            let byte = frame.bytes[number]
            for digit in [byte >> 4, byte & 15] {
                text.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
