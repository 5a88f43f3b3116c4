public import ADASISv2
public import CANFrames
public import Geodesy
import HorizonReconstructor
public import JSONWriting
import ProtocolChecker
public import Quantities

/// Follows the frames of a bus as a control unit does, and writes them, the client's tree and the broken rules as
/// records of a scene.
public struct ClientTrack {
    /// The number of the source.
    public let source: Int
    private let layout: Layout
    private var client: HorizonReconstructor
    private var painter: ClientPainter
    private var checker: ProtocolChecker
    private var last = TreePicture()
    private var frames: FrameRecord

    /// A track of a bus.
    ///
    /// - Parameters:
    ///   - bitRate: bit/s; `nil` if unknown: then the bus load is not shown.
    ///   - joinsLate: Whether the frames begin inside a drive.
    ///   - showsMiles: Whether speeds are shown in miles per hour.
    public init(
        source: Int, layout: Layout, bitRate: Int?, joinsLate: Bool, showsMiles: Bool
    ) {
        self.source = source
        self.layout = layout
        client = HorizonReconstructor()
        painter = ClientPainter(showsMiles: showsMiles)
        var rules = CheckerParameters()
        rules.joinsLate = joinsLate
        checker = ProtocolChecker(parameters: rules)
        frames = FrameRecord(source: source, bitRate: bitRate)
    }

    /// Whether paths had transmitted coordinates so far.
    public var hasCoordinates: Bool { painter.hasCoordinates }

    /// The place of the vehicle in the last picture; `nil` if it is unknown, and without coordinates.
    public var place: Coordinate? { hasCoordinates ? last.car?.place?.coordinate : nil }

    /// Takes a frame of the bus.
    ///
    /// - Parameter seconds: Seconds since the scene's start.
    public mutating func note(
        _ frame: CANFrame, at time: MonotonicTime, _ seconds: Double, to json: inout JSONWriter
    ) {
        guard let message = try? layout.decode(frame) else { return }
        frames.add(frame, at: seconds, to: &json)
        checker.check(frame, at: time, layout: layout)
        writeViolations(of: message, seconds, to: &json)
        let kind = message.kind
        client.ingest(
            message, at: time, isCounted: layout.carries(.cyclicCounter, of: kind, in: frame))
        guard case .position(let position) = message, position.positionIndex == 0 else { return }
        let picture = painter.picture(of: client.tree, at: time)
        let step = SceneStep(from: last, to: picture)
        last = picture
        if !step.isEmpty {
            frames.flush(to: &json)
            step.write(to: &json, source: source, time: seconds)
        }
    }

    /// Writes what has come so far.
    public mutating func flush(to json: inout JSONWriter) { frames.flush(to: &json) }

    /// Writes all that holds now, for a viewer that joins.
    public func writeAll(at time: Double, to json: inout JSONWriter) {
        var step = SceneStep(from: TreePicture(), to: last)
        step.isReset = true
        step.write(to: &json, source: source, time: time)
    }

    /// Writes the rules that a message broke, at its place. A message whose path or place is unknown has none.
    private mutating func writeViolations(
        of message: Message, _ seconds: Double, to json: inout JSONWriter
    ) {
        let violations = checker.takeViolations()
        guard !violations.isEmpty else { return }
        let path = message.place.flatMap { place in
            last.paths.first { $0.index == Int(place.path.raw) }
        }
        let offset = path?.shape.last.flatMap { end in
            message.place?.offset.metres(nearestTo: Int(end.offset))
        }
        for violation in violations {
            var event = SceneEvent(.rule, violation.rule.rawValue)
            event.text =
                violation.kind.map { "\($0.name): \(violation.explanation)" }
                ?? violation.explanation
            event.path = path?.id
            event.offset = offset.map(Double.init)
            event.place = offset.flatMap { path?.knownPlace(at: Double($0)) }
            event.write(to: &json, source: source, time: seconds)
        }
    }
}
