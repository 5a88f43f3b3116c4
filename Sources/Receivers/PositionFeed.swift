public import Configuration
public import Console
import Glibc
public import LinuxLoop
public import Positioning
public import Quantities

/// Reads the position source without ever blocking and hands its events on.
///
/// What is not a file comes back by itself: a receiver that is unplugged, a host that is down, a gpsd
/// that ends or gives its device up is tried again every second. Fixes carry how late they arrived
/// (``ReceiverClock``).
public struct PositionFeed: ~Copyable {
    /// What the source has come to.
    public enum Progress: Sendable {
        /// There may be more.
        case open
        /// It has ended for good: a file or standard input.
        case ended
    }

    private let source: PositionSource
    /// Takes a line for people.
    private let say: (String) -> Void
    private var input: PositionInput
    /// What came of connections that have ended, or of a file.
    private var former: InputTally?
    private var clock = ReceiverClock()
    private var calendar: WeekRollover
    private var isRolloverTold = false
    private var drive: [FixLog.Entry] = []
    private var nextEntry = 0
    private var start = MonotonicTime.zero
    private var rate = 1.0
    private var connection: OwnedDescriptor?
    private var connector: Connector?
    private var buffer = [UInt8](repeating: 0, count: 4096)
    /// So many times it is filled in one go.
    private static let mostReads = 16
    /// When the last bytes came, for the end of an epoch.
    private var lastByte: MonotonicTime?
    /// When gpsd is asked again, since it has been silent.
    private var nextReminder: MonotonicTime?
    private var toldProblems = 0
    private var isConnectionLossTold = false

    /// So many problems of the input are told one by one.
    private static let problemsToTell = 20
    /// The pause between attempts to reach the source.
    private static let retryPause = Nanoseconds.milliseconds(1000)
    /// A receiver that falls silent within an epoch has said all of it.
    private static let silence = Nanoseconds.milliseconds(200)
    /// gpsd reports at least every second; silent for so long, it has lost its device.
    private static let reminderPause = Nanoseconds.milliseconds(3000)

