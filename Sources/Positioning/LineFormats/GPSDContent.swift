import Quantities

/// What the lines of gpsd's JSON say.
struct GPSDContent: LineContent {
    static let limit = GPSDLine.limit

    private(set) var counts = GPSDReader.Counts()
    private(set) var version: (major: Int, minor: Int)?
    private(set) var satellitesInView: Int?
    private var choice: GPSDDeviceChoice
    private var lastTime: Int64?
    /// The heading of the last ATT and the dilution of the last SKY, and how many fixes ago.
    private var heading: (value: Degrees, age: Int)?
    private var dilution: (value: Double, age: Int)?
    /// ATT and SKY come once a cycle, before or after its TPV.
    private static let oldest = 1

    init(device: String?) { choice = GPSDDeviceChoice(wanted: device) }

    mutating func reportTooLong(_ line: Int, _ sink: MarkedSink) {
        counts.tooLong += 1
        let kind = InputProblem.Kind.tooLong(limit: Self.limit)
        sink(.problem(InputProblem(kind, line: line, column: 1)), SourceMark(line: line))
    }

    mutating func read(_ bytes: Span<UInt8>, _ line: Int, _ sink: MarkedSink) {
        guard bytes.count > 0 else { return }
        switch bytes[0] {
        case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
            counts.foreign += 1
            return
        default: break
        }
        do throws(JSONObjectScanner.Failure) {
            let members = try GPSDLine(bytes)
            counts.reports += 1
            try read(members, bytes, line, sink)
        } catch {
            counts.malformed += 1
            let problem = InputProblem(error.kind, line: line, column: error.offset + 1)
            sink(.problem(problem), SourceMark(line: line))
        }
    }

    private mutating func read(
        _ members: GPSDLine,
        _ bytes: Span<UInt8>,
        _ line: Int,
        _ sink: MarkedSink
    ) throws(JSONObjectScanner.Failure) {
        func drop(_ field: InputField, _ failure: JSONObjectScanner.Failure) {
            counts.values.count(field)
            let problem = InputProblem(failure.kind, line: line, column: failure.offset + 1)
            sink(.problem(problem), SourceMark(line: line))
        }
        guard let reportClass = members.reportClass else {
            counts.unused += 1
            return
        }
        if bytes.holds("TPV", at: reportClass) {
            var event = try members.event(bytes)
            guard choice.takes(members.device, bytes, event) else {
                counts.otherDevice += 1
                return
            }
            if case .fix(var fix) = event {
                members.addValues(to: &fix, bytes, drop)
                complete(&fix, quality: members.quality(bytes))
                event = .fix(fix)
            }
            report(event, line, sink)
        } else if bytes.holds("SKY", at: reportClass) {
            guard choice.isChosen(members.device, bytes) else {
                counts.otherDevice += 1
                return
            }
            if let value = members.dilution(bytes, drop) { dilution = (value, 0) }
            satellitesInView = members.integer(bytes, members.satellites) ?? satellitesInView
        } else if bytes.holds("ATT", at: reportClass) {
            guard choice.isChosen(members.device, bytes) else {
                counts.otherDevice += 1
                return
            }
            if let value = members.direction(bytes, drop) { heading = (value, 0) }
        } else if bytes.holds("VERSION", at: reportClass) {
            if let major = members.integer(bytes, members.major),
                let minor = members.integer(bytes, members.minor)
            {
                version = (major, minor)
            }
        } else if bytes.holds("DEVICE", at: reportClass) {
            // A device that has gone: activated is 0 then, and a date where it is there.
            if members.integer(bytes, members.activated) == 0 {
                choice.lose(members.path, bytes)
            }
        } else if bytes.holds("ERROR", at: reportClass) {
            counts.errors += 1
            let message = members.message.map { bytes.text($0) } ?? "an error"
            let column = (members.message?.lowerBound ?? 0) + 1
            let problem = InputProblem(.gpsdError(message), line: line, column: column)
            sink(.problem(problem), SourceMark(line: line))
        } else {
            // DEVICES, WATCH, GST and the rest say nothing that TPV does not.
            counts.unused += 1
        }
    }

    /// Adds what other reports said.
    private mutating func complete(_ fix: inout Fix, quality: FixQuality?) {
        if let last = heading {
            fix.heading = last.value
            heading = last.age < Self.oldest ? (last.value, last.age + 1) : nil
        }
        if let last = dilution {
            fix.accuracy = fix.accuracy ?? Dilution.accuracy(last.value, quality)
            dilution = last.age < Self.oldest ? (last.value, last.age + 1) : nil
        }
    }

    private mutating func report(_ event: PositionEvent, _ line: Int, _ sink: MarkedSink) {
        switch event {
        case .fix(let fix):
            if let time = fix.time?.nanoseconds {
                if time == lastTime {
                    counts.repeated += 1
                    return
                }
                lastTime = time
            }
            counts.fixes += 1
        case .noFix(let noFix) where noFix.reason == .noPlace: counts.noPlaces += 1
        case .noFix: counts.noFixes += 1
        }
        let time = event.time.map { Nanoseconds($0.nanoseconds) }
        sink(.event(event), SourceMark(time: time, line: line))
    }
}

/// Which of gpsd's devices is read.
///
/// Two receivers are metres apart, and a position that goes to and fro between them would move the
/// car. So the first one that has a fix is read until gpsd gives it up, until it says twice that it has none
/// while another one has, or until the others have so many fixes that it must have fallen silent.
struct GPSDDeviceChoice {
    /// So many fixes of others without one of the device in use: one second and more at up to 10 Hz.
    static let patience = 10

    /// The device that is wanted, `nil` where the first one will do.
    private let wanted: String?
    private var current: [UInt8] = []
    private var others = 0
    /// So many times in a row it has said that it has no fix.
    private var losses = 0
    /// Once alone is a report that was broken.
    private static let leastLosses = 2

    init(wanted: String?) { self.wanted = wanted }

    /// Whether a report is of the device that is read.
    func isChosen(_ device: Range<Int>?, _ bytes: Span<UInt8>) -> Bool {
        // Before 3.0 and in some logs reports do not name their device.
        guard let device else { return true }
        if let wanted { return bytes.holds(wanted, at: device) }
        guard !current.isEmpty else { return true }
        guard device.count == current.count else { return false }
        for index in current.indices where bytes[device.lowerBound + index] != current[index] {
            return false
        }
        return true
    }

    /// Whether a TPV is to be used.
    mutating func takes(
        _ device: Range<Int>?, _ bytes: Span<UInt8>, _ event: PositionEvent
    ) -> Bool {
        guard wanted == nil, let device else { return isChosen(device, bytes) }
        if !current.isEmpty, isChosen(device, bytes) {
            if event.isFix { others = 0 }
            losses = event.isFix ? 0 : losses + 1
            return true
        }
        // Nothing is known of any place yet: whoever says so may.
        guard event.isFix else { return current.isEmpty }
        if !current.isEmpty {
            others += 1
            guard others >= Self.patience || losses >= Self.leastLosses else { return false }
        }
        others = 0
        losses = 0
        current.removeAll(keepingCapacity: true)
        for index in device { current.append(bytes[index]) }
        return true
    }

    /// gpsd has given a device up.
    mutating func lose(_ device: Range<Int>?, _ bytes: Span<UInt8>) {
        guard device != nil, isChosen(device, bytes) else { return }
        current.removeAll(keepingCapacity: true)
        others = 0
        losses = 0
    }
}
