import CANFrames
import Engine
import Foundation
import Positioning
import Quantities
import RoadMap

/// Nanoseconds of a clock without steps.
func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
}

let map = try RoadMap(source: FileBlockSource(path: CommandLine.arguments[1]))
var engine = Engine(map: map, parameters: EngineParameters())
var receiver = PositionInput()  // NMEA 0183 or gpsd JSON on standard input
var bytes = [UInt8](repeating: 0, count: 4096)
let interval = Nanoseconds(100_000_000)  // a POSITION every 100 ms
var nextTick = now()
var isOpen = true

while isOpen {
    // Wait for the receiver, but not beyond the next POSITION or the next frame.
    let due = min(engine.nextFrameTime(after: now()) ?? nextTick, nextTick)
    let milliseconds = max(0, (due.nanoseconds - now().nanoseconds + 999_999) / 1_000_000)
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    if poll(&input, 1, Int32(milliseconds)) > 0 {
        let count = max(0, read(STDIN_FILENO, &bytes, bytes.count))
        isOpen = count > 0
        var reports: [PositionEvent] = []
        receiver.ingest(bytes.span.extracting(0..<count)) { output, _ in
            if case .event(let report) = output { reports.append(report) }
        }
        for report in reports { try engine.ingest(.position(report), at: now()) }
    }
    if now() >= nextTick {
        try engine.ingest(.tick, at: now())
        nextTick = nextTick + interval
    }
    // The bus takes a frame: here a line of candump, in a car a CAN socket that can be written.
    while let frame = engine.nextFrame(at: now()) {
        let line = LoggedFrame(
            nanoseconds: now().nanoseconds, interface: "can0", content: .data(frame))
        print(line.text)
        engine.frameWasSent(at: now())
    }
    fflush(nil)
}
