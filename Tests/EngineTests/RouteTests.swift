import ADASISv2
import Engine
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Testing

@Suite("A calculated route") struct RouteTests {
    /// A road on which cars go straight on, and one that leaves it after 400 m.
    private static func drive(
        _ change: (inout EngineParameters) -> Void = { _ in }
    ) throws -> ReckonedDrive {
        try ReckonedDrive(
            try MapSketch(
                """
                A-------------------B-------------------C
                                    |
                                    |
                                    |
                                    |
                                    D
                """, gridMetres: 20, roads: [.init("ABC", class: 2), .init("BD", class: 5)])
        ) {
            $0.provider.mask = MessagePreset.all.mask
            change(&$0)
        }
    }

    private static func links(_ drive: ReckonedDrive, _ ways: String...) throws -> [DirectedLink] {
        try ways.map { way in
            let ends = Array(way)
            return try drive.sketch.link(ends[0], ends[1])
        }
    }

    /// What a client holds of the paths: by SEGMENT, `path@metres part`.
    private static func parts(_ client: HorizonReconstructor) -> [[TriStateCode]] {
        client.tree.paths.map { $0.segments.items.map(\.content.partOfCalculatedRoute) }
    }

    @Test func itBecomesTheMostProbableWay() throws {
        var drive = try Self.drive()
        try drive.drive(from: 100, speed: 15, seconds: 3)
        #expect(drive.engine.tree.line().count == 1)
        #expect(!drive.engine.hasRoute)
        try drive.engine.ingest(.route(try Self.links(drive, "AB", "BD")), at: drive.now)
        #expect(drive.engine.hasRoute)
        let line = drive.engine.tree.line()
        #expect(line.count == 2)
        let side = try #require(line.last.flatMap { drive.engine.tree.path($0.path) })
        #expect(side.branch?.probability ?? 0 >= 0.95)
        // Without it the way is predicted again.
        try drive.engine.ingest(.route([]), at: drive.now)
        #expect(!drive.engine.hasRoute)
        #expect(drive.engine.tree.line().count == 1)
    }

    @Test func aRouteThatIsLeftIsDropped() throws {
        var drive = try Self.drive()
        try drive.drive(from: 100, speed: 15, seconds: 2)
        try drive.engine.ingest(.route(try Self.links(drive, "AB", "BD")), at: drive.now)
        // Up to the junction it is followed, and a little way beside it says nothing.
        try drive.drive(from: 130, speed: 15, seconds: 18)
        #expect(drive.engine.hasRoute)
        try drive.drive(from: 400, speed: 15, seconds: 3)
        #expect(drive.engine.hasRoute)
        try drive.drive(from: 445, speed: 15, seconds: 3)
        #expect(!drive.engine.hasRoute)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func aRouteThatBeginsElsewhereWaitsForTheCar() throws {
        var drive = try Self.drive()
        try drive.drive(from: 20, speed: 15, seconds: 2)
        try drive.engine.ingest(.route(try Self.links(drive, "BC")), at: drive.now)
        try drive.drive(from: 50, speed: 15, seconds: 20)
        #expect(drive.engine.hasRoute)
        try drive.drive(from: 350, speed: 15, seconds: 10)
        #expect(drive.engine.hasRoute)
        #expect(drive.engine.vehicleLink == (try drive.sketch.link("B", "C")))
    }

    @Test func anotherCourseIsNoRoute() throws {
        var drive = try Self.drive()
        try drive.drive(from: 100, speed: 15, seconds: 2)
        try drive.engine.ingest(.route(try Self.links(drive, "AB", "BD")), at: drive.now)
        try drive.engine.ingest(.course(try Self.links(drive, "BD")), at: drive.now)
        #expect(!drive.engine.hasRoute)
        #expect(drive.engine.tree.line().count == 2)
    }

    @Test(arguments: [HorizonParameters.PathChange.stub, .newPath])
    func clientsKnowWhichRoadsArePartOfIt(change: HorizonParameters.PathChange) throws {
        var drive = try Self.drive { $0.horizon.pathChange = change }
        var client = HorizonReconstructor()
        var east = 40.0
        func send() throws {
            for tenth in 0..<40 {
                if tenth % 10 == 0 {
                    try drive.fix(east: east, speed: 10)
                    east += 10
                }
                try drive.engine.ingest(.tick, at: drive.now)
                var moment = drive.now
                while let frame = drive.engine.nextFrame(at: moment) {
                    drive.engine.frameWasSent(at: moment)
                    if let message = try drive.engine.parameters.provider.layout.decode(frame) {
                        client.ingest(message, at: moment)
                    }
                    moment = moment + Nanoseconds(270_000)
                }
                drive.skip()
            }
        }
        try send()
        #expect(Self.parts(client).allSatisfy { $0.allSatisfy { $0 == .notAvailable } })
        try drive.engine.ingest(.route(try Self.links(drive, "AB", "BD")), at: drive.now)
        try send()
        let root = try #require(client.tree.root)
        #expect(root.segment(at: Metres(300))?.partOfCalculatedRoute == .yes)
        let stubs = client.tree.paths.flatMap { $0.stubs.items.map(\.content) }
        #expect(!stubs.isEmpty)
        #expect(Set(stubs.map(\.partOfCalculatedRoute)).isSubset(of: [.yes, .no]))
        try drive.engine.ingest(.route([]), at: drive.now)
        try send()
        #expect(Self.parts(client).allSatisfy { $0.allSatisfy { $0 == .notAvailable } })
    }

    @Test func aLongRouteIsHandedOverPartByPart() throws {
        let sketch = try MapSketch(
            """
            A----B----C----D----E----F----G----H
                 |    |    |    |    |    |
                 b    c    d    e    f    g
            """, gridMetres: 20,
            roads: [.init("ABCDEFGH", class: 2)]
                + ["Bb", "Cc", "Dd", "Ee", "Ff", "Gg"].map { .init($0, class: 5) })
        var drive = try ReckonedDrive(sketch)
        let ways = ["AB", "BC", "CD", "DE", "EF", "FG", "GH"]
        let links = try ways.map { way in
            let ends = Array(way)
            return try sketch.link(ends[0], ends[1])
        }
        var guide = RouteGuide(links, longest: 4)
        var parts: [[DirectedLink]] = []
        for second in 0..<45 {
            try drive.fix(east: 15 * Double(second), speed: 15)
            if let event = guide.event(for: drive.engine) {
                try drive.engine.ingest(event, at: drive.now)
                if case .route(let part) = event { parts.append(part) }
            }
            // Ahead of the car is always as much of it as there is, up to two links.
            let link = try #require(drive.engine.vehicleLink)
            let place = try #require(links.firstIndex(of: link))
            for next in links[place..<min(place + 2, links.count)] {
                #expect(drive.engine.tree.route?.contains(next) ?? false)
            }
            try drive.pass(10)
        }
        #expect(parts.first == Array(links[0..<4]))
        #expect(parts.last?.last == links.last)
        #expect(!guide.isOver)
        // Where the engine has dropped it, it is over.
        try drive.engine.ingest(.route([]), at: drive.now)
        #expect(guide.event(for: drive.engine) == nil)
        #expect(guide.isOver)
    }
}
