import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import RouteReading
import Routing
import Testing

/// A thousand objects of each kind on random networks: they are found where they were put, and a car
/// that drives by meets them there, and the others where it comes by them.
@Suite("Objects on random drives") struct ObjectDriveTests {
    private static let each = 50

    @Test(arguments: 1...UInt64(20))
    func theyAreMetWhereTheyAre(_ seed: UInt64) throws {
        let roads = try RandomRoads(seed: seed)
        var drive = ObjectDrive(map: roads.map)
        var random = try RandomObjects(map: roads.map, seed: seed)
        for number in 1...Self.each {
            let point = try random.point()
            try drive.add("point \(number)", point.geometry, .stretches([point.1]))
            let gantry = try random.gantry()
            try drive.add("gantry \(number)", gantry.geometry, .stretches([gantry.1]))
            let line = try random.line()
            try drive.add("line \(number)", line.geometry, .stretches(line.1))
            let area = try random.area()
            try drive.add("area \(number)", area.geometry, .area(area.1, near: area.2))
            var made = try random.openLR()
            while made == nil { made = try random.openLR() }
            let lines = try #require(made)
            try drive.add("OpenLR \(number)", lines.geometry, .stretches(lines.1))
        }
        #expect(drive.truth.count == Self.each * 5)
        for (id, truth) in drive.truth.sorted(by: { $0.key < $1.key }) {
            let onward: [DirectedLink]
            switch truth {
            case .stretches(let stretches): onward = stretches.map(\.link)
            case .area(_, near: let link): onward = [link]
            }
            try drive.go(along: try random.goOn(onward, by: 1)) {
                Double.random(in: 8...30, using: &random.random)
            }
            #expect(drive.met.contains(id), "\(id)")
        }
    }
}

/// A car that drives by objects of which it is known where they are.
private struct ObjectDrive {
    /// Where an object is, known without the module.
    enum Truth {
        case stretches([RandomObjects.Stretch])
        case area([Coordinate], near: DirectedLink)
    }

    let map: RoadMap
    var tree: PathTree
    var objects: RoadObjects
    private(set) var truth: [String: Truth] = [:]
    /// The objects that were met.
    private(set) var met: Set<String> = []
    private var onLink: [LinkReference: Set<String>] = [:]
    private var areas: [(id: String, ring: [Coordinate], box: BoundingBox)] = []
    private var isIn: Set<String> = []
    private var before: LinkPlace?

    init(map: RoadMap) {
        self.map = map
        tree = PathTree(map: map)
        objects = RoadObjects(map: map)
    }

    mutating func add(
        _ id: String, _ geometry: CustomObject.Geometry, _ truth: Truth
    ) throws {
        do throws(ObjectError) {
            try objects.add(CustomObject(id: id, geometry))
        } catch {
            Issue.record("\(id): \(error)")
            return
        }
        self.truth[id] = truth
        switch truth {
        case .stretches(let stretches):
            for stretch in stretches { onLink[stretch.link.link, default: []].insert(id) }
        case .area(let ring, near: _):
            var box = BoundingBox.empty
            for place in ring { box.grow(toHold: place) }
            areas.append((id, ring, box))
        }
    }

    /// Leaps to the beginning of links and drives along them.
    mutating func go(along links: [DirectedLink], step: () -> Double) throws {
        // Nobody knows how it came there.
        tree.clear()
        before = nil
        #expect(try look().isEmpty)
        var offset = 1.0
        for link in links {
            let length = try map.link(link.link).length.metres.value
            while offset < length {
                try drive(to: LinkPlace(link, offset: Metres(offset)))
                offset += step()
            }
            offset -= length
        }
    }

