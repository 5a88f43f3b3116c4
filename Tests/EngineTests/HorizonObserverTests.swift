import Engine
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
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

    /// At 10 m/s 40 m are more than 2.5 s, and 5 m are less.
    @Test(arguments: [(40.0, 40...46), (5, 25...27)])
    func itLooksAsSeldomAsItIsReported(metres: Double, tenths: ClosedRange<Int>) throws {
        var drive = try Self.drive()
        var observer = HorizonObserver(
            minimumInterval: .milliseconds(2500), minimumDistance: Metres(metres))
        observer.start()
        var updates: [Int] = []
        for second in 0..<24 {
            try drive.fix(east: 100 + 10 * Double(second), speed: 10)
            for _ in 0..<10 {
                try drive.pass(1)
                observer.observe(drive.engine, at: drive.now)
                if Self.count(observer) > 0 { updates.append(drive.tenths) }
            }
        }
        // Behind the first look and the first place on a path, which are told at once.
        let steady = updates.dropFirst(2)
        #expect(steady.count >= 3, "\(updates)")
        for (one, next) in zip(steady, steady.dropFirst()) {
            #expect(tenths.contains(next - one), "\(updates)")
        }
    }

    /// What was told of the tree over the old map does not stay beside that of the new one.
    @Test func anotherMapIsAnotherTree() throws {
        var drive = try Self.drive()
        let other = try MapSketch(
            "A---------B---------C---------D", gridMetres: 20,
            roads: [.init("AB"), .init("BC"), .init("CD", class: 2)])
        var observer = HorizonObserver(minimumDistance: Metres(20))
        observer.start()
        var mirror = TreeMirror()
        func look() {
            observer.observe(drive.engine, at: drive.now)
            for case .tree(let event) in observer.events { mirror.apply(event) }
        }
        for second in 0..<6 {
            try drive.fix(east: 100 + 15 * Double(second), speed: 15)
            look()
            try drive.pass(10)
        }
        let before = try #require(drive.engine.tree.mainPath)
        drive.engine.offer(other.map)
        // With the fix of a moment ago there is a tree again at once.
        try drive.fix(east: 190, speed: 15)
        try drive.engine.ingest(.map(MapIdentity(other.map.header)), at: drive.now)
        look()
        let after = try #require(drive.engine.tree.mainPath)
        #expect(after.id > before.id)
        #expect(observer.events.first == .tree(.treeReset))
        #expect(mirror.paths.map(\.id) == drive.engine.tree.paths.map(\.id))
        #expect(mirror.paths.first?.links.map(\.link) == after.links.map(\.link))
        // And it goes on being told.
        var updates = 0
        for second in 0..<6 {
            try drive.pass(10)
            try drive.fix(east: 205 + 15 * Double(second), speed: 15)
            look()
            updates += Self.count(observer)
        }
        #expect(updates >= 2)
        #expect(
            mirror.paths.first?.links.map(\.link) == drive.engine.tree.mainPath?.links.map(\.link))
    }

    @Test func whatIsStoppedReportsWhenItIsAsked() throws {
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
