import CANFrames
import Foundation
import Glibc
import Testing

/// The gaps between POSITIONs of a daemon in a flood, beside those of a control: a program that does nothing but send
/// a frame ten times a second on the same bus. Both are measured by the time at which the kernel has the frame.
///
/// Flood, log, daemon and control share the one processor of User Mode Linux, and that kernel shares the machine. Where
/// the control itself has longer gaps, the daemon may have them. Otherwise a few gaps may be longer by the time for which
/// the daemon's loop was ready to run and other programs had the processor: the run delay in `/proc/PID/schedstat`, less
/// the time of the daemon's other threads. Where the machine takes some tenths of a second from the guest, the scheduler
/// charges them to whoever was running, and lets the others go first.
final class PositionGaps {
    private static let control = """
        import os, socket, struct, sys, time
        bus = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
        bus.setsockopt(socket.SOL_CAN_RAW, socket.CAN_RAW_FILTER, b"")
        bus.bind((sys.argv[1],))
        tasks = "/proc/%s/task" % sys.argv[2]
        def times(task):
            try:
                with open("%s/%s/schedstat" % (tasks, task)) as file: return [int(n) for n in file.read().split()]
            except OSError: return [0, 0]
        due = time.monotonic()
        number = 0
        while True:
            others = sum(times(task)[0] for task in os.listdir(tasks) if task != sys.argv[2])
            print(time.time_ns(), times(sys.argv[2])[1], others, flush=True)
            if number % 5 == 0: bus.send(struct.pack("=IB3x8s", 0x7F0, 8, bytes(8)))
            number += 1
            due += 0.02
            time.sleep(max(0, due - time.monotonic()))
        """

    private let candump: ChildProcess
    private let control: ChildProcess

    /// Begins to watch a bus on which the daemon runs.
    init(on bus: Bus, of daemon: ChildProcess) throws {
        candump = try ChildProcess("candump", ["-L", "\(bus.name),300:7FF,7F0:7FF"])
        control = try ChildProcess("python3", ["-c", Self.control, bus.name, "\(daemon.id)"])
        let candump = candump
        try eventually("POSITION and control are on the bus") {
            candump.text.contains(" 300#") && candump.text.contains(" 7F0#")
        }
    }

    /// The most gaps that may be longer by the time in which other programs had the processor.
    private static let mostExcused = 3

    /// Watches until so many POSITIONs were sent, and expects no gap above 0.2 s, or 0.1 s above that of the control.
    func expectInterval(
        of count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // POSITION has 8 bytes; a storm may have frames of other lengths with its identifier. What was sent before the
        // control was ready has no measure.
        let begin = try #require(try waits().first).time
        func frames(_ identifier: UInt32) throws -> [Int64] {
            try self.frames().filter {
                $0.1.identifier.value == identifier && $0.1.length == 8 && $0.0 >= begin
            }.map(\.0)
        }
        // Ten a second; the limit is for a daemon that hangs.
        try eventually("\(count) POSITIONs", seconds: 60 + Double(count) / 5) {
            try frames(0x300).count > count
        }
        try #require(
            control.isRunning(), "the control: \(control.words)", sourceLocation: sourceLocation)
        let positions = try frames(0x300)
        let controlled = Self.gaps(try frames(0x7F0))
        let usual = try #require(controlled.map { ($0.end - $0.start) / 1_000_000 }.max())
        let waits = try waits()
        var excused = 0
        for gap in Self.gaps(positions) {
            let long = (gap.end - gap.start) / 1_000_000
            guard long > max(200, usual + 100) else { continue }
            let wait = try Self.wait(during: gap, waits) / 1_000_000
            let words =
                "gap of \(long) ms, \(wait) ms of it without the processor; of the control: \(usual) ms"
            print(words)
            excused += 1
            #expect(long - wait <= 200, "\(words)", sourceLocation: sourceLocation)
        }
        #expect(excused <= Self.mostExcused, sourceLocation: sourceLocation)
    }

    /// The time between two frames, ns since 1970.
    private typealias Gap = (start: Int64, end: Int64)

    private static func gaps(_ times: [Int64]) -> [Gap] {
        zip(times, times.dropFirst()).map { Gap(start: $0, end: $1) }
    }

    /// The run delay of the daemon's loop, and the time of its other threads on the processor, at moments 20 ms apart, ns.
    private func waits() throws -> [(time: Int64, delay: Int64, others: Int64)] {
        try Self.lines(of: control).map { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            try #require(numbers.count == 3, "\(line)")
            return (numbers[0], numbers[1], numbers[2])
        }
    }

    /// For how much of a gap the daemon's loop was ready to run and other programs had the processor, ns. The kernel adds
    /// to the run delay when the wait is over, so the moments begin behind the start of the gap.
    private static func wait(
        during gap: Gap, _ waits: [(time: Int64, delay: Int64, others: Int64)]
    ) throws -> Int64 {
        let before = try #require(waits.first { $0.time >= gap.start })
        let after = try #require(waits.first { $0.time >= gap.end } ?? waits.last)
        try #require(after.delay > 0, "the kernel measures no run delay")
        // A thread that ends takes its time with it.
        return max(0, after.delay - before.delay - max(0, after.others - before.others))
    }

    private func frames() throws -> [(Int64, CANFrame)] {
        try Self.lines(of: candump).compactMap {
            let logged = try LoggedFrame(parsing: String($0))
            return if case .data(let frame) = logged.content { (logged.nanoseconds, frame) } else {
                nil
            }
        }
    }

    /// The lines that a program has printed; the last one may be half written.
    private static func lines(of program: ChildProcess) -> [Substring] {
        let text = program.text
        return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
    }
}
