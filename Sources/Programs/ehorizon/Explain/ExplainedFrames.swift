import ADASISv2
import CANFrames
import Engine
import FrameReasons
import HorizonProvider
import Quantities
import TextFiles

/// Collects the frames around a moment, each with its reason.
struct ExplainedFrames {
    /// The frames so far.
    private(set) var list: [Explanation.Frame] = []
    private let layout: Layout
    private let moment: MonotonicTime
    private let span: Nanoseconds
    private var watch: TransmissionWatch

    /// The frames within a time before and after a moment. Nothing has been sent yet.
    init(_ engine: Engine, around moment: MonotonicTime, within span: Nanoseconds) {
        layout = engine.parameters.provider.layout
        self.moment = moment
        self.span = span
        watch = TransmissionWatch(engine)
    }

    /// Looks at the engine after an event.
    mutating func note(_ engine: Engine, after event: EngineEvent, at time: MonotonicTime) {
        guard time - moment <= span else { return }
        watch.note(engine, after: event, at: time)
    }

    /// Takes a frame that was sent. `seconds` is its time on the scale of the drive, and `explained` the moment.
    mutating func note(
        _ frame: CANFrame, at time: MonotonicTime, seconds: Double, explained: Double
    ) {
        // The layout is the engine's own, so that its frames are messages.
        guard time - moment <= span, let message = try? layout.decode(frame),
            let (kind, raw) = try? layout.fields(of: frame)
        else { return }
        let reason = watch.reason(of: message, at: time)
        guard moment - time <= span else { return }
        let fields = MessageFields(kind, raw, showsMakersOwn: false)
        func number(_ field: Field) -> UInt32? { fields.items.first { $0.field == field }?.raw }
        list.append(
            Explanation.Frame(
                time: seconds, after: (seconds - explained).rounded(3),
                id: frame.identifier.text, data: frame.payloadText, message: kind.name,
                profileType: ProfileType(kind: kind, raw: raw)?.name,
                pathIndex: number(.pathIndex).map { UInt8($0) },
                subPathIndex: number(.subPathIndex).map { UInt8($0) },
                offset: number(.offset).flatMap { OffsetCode(raw: UInt16($0)).metres },
                cause: reason.cause.rawValue,
                interval: reason.interval.map { (Double($0.value) / 1e9).rounded(3) },
                distance: reason.distance?.value.rounded(1)))
    }
}

extension CANFrame {
    /// The payload in hexadecimal digits.
    fileprivate var payloadText: String {
        (0..<length).map { index in
            let digits = String(bytes[index], radix: 16, uppercase: true)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
    }
}

extension Explanation.Frame {
    /// `  -0.100 s  300#2000083A00106A01  POSITION path 8 at 120 m: cycle, 0.10 s`; a long reason is on a line of its own.
    var lines: [String] {
        let sign = after < 0 ? "" : "+"
        var line = "  " + "\(sign)\(after.fixed(3)) s".padded(to: 9) + "  "
        line += data.utf8.count <= 16 ? "\(id)#\(data)" : "\(id) [\(data.utf8.count / 2)]"
        line += "  " + message
        if let profileType { line += " \(profileType)" }
        if let pathIndex, pathIndex >= PathIndex.currentLink.raw {
            line += " path \(pathIndex)"
            if let subPathIndex, subPathIndex >= PathIndex.first.raw { line += "→\(subPathIndex)" }
            if let offset { line += " at \(offset) m" }
        }
        line += ":"
        var reason = cause
        if let interval { reason += ", \(interval.fixed(interval < 10 ? 2 : 0)) s" }
        if let distance { reason += ", \(distance.fixed(0)) m" }
        guard line.count + 1 + reason.count > 100 else { return [line + " " + reason] }
        return [line, String(repeating: " ", count: 13) + reason]
    }
}
