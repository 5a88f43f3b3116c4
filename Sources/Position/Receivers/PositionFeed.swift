import CLibrary
public import LinuxLoop
public import Positioning
public import Quantities
public import TextFiles

/// Reads the position source without ever blocking, and hands its events over.
///
/// If a receiver is unplugged, a host is down, or gpsd has ended or has lost its device, the feed tries to reconnect
/// every second. Each fix has its delay (``ReceiverClock``).
public struct PositionFeed: ~Copyable {
    /// The state of the source.
    public enum Progress: Sendable {
        /// More events may arrive.
        case open
        /// The source has ended: a file or standard input.
        case ended
    }

    private var source: PositionSource
    /// Takes a line for people.
    private let say: (String) -> Void
    private var drive: RecordedDrive
    private var input: ReceiverInput
    private var silence = ReceiverSilence()
    private var reports: InputReports
    private let connector: Connector?
    private var connection: OwnedDescriptor?
    private var openings = 0
    /// When a connection is to be made although that could not begin.
    private var retry: MonotonicTime?
    /// Datagrams of other senders than the one that is read.
    private var foreign = 0
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// The largest number of buffers that are read in one round, so that a fast source leaves time for other work.
    private static let mostReads = 16
    /// The pause between attempts to reach the source.
    private static let retryPause = Nanoseconds.milliseconds(1000)

    /// Opens the source; a receiver may come later.
    /// - Parameters:
    ///   - earliest: A fix that is dated more than a day earlier has a GPS week rollover.
    ///   - say: Takes a line for people.
    public static func open(
        _ opened: OpenedSource, earliest: UTCTime? = nil, wakeup: Wakeup,
        say: @escaping (String) -> Void
    ) throws(Failure) -> PositionFeed {
        let source = opened.source
        var input = ReceiverInput(source, earliest: earliest)
        var reports = InputReports(source)
        var drive = RecordedDrive()
        var connection: OwnedDescriptor?
        var connector: Connector?
        if let (log, rate) = opened.drive {
            drive = RecordedDrive(log.entries, rate: rate)
            input.noteDrive(log.tally)
            for problem in log.problems { reports.line(of: problem).map(say) }
        } else if let open = source.opener {
            let made = Connector(wakeup: wakeup, open: open)
            do throws(SystemError) {
                try made.start(after: .zero)
            } catch {
                throw Failure("\(source): \(error)")
            }
            connector = made
        } else {
            let flags = fcntl(STDIN_FILENO, F_GETFL)
            _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
            connection = OwnedDescriptor(STDIN_FILENO)
        }
        // All parts are made before one is stored: compilers before 6.3 fail on an initialiser that throws
        // in between.
        return PositionFeed(
            source, input, reports, drive, connector, consume connection, say: say)
    }

    private init(
        _ source: PositionSource, _ input: ReceiverInput, _ reports: InputReports,
        _ drive: RecordedDrive, _ connector: Connector?, _ connection: consuming OwnedDescriptor?,
        say: @escaping (String) -> Void
    ) {
        self.source = source
        self.say = say
        self.drive = drive
        self.input = input
        self.reports = reports
        self.connector = connector
        self.connection = connection
    }

    /// The read and the rejected input so far, with the reasons; `nil` before the first input.
    public var tally: InputTally? {
        var tally = input.tally
        tally?.drop(foreign, as: "datagrams of another sender")
        return tally
    }

    /// Whether the source is connected, or a recorded drive that is not over.
    public var isConnected: Bool {
        let isOpen =
            switch connection {
            case .some: true
            case nil: false
            }
        return isOpen || drive.isThere && !drive.isOver
    }

    /// The source in words.
    public var name: String { "\(source)" }

    /// The descriptor to wait for; `nil` without a connection.
    public var watch: Watch? {
        switch connection {
        case .some(let connection): Watch(connection.number, opening: openings)
        case nil: nil
        }
    }

    /// The time of the next event that no descriptor reports: the next fix of a recorded drive, or the end of an epoch
    /// without further data.
    public var deadline: MonotonicTime? { drive.deadline ?? retry ?? silence.deadline }

    /// A recorded drive begins now.
    public mutating func begin(at time: MonotonicTime) { drive.begin(at: time) }

