import Configuration
import Console
import Glibc
import LinuxLoop
import Positioning
import Quantities

/// Reads the position source without ever blocking and hands its events on.
struct PositionFeed: ~Copyable {
    /// What the source has come to.
    enum Progress {
        /// There may be more.
        case open
        /// It has ended for good: a file or standard input.
        case ended
    }

    private let source: PositionSource
    private var input: PositionInput
    private var drive: [FixLog.Entry] = []
    private var nextEntry = 0
    private var start = MonotonicTime.zero
    private var rate = 1.0
    private var connection: OwnedDescriptor?
    private var connector: StreamConnector?
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var lastByte: MonotonicTime?
    private var toldProblems = 0
    private var isConnectionLossTold = false

    /// So many problems of the input are told one by one.
    private static let problemsToTell = 20
    /// The pause between attempts to reach gpsd.
    private static let retryPause = Nanoseconds.milliseconds(1000)
    /// A receiver that falls silent within an epoch has said all of it.
    private static let silence = Nanoseconds.milliseconds(200)

    /// Opens the source. A file is read as a whole; gpsd may come later.
    init(_ source: PositionSource, wakeup: Wakeup) throws(Failure) {
        self.source = source
        input = PositionInput()
        do {
            switch source {
            case .file(let path, let rate):
                self.rate = rate
                try take(FixLog(try Files.read(path)))
            case .standardInput where try !Self.canBeWaitedFor(STDIN_FILENO):
                // A file, or /dev/null, as services have it: its bytes do not come at the drive's pace.
                try take(FixLog(try Files.read("-")))
            case .standardInput:
                let flags = fcntl(STDIN_FILENO, F_GETFL)
                _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
                connection = OwnedDescriptor(STDIN_FILENO)
            case .gpsd(let host, let port, let device):
                input = PositionInput(gpsdDevice: device)
                let connector = StreamConnector(host: host, port: port, wakeup: wakeup)
                try connector.start(after: .zero)
                self.connector = connector
            }
        } catch let error as SystemError {
            throw Failure("\(source): \(error)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("\(source): \(error)")
        }
    }

    /// The descriptor to wait for, `nil` where there is none now.
    var descriptor: Int32? {
        switch connection {
        case .some(let connection): connection.number
        case nil: nil
        }
    }

    /// When it has something without being told: the next fix of a recorded drive, or the end of an
    /// epoch in which the receiver fell silent.
    var deadline: MonotonicTime? {
        if nextEntry < drive.count { return time(of: drive[nextEntry]) }
        return lastByte.map { $0 + Self.silence }
    }

    /// A recorded drive begins now.
    mutating func begin(at time: MonotonicTime) { start = time }

    /// Takes over the connection that the connector has made. Says whether there is one.
    mutating func takeConnection(at time: MonotonicTime) throws(SystemError) -> Bool {
        guard let connector, let outcome = connector.takeOutcome() else { return false }
        switch outcome {
        case .connected(let descriptor):
            let opened = OwnedDescriptor(descriptor)
            let command = Array(GPSDReader.watchCommand.utf8)
            // The first bytes of a fresh connection always fit into its buffer; it can only be gone.
            guard case .success = attempt({ write(descriptor, command, command.count) }) else {
                try connector.start(after: Self.retryPause)
                return false
            }
            Program.say("ehorizond: connected to \(source)")
            isConnectionLossTold = false
            connection = consume opened
            return true
        case .failed(let reason):
            if !isConnectionLossTold {
                Program.say("ehorizond: cannot reach \(source): \(reason); trying again")
            }
            isConnectionLossTold = true
            try connector.start(after: Self.retryPause)
            return false
        }
    }

    /// Appends what is due or has arrived. `willClose` is told a descriptor that goes.
    mutating func read(
        at now: MonotonicTime, into events: inout [PositionEvent], willClose: (Int32) -> Void
    ) throws(SystemError) -> Progress {
        while nextEntry < drive.count, time(of: drive[nextEntry]) <= now {
            events.append(drive[nextEntry].event)
            nextEntry += 1
        }
        if !drive.isEmpty { return nextEntry < drive.count ? .open : .ended }
        var problems: [InputProblem] = []
        func take(_ output: PositionOutput) {
            switch output {
            case .event(let event): events.append(event)
            case .problem(let problem): problems.append(problem)
            }
        }
        defer { for problem in problems { tell(problem) } }
        if let lastByte, now >= lastByte + Self.silence {
            input.flush(take)
            self.lastByte = nil
        }
        guard let descriptor else { return .open }
        // The buffer is taken out while it is read from, and put back.
        var buffer: [UInt8] = []
        swap(&buffer, &self.buffer)
        defer { swap(&buffer, &self.buffer) }
        while true {
            let result = attempt {
                buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            }
            switch result {
            case .success(let count) where count > 0:
                lastByte = now
                input.ingest(buffer.span.extracting(first: count), take)
            case .failure(EAGAIN): return .open
            case .success, .failure:
                input.finish(take)
                willClose(descriptor)
                connection = nil
                return try reconnect()
            }
        }
    }

    private mutating func reconnect() throws(SystemError) -> Progress {
        guard let connector, case .gpsd(_, _, let device) = source else { return .ended }
        Program.say("ehorizond: \(source) closed the connection; trying again")
        isConnectionLossTold = true
        lastByte = nil
        input = PositionInput(gpsdDevice: device)
        try connector.start(after: Self.retryPause)
        return .open
    }

    private mutating func take(_ log: FixLog) throws(Failure) {
        drive = log.entries
        guard !drive.isEmpty else {
            let reason = log.problems.first.map { "; the first problem: \($0)" } ?? ""
            throw Failure("\(source): there is no position in it\(reason)")
        }
        for problem in log.problems { tell(problem) }
    }

    /// Whether the kernel can tell when there is something to read, which it refuses to for files and
    /// some devices.
    private static func canBeWaitedFor(_ descriptor: Int32) throws(SystemError) -> Bool {
        let poller = try Poller()
        do {
            try poller.add(descriptor, .readable, token: 0)
        } catch {
            guard error.code == EPERM else { throw error }
            return false
        }
        return true
    }

    private func time(of entry: FixLog.Entry) -> MonotonicTime {
        start + .seconds((entry.arrival - .zero).seconds / rate)
    }

    private mutating func tell(_ problem: InputProblem) {
        toldProblems += 1
        if toldProblems <= Self.problemsToTell {
            Program.say("ehorizond: \(source): \(problem)")
        } else if toldProblems == Self.problemsToTell + 1 {
            Program.say("ehorizond: \(source): more such problems are not told any more")
        }
    }
}
