import ADASISv2
import Configuration
import Engine
import Geodesy
import Horizon
import HorizonProvider
import LinuxLoop
import Positioning
import Quantities
import RoadMap
import RoadObjects
import Routing
import StatusProtocol
import Supervision
import TextFiles

/// The log of the speed limits that were sent. ``LimitWatch`` decides what it has; this reads the sources of the limits
/// from the map.
struct LimitLog: ~Copyable {
    private let file: LineFile
    private var watch = LimitWatch()
    private var reading = LinkReading()
    /// The lines that the thread has not taken yet.
    private var lines: [[UInt8]] = []
    /// The number of lines that the thread could not take.
    private var lost = 0

    /// The most lines that wait for the thread.
    private static let mostLines = 1000

    /// Opens the log of the settings; `nil` without one, or with a line where that is not possible.
    static func open(_ settings: DaemonSettings, _ map: RoadMap) -> LimitLog? {
        guard let path = settings.limitLog else { return nil }
        do {
            return LimitLog(
                try LineFile(path: path, limit: settings.limitLogLimit << 20), map)
        } catch {
            report("\(error); speed limits are not logged")
            return nil
        }
    }

    private init(_ file: LineFile, _ map: RoadMap) {
        self.file = file
        var record = LimitRecord("start", systemTime: Self.seconds(systemNow()))
        record.map = Self.map(map)
        lines.append(record.line)
    }

    /// Takes note of a limit that the kernel took.
    mutating func note(_ limit: TransmittedLimit, of engine: borrowing Engine) {
        watch.note(limit, at: engine.tree.vehicleOffset)
    }

    /// Looks at a tick.
    mutating func look(
        _ engine: borrowing Engine, _ objects: ObjectSupervision, at now: MonotonicTime
    ) {
        let tree = engine.tree
        for finding in watch.look(tree, isOnPath: engine.vehicle.place == .onPath) {
            lines.append(record(of: finding, tree, engine, objects, at: now).line)
        }
        guard !lines.isEmpty else { return }
        if file.add(lines, lost: lost) {
            lines.removeAll()
            lost = 0
        } else if lines.count > Self.mostLines {
            lost += lines.count
            lines.removeAll()
        }
    }

    /// Lets the thread write the rest, and end.
    func close() { file.close(adding: lines, lost: lost) }

    /// Waits until that is written, until a moment at most.
    func waitUntilWritten(until end: MonotonicTime) { file.waitUntilWritten(until: end) }

    private mutating func record(
        of finding: LimitWatch.Finding, _ tree: PathTree, _ engine: borrowing Engine,
        _ objects: ObjectSupervision, at now: MonotonicTime
    ) -> LimitRecord {
        var record = LimitRecord(finding.event.name, systemTime: Self.seconds(systemNow()))
        if let (fix, arrival) = engine.lastArrival, let time = fix.time {
            record.time = Self.seconds(time) + (now - arrival).seconds
        }
        record.driven = tree.odometer.value
        let unit = engine.speedUnit
        record.limit = finding.limit.map { limit in
            LimitRecord.Limit(
                value: limit.limit.logValue, unit: unit == .milesPerHour ? "mph" : "km/h",
                type: limit.type.name)
        }
        guard let id = finding.path, let path = tree.path(id) else { return record }
        let metres = Centimetres(rounding: finding.metres) ?? .zero
        // A value begins within half a metre of its place on the wire.
        let begin = finding.limit?.metres.map { Centimetres($0 * 100 + 50) } ?? metres
        let place = finding.limit?.path == id ? max(metres, begin) : metres
        guard let link = path.links.last(where: { $0.start <= place }) else { return record }
        let offset = place - link.start
        record.place = Self.place(offset, on: link, tree.map)
        let index = engine.pathIndex(of: id)
        record.place?.pathIndex = index.flatMap { $0.isNormal ? Int($0.raw) : nil }
        record.place?.offset = finding.metres.value
        record.place?.distance = finding.distance.value
        guard finding.event != .driven else { return record }
        record.map = Self.map(tree.map)
        record.source = source(of: finding.limit, offset, on: link, tree, unit, objects)
        return record
    }

    /// The source of the limit that the map gives at a place; `nil` if it gives none, or cannot be read.
    private mutating func source(
        of sent: TransmittedLimit?, _ offset: Centimetres, on link: PathLink, _ tree: PathTree,
        _ unit: SpeedUnit, _ objects: ObjectSupervision
    ) -> LimitRecord.Source? {
        do throws(MapError) {
            try reading.read(
                link.record, link.link.direction, from: tree.map, at: tree.moment,
                on: tree.surface, host: tree.restrictions)
        } catch { return nil }
        // Nothing was sent: there is nothing to explain.
        guard let sent, let stretch = reading.section(at: offset).limits.general else { return nil }
        var source = LimitRecord.Source(
            origin: stretch.isOfHost ? "host" : "map", basis: "\(stretch.rule.source)",
            provenance: stretch.provenance.name, way: link.record.way,
            agrees: sent.limit == EffectiveSpeedLimitCode(stretch.rule.limit, in: unit))
        source.condition = stretch.condition.map { "\($0)" }
        if let condition = stretch.condition, condition.weather != .any {
            source.surface = "\(tree.surface)"
        }
        source.object =
            stretch.isOfHost
            ? objects.name(ofLimitOn: link.link, from: stretch.from, to: stretch.to) : nil
        source.lastEdit = reading.lastEdit.map { String(utcText(Int64($0) * 86_400).prefix(10)) }
        return source
    }

    private static func place(
        _ offset: Centimetres, on link: PathLink, _ map: RoadMap
    ) -> LimitRecord.Place? {
        var shape = Shape()
        do throws(MapError) { try map.appendShape(of: link.record, to: &shape) } catch {
            return nil
        }
        let along = link.record.offset(offset.metres, in: link.link.direction)
        let point = shape.place(at: along)
        let road = shape.bearing(at: along)
        return LimitRecord.Place(
            latitude: point.latitude, longitude: point.longitude,
            bearing: (link.link.direction == .forward ? road : road.reversed).value,
            pathIndex: nil, offset: 0, distance: 0)
    }

    private static func map(_ map: RoadMap) -> LimitRecord.Map {
        LimitRecord.Map(
            identity: "\(map.identity)", dataTime: map.header.dataMoment.map { seconds($0) })
    }

    private static func seconds(_ time: UTCTime) -> Double { Double(time.nanoseconds) / 1e9 }
}

extension LimitWatch.Event {
    fileprivate var name: String {
        switch self {
        case .here: "here"
        case .ahead: "ahead"
        case .driven: "driven"
        }
    }
}

extension EffectiveSpeedLimitCode {
    fileprivate var logValue: LimitRecord.Limit.Value {
        switch reading {
        case .upTo(let bound): .number(bound)
        case .above150: .above(150)
        case .unlimited: .word("none")
        case .unknown, .notAvailable: .word("unknown")
        }
    }
}

extension Provenance {
    fileprivate var name: String {
        switch self {
        case .tagged: "tagged"
        case .derived: "derived"
        case .legalDefault: "legal-default"
        case .overlay: "overlay"
        case .observed: "observed"
        }
    }
}
