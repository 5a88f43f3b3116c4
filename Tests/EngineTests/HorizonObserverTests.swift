import Engine
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import Testing

@Suite("An observer of the engine") struct HorizonObserverTests {
    private static func drive() throws -> ReckonedDrive {
        try ReckonedDrive(
            try MapSketch(
                """
                A-------------------B-------------------C
                                    |
                                    D
                """, gridMetres: 20, roads: [.init("ABC", class: 2), .init("BD", class: 5)]))
    }

    private static func position(_ observer: HorizonObserver) -> HorizonPosition? {
        guard case .position(let position) = observer.events.last else { return nil }
        return position
    }

    /// Of each update one position comes, behind all else.
    private static func count(_ observer: HorizonObserver) -> Int {
        observer.events.count { if case .position = $0 { true } else { false } }
    }

    @Test func eachUpdateEndsWithOnePosition() throws {
        var drive = try Self.drive()
        var observer = HorizonObserver()
        observer.start()
        observer.observe(drive.engine, at: drive.now)
        // Nothing is known yet, and that is told.
        #expect(Self.position(observer)?.place == .notCalibrated)
        #expect(Self.position(observer)?.path == nil)
        for second in 0..<6 {
            try drive.fix(east: 100 + 15 * Double(second), speed: 15)
            observer.observe(drive.engine, at: drive.now)
            #expect(Self.count(observer) == 1)
            try drive.pass(10)
        }
        let position = try #require(Self.position(observer))
        #expect(position.place == .onPath)
        #expect(position.path == drive.engine.tree.mainPath?.id)
        #expect(abs((position.offset?.value ?? 0) - drive.engine.tree.vehicleOffset.value) < 20)
        #expect(position.probability ?? 0 > 0.5)
        #expect(position.speed.map { abs($0.value - 15) < 1 } ?? false)
    }

    @Test func itsEventsAreTheTree() throws {
        var drive = try Self.drive()
        var observer = HorizonObserver()
        var mirror = TreeMirror()
        observer.start()
        for second in 0..<20 {
            // Off the road for a while, where there is no tree; it is on a road again within 200 m.
            let south = (5...7).contains(second) ? 150.0 : 0
            try drive.fix(east: 100 + 15 * Double(second), south: south, speed: 15)
            observer.observe(drive.engine, at: drive.now)
            for case .tree(let event) in observer.events { mirror.apply(event) }
            #expect(mirror.paths.map(\.id) == drive.engine.tree.paths.map(\.id))
            #expect(mirror.paths.map(\.links.count) == drive.engine.tree.paths.map(\.links.count))
            try drive.pass(10)
        }
        #expect(!mirror.paths.isEmpty)
    }

    @Test func itLooksAsSeldomAsItIsTold() throws {
        var drive = try Self.drive()
        var observer = HorizonObserver()
        observer.minimumDistance = Metres(40)
        observer.minimumInterval = .milliseconds(2500)
        observer.start()
        var updates = 0
        for second in 0..<12 {
            try drive.fix(east: 100 + 10 * Double(second), speed: 10)
            for _ in 0..<10 {
                try drive.pass(1)
                observer.observe(drive.engine, at: drive.now)
                updates += Self.count(observer)
            }
        }
        // The first look, the first place on a path, and then every 40 m of some 110 m.
        #expect((3...5).contains(updates), "\(updates)")
    }

    @Test func whatIsStoppedTellsWhenItIsAsked() throws {
        var drive = try Self.drive()
        var observer = HorizonObserver()
        try drive.fix(east: 100, speed: 15)
        observer.observe(drive.engine, at: drive.now)
        #expect(observer.events.isEmpty)
        observer.update(drive.engine, at: drive.now)
        #expect(Self.count(observer) == 1)
        #expect(observer.events.first == .tree(.treeReset))
        observer.start()
        #expect(observer.events.isEmpty)
        observer.observe(drive.engine, at: drive.now)
        // Who starts is told everything.
        #expect(observer.events.first == .tree(.treeReset))
        observer.stop()
        try drive.pass(5)
        observer.observe(drive.engine, at: drive.now)
        #expect(observer.events.isEmpty && !observer.isStarted)
    }
}
