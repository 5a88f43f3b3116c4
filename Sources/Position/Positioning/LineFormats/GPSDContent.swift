import Quantities

/// The content of gpsd's JSON, line by line.
struct GPSDContent: LineContent {
    static let limit = GPSDLine.limit

    private(set) var counts = GPSDReader.Counts()
    private(set) var version: (major: Int, minor: Int)?
    private(set) var satellitesInView: Int?
    private(set) var choice: GPSDDeviceChoice
    private var lastTime: Int64?
    /// The heading of the last ATT and the dilution of the last SKY, and how many fixes ago.
    private var heading: (value: Degrees, age: Int)?
    private var dilution: (value: Double, age: Int)?
    /// Whether the receiver knows its dilution of precision.
    private var knowsDilution = false
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
            let content = try GPSDLine(bytes)
            counts.reports += 1
            try read(content, bytes, line, sink)
        } catch {
            counts.malformed += 1
            let problem = InputProblem(error.kind, line: line, column: error.offset + 1)
            sink(.problem(problem), SourceMark(line: line))
        }
    }

    private mutating func read(
        _ content: GPSDLine,
        _ bytes: Span<UInt8>,
        _ line: Int,
        _ sink: MarkedSink
    ) throws(JSONObjectScanner.Failure) {
        func drop(_ field: InputField, _ failure: JSONObjectScanner.Failure) {
            counts.values.count(field)
            let problem = InputProblem(failure.kind, line: line, column: failure.offset + 1)
            sink(.problem(problem), SourceMark(line: line))
        }
        guard let reportClass = content[.reportClass] else {
            counts.unused += 1
            return
        }
        if bytes.holds("TPV", at: reportClass) {
            var event = try content.event(bytes)
            guard choice.takes(content[.device], bytes, event) else {
                counts.otherDevice += 1
                return
            }
            if case .fix(var fix) = event {
                content.addValues(to: &fix, bytes, drop)
                complete(&fix, quality: content.quality(bytes))
                event = .fix(fix)
            }
            report(event, line, sink)
        } else if bytes.holds("SKY", at: reportClass) {
            guard choice.isChosen(content[.device], bytes) else {
                counts.otherDevice += 1
                return
            }
            if let value = content.dilution(bytes, drop) { dilution = (value, 0) }
            satellitesInView = content.integer(bytes, .satellites) ?? satellitesInView
        } else if bytes.holds("ATT", at: reportClass) {
            guard choice.isChosen(content[.device], bytes) else {
                counts.otherDevice += 1
                return
            }
            if let value = content.direction(bytes, drop) { heading = (value, 0) }
        } else if bytes.holds("VERSION", at: reportClass) {
            if let major = content.integer(bytes, .major),
                let minor = content.integer(bytes, .minor)
            {
                version = (major, minor)
            }
        } else if bytes.holds("DEVICE", at: reportClass) {
            // `activated` is 0 for a device that is gone, and otherwise a date.
            if content.integer(bytes, .activated) == 0 {
                choice.lose(content[.path], bytes)
            }
        } else if bytes.holds("ERROR", at: reportClass) {
            counts.errors += 1
            let message = content[.message].map { bytes.text($0) } ?? "an error"
            let column = (content[.message]?.lowerBound ?? 0) + 1
            let problem = InputProblem(.gpsdError(message), line: line, column: column)
            sink(.problem(problem), SourceMark(line: line))
        } else {
            // DEVICES, WATCH, GST and the rest have nothing that TPV does not have.
            counts.unused += 1
        }
    }

    /// Adds the values of other reports.
    private mutating func complete(_ fix: inout Fix, quality: FixQuality?) {
        if let last = heading {
            fix.heading = last.value
            heading = last.age < Self.oldest ? (last.value, last.age + 1) : nil
        }
        if let last = dilution {
            if Dilution.isPlausible(last.value) { knowsDilution = true }
            fix.accuracy =
                fix.accuracy
                ?? Dilution.accuracy(last.value, quality, isKnown: knowsDilution)
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