    /// Opens the source. A file is read as a whole; a receiver may come later.
    /// - Parameters:
    ///   - earliest: What a receiver dates earlier, by more than a day, has lost count of the weeks. Drives
    ///     of a file may be older.
    ///   - say: Takes a line for people.
    public init(
        _ source: PositionSource, earliest: UTCTime? = nil, wakeup: Wakeup,
        say: @escaping (String) -> Void
    ) throws(Failure) {
        self.source = source
        switch source {
        case .file, .standardInput: calendar = WeekRollover(earliest: nil)
        case .gpsd, .serial, .tcp, .udp: calendar = WeekRollover(earliest: earliest)
        }
        self.say = say
        input = source.input
        do {
            switch source {
            case .file(let path, let rate):
                self.rate = rate
                try take(FixLog(try Files.read(path)))
            case .standardInput where try !Poller.canWait(for: STDIN_FILENO):
                // A file, or /dev/null, as services have it: its bytes do not come at the drive's pace.
                try take(FixLog(try Files.read("-")))
            case .standardInput:
                let flags = fcntl(STDIN_FILENO, F_GETFL)
                _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
                connection = OwnedDescriptor(STDIN_FILENO)
            case .gpsd(let host, let port, _), .tcp(let host, let port):
                try connect(wakeup) { .tcp(host: host, port: port) }
            case .udp(let host, let port):
                try connect(wakeup) { .udp(host: host, port: port) }
            case .serial(let path, let baud):
                try connect(wakeup) { .serial(path: path, baud: baud) }
            }
        } catch let error as SystemError {
            throw Failure("\(source): \(error)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("\(source): \(error)")
        }
    }

    private mutating func connect(
        _ wakeup: Wakeup, _ open: @escaping @Sendable () -> Connector.Outcome
    ) throws(SystemError) {
        let connector = Connector(wakeup: wakeup, open: open)
        try connector.start(after: .zero)
        self.connector = connector
    }

    /// What was read and what was dropped so far, and why; `nil` before there was anything.
    public var tally: InputTally? {
        guard var all = former else { return input.tally }
        if let now = input.tally { all.add(now) }
        return all
    }

    /// The descriptor to wait for, `nil` where there is none now.
    public var descriptor: Int32? {
        switch connection {
        case .some(let connection): connection.number
        case nil: nil
        }
    }

    /// When it has something without being told: the next fix of a recorded drive, or the end of an
    /// epoch in which the receiver fell silent.
    public var deadline: MonotonicTime? {
        if nextEntry < drive.count { return time(of: drive[nextEntry]) }
        let epochEnd = lastByte.map { $0 + Self.silence }
        guard let epochEnd, let nextReminder else { return epochEnd ?? nextReminder }
        return min(epochEnd, nextReminder)
    }

    /// A recorded drive begins now.
    public mutating func begin(at time: MonotonicTime) { start = time }

    /// Takes over the connection that the connector has made. Says whether there is one.
    public mutating func takeConnection(at time: MonotonicTime) throws(SystemError) -> Bool {
        guard let connector, let outcome = connector.takeOutcome() else { return false }
        switch outcome {
        case .connected(let descriptor):
            let opened = OwnedDescriptor(descriptor)
            guard askGPSD(on: descriptor, at: time) else {
                try connector.start(after: Self.retryPause)
                return false
            }
            say("connected to \(source)")
            isConnectionLossTold = false
            connection = consume opened
            return true
        case .failed(let reason):
            if !isConnectionLossTold { say("cannot reach \(source): \(reason); trying again") }
            isConnectionLossTold = true
            try connector.start(after: Self.retryPause)
            return false
        }
    }

    /// Asks gpsd for reports, which also makes it look for a device that it has given up. Says whether
    /// the connection holds.
    private mutating func askGPSD(on descriptor: Int32, at time: MonotonicTime) -> Bool {
        guard case .gpsd(_, _, let device) = source else { return true }
        nextReminder = time + Self.reminderPause
        let command = Array(GPSDReader.watchCommand(device: device).utf8)
        switch attempt({ write(descriptor, command, command.count) }) {
        // A line that is as short as this fits into the connection's buffer, or nobody reads it.
        case .success(command.count), .failure(EAGAIN): return true
        case .success, .failure: return false
        }
    }

    /// Appends what is due or has arrived. `willClose` is told a descriptor that goes.
    public mutating func read(
        at now: MonotonicTime, into events: inout [PositionEvent], willClose: (Int32) -> Void
    ) throws(SystemError) -> Progress {
        while nextEntry < drive.count, time(of: drive[nextEntry]) <= now {
            events.append(event(of: drive[nextEntry]))
            nextEntry += 1
        }
        if !drive.isEmpty { return nextEntry < drive.count ? .open : .ended }
        let first = events.count
        defer { date(&events, from: first) }
        var problems: [InputProblem] = []
        defer { for problem in problems { tell(problem) } }
        // Out of self while the input is read, and put back.
        var clock = self.clock
        defer { self.clock = clock }
        func take(_ output: PositionOutput, _ mark: SourceMark) {
            switch output {
            case .event(.fix(var fix)):
                fix.delay = clock.delay(of: mark.time, arrivedAt: now)
                events.append(.fix(fix))
            case .event(let event): events.append(event)
            case .problem(let problem): problems.append(problem)
            }
        }
        if let lastByte, now >= lastByte + Self.silence {
            input.flush(take)
            self.lastByte = nil
        }
        guard let descriptor else { return .open }
        // The buffer is taken out while it is read from, and put back.
        var buffer: [UInt8] = []
        swap(&buffer, &self.buffer)
        defer { swap(&buffer, &self.buffer) }
        // A source that is always ahead does not keep the daemon from all else; what is left stays readable.
        for _ in 0..<Self.mostReads {
            let result = attempt {
                buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            }
            switch result {
            case .success(let count) where count > 0:
                lastByte = now
                if nextReminder != nil { nextReminder = now + Self.reminderPause }
                input.ingest(buffer.span.extracting(first: count), take)
            case .success where source.isDatagrams: continue
            case .failure(EAGAIN):
                guard let due = nextReminder, now >= due, !askGPSD(on: descriptor, at: now) else {
                    return .open
                }
                fallthrough
            case .success, .failure:
                input.finish(take)
                willClose(descriptor)
                connection = nil
                clock = ReceiverClock()
                return try reconnect()
            }
        }
        return .open
    }

    /// Puts the dates of fixes right.
    private mutating func date(_ events: inout [PositionEvent], from first: Int) {
        for index in events.indices[first...] {
            guard case .fix(var fix) = events[index], let time = fix.time else { continue }
            fix.time = calendar.correct(time)
            tellRollover()
            events[index] = .fix(fix)
        }
    }

    private mutating func tellRollover() {
        guard calendar.weeks > 0, !isRolloverTold else { return }
        isRolloverTold = true
        say(
            "\(source): the receiver's dates are before those of the map's data; taken for \(calendar.weeks)"
                + " weeks later (GPS week rollover)")
    }

    private mutating func reconnect() throws(SystemError) -> Progress {
        guard let connector else { return .ended }
        let end = if case .serial = source { "is gone" } else { "closed the connection" }
        say("\(source) \(end); trying again")
        isConnectionLossTold = true
        lastByte = nil
        nextReminder = nil
        former = tally
        input = source.input
        try connector.start(after: Self.retryPause)
        return .open
    }

    private mutating func take(_ log: FixLog) throws(Failure) {
        drive = log.entries
        former = log.tally
        guard !drive.isEmpty else {
            let reason = log.problems.first.map { "; the first problem: \($0)" } ?? ""
            throw Failure("\(source): there is no position in it\(reason)")
        }
        for problem in log.problems { tell(problem) }
    }

    private func time(of entry: FixLog.Entry) -> MonotonicTime {
        start + .seconds((entry.arrival - .zero).seconds / rate)
    }

    /// At twice the pace the car is twice as fast.
    private func event(of entry: FixLog.Entry) -> PositionEvent {
        guard case .fix(var fix) = entry.event, let speed = fix.speed else { return entry.event }
        fix.speed = speed * rate
        return .fix(fix)
    }

    private mutating func tell(_ problem: InputProblem) {
        toldProblems += 1
        if toldProblems <= Self.problemsToTell {
            say("\(source): \(problem)")
        } else if toldProblems == Self.problemsToTell + 1 {
            say("\(source): more such problems are not told any more")
        }
    }
}
