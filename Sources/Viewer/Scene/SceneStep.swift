/// A change of a source's picture: a record of a scene.
public struct SceneStep: Sendable, Hashable {
    /// Points that are added to the line of a path.
    public struct Line: Sendable, Hashable {
        /// The path.
        public var path: Int
        /// The points, in driving order, beyond those that the path has.
        public var points: [ShapePoint]
    }

    /// Points of an attribute of a path. They replace all from the first place on.
    public struct Values: Sendable, Hashable {
        /// The path.
        public var path: Int
        /// The attribute.
        public var attribute: SceneAttribute
        /// The place from which on earlier points are void, m.
        public var from: Double
        /// The points, in driving order.
        public var points: [ValuePoint]
    }

    /// The place before which a path is forgotten.
    public struct Kept: Sendable, Hashable {
        /// The path.
        public var path: Int
        /// The first kept place, m.
        public var offset: Double
    }

    /// The last fix of the receiver; the outer `nil` is no change, the inner one a lost fix.
    public var fix: FixPicture??
    /// The vehicle, if that changed.
    public var car: CarPicture?
    /// Other places of the vehicle, if they changed.
    public var others: [OtherPlace]?
    /// Whether all earlier paths are void.
    public var isReset = false
    /// Paths that are gone.
    public var gone: [Int] = []
    /// New and changed paths, without lines and values.
    public var paths: [PathPicture] = []
    /// Added lines.
    public var lines: [Line] = []
    /// Other values.
    public var values: [Values] = []
    /// What is forgotten behind the vehicle.
    public var kept: [Kept] = []
    /// The most probable path, if it changed.
    public var main: [Int]?
    /// The lines of the route, if they changed; none if there is no route any more.
    public var route: [[ShapePoint]]?

    /// No change.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == SceneStep() }

    /// The change from one picture to another.
    public init(from old: TreePicture, to new: TreePicture) {
        if new.car != old.car { car = new.car }
        if new.others != old.others { others = new.others }
        if new.main != old.main { main = new.main }
        isReset =
            !old.paths.isEmpty && !old.paths.contains { path in new.path(path.id) != nil }
        if !isReset { gone = old.paths.map(\.id).filter { new.path($0) == nil } }
        for path in new.paths { note(path, after: isReset ? nil : old.path(path.id)) }
    }

    private mutating func note(_ path: PathPicture, after old: PathPicture?) {
        guard path != old else { return }
        var frame = path
        frame.shape = []
        frame.values = []
        if var before = old {
            before.shape = []
            before.values = []
            if frame != before { paths.append(frame) }
        } else {
            paths.append(frame)
        }
        noteKept(path, after: old)
        noteLine(path, after: old)
        for track in path.values {
            noteValues(
                track, of: path.id, after: old?.values.first { $0.attribute == track.attribute })
        }
        // A source that loses an attribute altogether does not know it any more.
        for track in old?.values ?? []
        where !path.values.contains(where: { $0.attribute == track.attribute }) {
            noteValues(ValueTrack(track.attribute), of: path.id, after: track)
        }
    }

    private mutating func noteKept(_ path: PathPicture, after old: PathPicture?) {
        guard let first = path.shape.first?.offset, let before = old?.shape.first?.offset,
            before < first
        else { return }
        kept.append(Kept(path: path.id, offset: first))
    }

    /// A path's line grows at its end. Where a client corrects it, the whole line begins anew.
    private mutating func noteLine(_ path: PathPicture, after old: PathPicture?) {
        guard let last = old?.shape.last?.offset else {
            if !path.shape.isEmpty { lines.append(Line(path: path.id, points: path.shape)) }
            return
        }
        let known = path.shape.prefix { $0.offset <= last }
        let before = old?.shape.drop { $0.offset < path.shape.first?.offset ?? last } ?? []
        if Array(known) == Array(before) {
            let added = Array(path.shape[known.count...])
            if !added.isEmpty { lines.append(Line(path: path.id, points: added)) }
        } else {
            kept.append(Kept(path: path.id, offset: .infinity))
            lines.append(Line(path: path.id, points: path.shape))
        }
    }

    private mutating func noteValues(_ track: ValueTrack, of path: Int, after old: ValueTrack?) {
        guard let old, let first = track.points.first else {
            let from = old?.points.first?.offset ?? track.points.first?.offset
            if let from, old?.points != track.points {
                values.append(
                    Values(path: path, attribute: track.attribute, from: from, points: track.points)
                )
            }
            return
        }
        // The points behind the first one are forgotten, but the value that holds there may come from before.
        var before = Array(old.points.drop { $0.offset < first.offset })
        if track.attribute.course == .steps, before.first?.offset != first.offset,
            let inForce = old.point(inForceAt: first.offset)
        {
            before.insert(ValuePoint(first.offset, inForce.value), at: 0)
        }
        var same = 0
        while same < min(before.count, track.points.count), before[same] == track.points[same] {
            same += 1
        }
        guard same < max(before.count, track.points.count) else { return }
        let from = min(
            same < before.count ? before[same].offset : .infinity,
            same < track.points.count ? track.points[same].offset : .infinity)
        values.append(
            Values(
                path: path, attribute: track.attribute, from: from,
                points: Array(track.points[same...])))
    }
}

/// A fix in a picture.
public struct FixPicture: Sendable, Hashable {
    /// The place.
    public var place: ShapePoint
    /// Degrees clockwise from north.
    public var course: Double?
    /// m/s.
    public var speed: Double?
    /// The standard deviation of the place, m.
    public var accuracy: Double?

    /// A fix of its place alone.
    public init(_ place: ShapePoint) { self.place = place }
}
