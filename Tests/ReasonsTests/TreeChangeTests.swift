import Engine
import Geodesy
import Horizon
import MapSketch
import Positioning
import Quantities
import Reasons
import RoadMap
import Testing

/// A change of the most probable path has the cause that the engine's tree has.
@Suite struct TreeChangeTests {
    /// Straight on to the east, a side road to the south, and a road that no other one reaches.
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A---B---C---D
                |
                E---F

            X-----------Y
            """, gridMetres: 100,
            roads: [
                MapSketch.Road("ABCD", class: 3, name: "High Street"),
                MapSketch.Road("BEF", class: 5, name: "Side Street"), MapSketch.Road("XY"),
            ])
    }

    private struct Drive {
        let sketch: MapSketch
        var engine: Engine
        var watch = TreeWatch()
        var time = MonotonicTime.zero
        var changes: [TreeChange] = []

        init(_ change: (inout EngineParameters) -> Void = { _ in }) throws {
            sketch = try TreeChangeTests.sketch()
            var parameters = EngineParameters()
            change(&parameters)
            engine = Engine(map: sketch.map, parameters: parameters)
            engine.keepReasons()
            watch.setOn(true)
        }

        mutating func take(_ event: EngineEvent) throws {
            try engine.ingest(event, at: time)
            watch.note(engine.tree, after: event)
            if let change = watch.take() { changes.append(change) }
        }

        /// A fix so many metres east and south of a place.
        mutating func fix(
            _ name: Character, east: Double = 0, south: Double = 0, course: Double = 90,
            speed: Double = 10
        ) throws {
            let frame = LocalFrame(around: try sketch.place(name))
            let place = try #require(frame.unproject(PlanarVector(x: east, y: -south)))
            var fix = Fix(time: nil, place: place)
            fix.speed = MetresPerSecond(speed)
            fix.course = Degrees(course)
            try take(.position(.fix(fix)))
            for _ in 0..<10 {
                try take(.tick)
                time = time + .milliseconds(100)
            }
        }
    }

    @Test func firstPlaceAndIndicatorAreCauses() throws {
        var drive = try Drive()
        try drive.fix("A", east: 300)
        try drive.fix("A", east: 310)
        #expect(drive.changes.isEmpty || drive.changes[0].cause == .firstPlace)
        drive.changes.removeAll()
        for step in 0..<7 {
            try drive.take(.driver(DriverSignals(indicator: .right, lane: .unknown)))
            try drive.fix("A", east: 320 + Double(step) * 10)
        }
        let change = try #require(drive.changes.last)
        #expect(change.kind == .otherPath && change.cause == .driver)
        #expect(change.evidence == .indicator)
        #expect(change.eventCause == "driver")
        let distance = try #require(change.distance)
        // The indicator counts 5 s before the junction at the expected speed of the road.
        #expect(distance > Metres(0) && distance < Metres(150), "\(distance)")
        // The reasons of the exit name the same evidence, as the largest part.
        let tree = drive.engine.tree
        let junction = try #require(tree.reasons().first)
        let exit = try #require(junction.exits.first { $0.path != junction.path })
        let most = exit.steps.dropFirst().max { abs($0.change) < abs($1.change) }
        #expect(most?.factor == .indicator)
        #expect(exit.steps.contains { $0.factor == .continuity })
        // Off again: nothing speaks for the turn any more.
        drive.changes.removeAll()
        try drive.take(.driver(DriverSignals(indicator: .off, lane: .unknown)))
        try drive.fix("A", east: 385)
        #expect(drive.changes.last?.kind == .otherPath)
        #expect(drive.changes.last?.cause == .mainPath)
    }

    @Test func routeTurnAndNewTreeAreCauses() throws {
        var drive = try Drive()
        for step in 0..<5 { try drive.fix("A", east: 250 + Double(step) * 10) }
        drive.changes.removeAll()
        try drive.take(
            .route([
                try drive.sketch.link("A", "B"), try drive.sketch.link("B", "F"),
            ]))
        #expect(drive.changes.map(\.cause) == [.route])
        #expect(drive.changes.last?.kind == .otherPath)
        let exits = try #require(drive.engine.tree.reasons().first).exits
        #expect(exits.allSatisfy { $0.steps.last?.factor == .route })
        drive.changes.removeAll()
        for step in 0..<10 { try drive.fix("A", east: 300 + Double(step) * 10) }
        for step in 1..<12 {
            try drive.fix("B", south: Double(step) * 10, course: 180)
        }
        #expect(drive.changes.contains { $0.kind == .turnedOff })
        let turn = try #require(drive.changes.first { $0.kind == .turnedOff })
        #expect(turn.cause == .fix || turn.cause == .deadReckoning)
        #expect(turn.eventCause == (turn.cause == .fix ? "position" : "time"))
        // The car is found on a road that the tree does not have.
        drive.changes.removeAll()
        for step in 0..<6 { try drive.fix("X", east: 300 + Double(step) * 10) }
        let new = try #require(drive.changes.last { $0.kind == .new })
        #expect(new.cause == .offTree || new.cause == .firstPlace)
        #expect(new.eventCause == "position")
    }

    @Test func aClosureIsACause() throws {
        var drive = try Drive()
        for step in 0..<5 { try drive.fix("A", east: 150 + Double(step) * 10) }
        drive.changes.removeAll()
        let link = try drive.sketch.link("B", "D")
        try drive.take(
            .restrictions([RoadRestriction(link, from: .zero, to: Centimetres(20_000), .closed)]))
        #expect(drive.changes.map(\.kind) == [.new])
        #expect(drive.changes.map(\.cause) == [.objects])
        #expect(drive.changes.map(\.eventCause) == ["objects"])
    }
}