    /// Takes the connection that the connector has made, if it has made one.
    public mutating func takeConnection(at time: MonotonicTime) {
        guard let connector, let outcome = connector.takeOutcome() else { return }
        switch outcome {
        case .connected(let descriptor):
            let opened = OwnedDescriptor(descriptor)
            guard askGPSD(on: descriptor, at: time) else {
                silence.noteDisconnected()
                reports.unreachable("the connection was closed at once").map(say)
                return connect(at: time)
            }
            say(reports.connected())
            connection = consume opened
            openings += 1
        case .failed(let reason):
            reports.unreachable(reason).map(say)
            connect(at: time)
        }
    }

    /// Begins to make a connection after a pause.
    private mutating func connect(at now: MonotonicTime) {
        retry = nil
        do throws(SystemError) {
            try connector?.start(after: Self.retryPause)
        } catch {
            // No thread can be had.
            reports.unreachable("\(error)").map(say)
            retry = now + Self.retryPause
        }
    }

    /// Appends the due and the arrived events.
    public mutating func read(
        at now: MonotonicTime, into events: inout [PositionEvent]
    ) -> Progress {
        if let retry, now >= retry { connect(at: now) }
        guard !drive.isThere else {
            drive.take(at: now, into: &events)
            return drive.isOver ? .ended : .open
        }
        var batch = InputBatch()
        batch.exchange(&events)
        defer { batch.exchange(&events) }
        if silence.takeEpochEnd(at: now) { input.endEpoch(at: now, into: &batch) }
        let isOpen = readConnection(at: now, into: &batch)
        if !isOpen { input.endConnection(at: now, into: &batch) }
        for problem in batch.problems { reports.line(of: problem).map(say) }
        reports.rollover(weeks: batch.addedWeeks).map(say)
        for line in input.deviceLines(&reports) { say(line) }
        return isOpen ? .open : endConnection(at: now)
    }

    /// Reads the arrived bytes. Returns whether the connection still exists, if there was one.
    private mutating func readConnection(
        at now: MonotonicTime, into batch: inout InputBatch
    ) -> Bool {
        guard let descriptor = watch?.descriptor else { return true }
        // Out of self while it is read from, and put back.
        var buffer: [UInt8] = []
        swap(&buffer, &self.buffer)
        defer { swap(&buffer, &self.buffer) }
        for _ in 0..<Self.mostReads {
            let (result, isForeign) = receive(from: descriptor, into: &buffer)
            switch result {
            case .success where isForeign: continue
            case .success(let count) where count > 0:
                silence.noteBytes(at: now)
                input.ingest(buffer.span.extracting(first: count), at: now, into: &batch)
            case .success where source.isDatagrams: continue
            case .failure(EAGAIN):
                return !silence.isReminderDue(at: now) || askGPSD(on: descriptor, at: now)
            case .success, .failure: return false
            }
        }
        return true
    }

    /// Reads into the buffer. Returns whether it is a datagram of another sender than the one that is read.
    private mutating func receive(
        from descriptor: Int32, into buffer: inout [UInt8]
    ) -> (Attempt<Int>, isForeign: Bool) {
        guard let wanted = source.sender else {
            let result = attempt {
                buffer.withUnsafeMutableBytes {
                    CLibrary.read(descriptor, $0.baseAddress, $0.count)
                }
            }
            return (result, false)
        }
        let (result, sender) = buffer.withUnsafeMutableBytes {
            readDatagram(descriptor, into: $0)
        }
        guard case .success = result else { return (result, false) }
        let found = sender.map { InternetAddress(high: $0.high, low: $0.low) }
        guard found != wanted else { return (result, false) }
        foreign += 1
        if foreign == 1 { say(reports.foreign(found, wanted: wanted)) }
        return (result, true)
    }

    /// Asks gpsd for reports. gpsd then also searches for a lost device. Returns whether the connection still exists.
    private mutating func askGPSD(on descriptor: Int32, at time: MonotonicTime) -> Bool {
        guard case .gpsd(_, _, let device) = source else { return true }
        silence.noteAsked(at: time)
        let command = Array(GPSDReader.watchCommand(device: device).utf8)
        switch attempt({ write(descriptor, command, command.count) }) {
        // This short line fits into the connection's buffer, unless gpsd does not read it.
        case .success(command.count), .failure(EAGAIN): return true
        case .success, .failure: return false
        }
    }

    /// Closes a connection that has ended, and begins to make the next one.
    private mutating func endConnection(at now: MonotonicTime) -> Progress {
        connection = nil
        guard connector != nil else { return .ended }
        silence.noteDisconnected()
        input.beginConnection()
        let isDevice = if case .serial = source { true } else { false }
        say(reports.disconnected(isDevice: isDevice))
        connect(at: now)
        return .open
    }
}