    private mutating func drive(to place: LinkPlace) throws {
        if try tree.advance(to: place) == .reset { before = nil }
        defer { before = place }
        let passed = try look()
        met.formUnion(passed)
        met.formUnion(isIn)
        var near = onLink[place.link.link] ?? []
        if let before { near.formUnion(onLink[before.link.link] ?? []) }
        #expect(passed.isSubset(of: near))
        #expect(isIn.filter { !$0.hasPrefix("area") }.isSubset(of: near))
        for id in near {
            guard case .stretches(let stretches)? = truth[id] else { continue }
            if stretches[0].from == stretches[0].to {
                if let known = try isPassed(id, stretches[0], to: place) {
                    #expect(passed.contains(id) == known, "\(id) at \(place)")
                }
            } else if let known = Self.isIn(stretches, at: place) {
                #expect(isIn.contains(id) == known, "\(id) at \(place)")
            }
        }
        let here = try coordinate(of: place)
        let frame = LocalFrame(around: here)
        for area in areas {
            var known: Bool? = false
            if frame.distance(to: area.box) == .zero { known = Self.isIn(area.ring, frame) }
            if let known { #expect(isIn.contains(area.id) == known, "\(area.id) at \(place)") }
        }
    }

    /// Follows the events, and returns what was passed.
    private mutating func look() throws -> Set<String> {
        try objects.update(tree)
        var passed: Set<String> = []
        for event in objects.events {
            switch event {
            case .entered(let id, _): #expect(isIn.insert(id).inserted, "\(id) twice")
            case .exited(let id, _): #expect(isIn.remove(id) != nil, "\(id) twice")
            case .passed(let id): #expect(passed.insert(id).inserted, "\(id) twice")
            case .expired: Issue.record("no object has an expiry")
            }
        }
        #expect(Set(objects.entered) == isIn)
        return passed
    }

    private func coordinate(of place: LinkPlace) throws -> Coordinate {
        var shape = Shape()
        let link = try map.link(place.link.link)
        try map.appendShape(of: link, to: &shape)
        return shape.place(
            at: place.link.direction == .forward
                ? place.offset : link.length.metres - place.offset)
    }

    /// Whether the car drove over an object at one place since the step before; `nil` where centimetres
    /// decide.
    private func isPassed(
        _ id: String, _ stretch: RandomObjects.Stretch, to place: LinkPlace
    ) throws -> Bool? {
        guard let before else { return false }
        var places = [(stretch.link, stretch.from)]
        // Gantries are for both directions, points here for one.
        if id.hasPrefix("gantry") {
            let length = try map.link(stretch.link.link).length.metres.value
            places.append((stretch.link.reversed, length - stretch.from))
        }
        for (link, offset) in places {
            let from = before.link == link ? before.offset.value : nil
            let to = place.link == link ? place.offset.value : nil
            if [from, to].contains(where: { $0.map { abs($0 - offset) < 0.1 } ?? false }) {
                return nil
            }
            switch (from, to) {
            case (let from?, let to?): if from < offset, offset < to { return true }
            case (let from?, nil): if from < offset { return true }
            case (nil, let to?): if offset < to { return true }
            case (nil, nil): break
            }
        }
        return false
    }

    /// Whether a car is in a line; `nil` within 3 m of its ends.
    private static func isIn(_ stretches: [RandomObjects.Stretch], at place: LinkPlace) -> Bool? {
        guard let number = stretches.firstIndex(where: { $0.link == place.link }) else {
            return false
        }
        let (stretch, offset) = (stretches[number], place.offset.value)
        if number == 0, abs(offset - stretch.from) < 3 { return nil }
        if number == stretches.count - 1, abs(offset - stretch.to) < 3 { return nil }
        return offset >= stretch.from && offset <= stretch.to
    }

    /// Whether the origin of a frame is in a ring, by how far that goes around it; `nil` within a metre of
    /// the border.
    private static func isIn(_ ring: [Coordinate], _ frame: LocalFrame) -> Bool? {
        let border = Shape(ring + [ring[0]])
        if let nearest = border.nearest(in: frame), nearest.distanceSquared < 1 { return nil }
        var winding = 0.0
        for (from, to) in zip(border.points, border.points.dropFirst()) {
            winding += frame.project(to).bearing.turn(from: frame.project(from).bearing).value
        }
        return abs(winding) > 180
    }
}
