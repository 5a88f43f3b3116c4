@testable import Positioning

/// A sentence with its checksum and line end.
func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
}

/// Everything a reader makes of a text that comes in chunks of a size.
struct Readings {
    var events: [PositionEvent] = []
    var problems: [InputProblem] = []

    var fixes: [Fix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }
    var noFixes: [NoFix] {
        events.compactMap { if case .noFix(let noFix) = $0 { noFix } else { nil } }
    }
    var lines: [String] { problems.map(\.description) }

    mutating func take(_ output: PositionOutput) {
        switch output {
        case .event(let event): events.append(event)
        case .problem(let problem): problems.append(problem)
        }
    }

    static func nmea(_ text: String, chunk: Int = 4096) -> Readings {
        nmea(Array(text.utf8), chunk)
    }

    static func nmea(_ bytes: [UInt8], _ chunk: Int = 4096) -> Readings {
        var readings = Readings()
        var reader = NMEAReader()
        for piece in pieces(bytes, chunk) {
            reader.ingest(piece.span) { output, _ in readings.take(output) }
        }
        reader.finish { output, _ in readings.take(output) }
        return readings
    }

    static func gpsd(_ text: String, device: String? = nil, chunk: Int = 4096) -> Readings {
        var readings = Readings()
        var reader = GPSDReader(device: device)
        for piece in pieces(Array(text.utf8), chunk) {
            reader.ingest(piece.span) { output, _ in readings.take(output) }
        }
        reader.finish { output, _ in readings.take(output) }
        return readings
    }

    static func csv(_ text: String, chunk: Int = 4096) -> Readings {
        var readings = Readings()
        var reader = CSVReader()
        for piece in pieces(Array(text.utf8), chunk) {
            reader.ingest(piece.span) { output, _ in readings.take(output) }
        }
        reader.finish { output, _ in readings.take(output) }
        return readings
    }

    static func gpx(_ text: String, chunk: Int = 4096) -> Readings {
        var readings = Readings()
        var reader = GPXReader()
        for piece in pieces(Array(text.utf8), chunk) {
            reader.ingest(piece.span) { output, _ in readings.take(output) }
        }
        reader.finish { output, _ in readings.take(output) }
        return readings
    }

    static func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min($0 + size, bytes.count)])
        }
    }
}
