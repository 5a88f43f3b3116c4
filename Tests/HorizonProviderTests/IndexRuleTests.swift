import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon
@testable import HorizonProvider

/// Which paths have an index, on trees of which each path says where it is.
@Suite struct IndexRuleTests {
    static func path(
        _ number: UInt64, level: Int, start: Int, from parent: UInt64? = nil, at offset: Int = 0,
        probability: Double = 0.5
    ) -> HorizonPath {
        let branch = parent.map {
            Branch(
                parent: PathID(number: $0), offset: Centimetres(offset), turnAngle: Degrees(90),
                legality: .legal, isUTurn: false,
                probability: probability, prior: probability)
        }
        return HorizonPath(
            id: PathID(number: number), branch: branch, level: level, links: [], droppedLinks: 0,
            startDistance: Centimetres(start), end: .open)
    }

    static let main = path(1, level: 0, start: 0)

    static func tree(
        _ paths: [HorizonPath], lookAhead: [Int] = [200_000, 50_000, 30_000]
    ) throws -> PathTree {
        var parameters = HorizonParameters()
        parameters.lookAhead = lookAhead.map { Centimetres($0) }
        let sketch = try MapSketch("A-B", gridMetres: 50, roads: [.init("AB")])
        return PathTree(map: sketch.map, parameters: parameters, paths: paths)
    }

    /// A provider with such paths on the wire.
    static func provider(
        _ numbers: [UInt64], _ tree: PathTree, rest: Int64 = 0, speed: Double? = 0,
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> HorizonProvider {
        var parameters = ProviderParameters()
        parameters.indexRest = .milliseconds(rest)
        change(&parameters)
        var provider = HorizonProvider(
            map: tree.map, parameters: parameters, trailing: Centimetres(10_000))
        provider.vehicle = VehicleState(.onPath)
        provider.vehicle.speed = speed.map { MetresPerSecond($0) }
        for number in numbers {
            let index = provider.pool.take(at: .zero, progress: .zero)
            provider.paths.append(
                WirePath(id: PathID(number: number), index: try #require(index)))
        }
        return provider
    }

    private static func numbers(_ provider: HorizonProvider) -> [UInt64] {
        provider.paths.map(\.id.number)
    }

    @Test func aNewMainPathShunsWhatClientsSawAroundTheVehicle() throws {
        let tree = try Self.tree([Self.main])
        var provider = try Self.provider([], tree)
        while provider.pool.take(at: .zero, progress: .zero) != nil {}
        // The car is found elsewhere, and clients were told of 8 alone.
        for (number, mentioned) in [(8, .zero), (9, nil)] as [(Int, MonotonicTime?)] {
            provider.pool.release(
                try #require(PathIndex(normal: number)), mentioned: mentioned, progress: nil)
        }
        provider.takeIndexes(for: tree, at: .zero)
        #expect(provider.paths.map(\.index.raw) == [9])
    }

    private static func kept(
        _ paths: [HorizonPath], on wire: [UInt64] = [1], rest: Int64 = 0, speed: Double? = 0,
        lookAhead: [Int] = [200_000, 50_000, 30_000]
    ) throws -> Int {
        let tree = try tree([main] + paths, lookAhead: lookAhead)
        return try provider(wire, tree, rest: rest, speed: speed).indexesKept(in: tree)
    }

    @Test func withoutSidePathsNoneIsKept() throws {
        let road = Self.path(2, level: 1, start: 100, from: 1)
        #expect(try Self.kept([road], lookAhead: [200_000]) == 0)
        #expect(try Self.kept([], lookAhead: [200_000, 50_000]) == 1)
        #expect(try Self.kept([road], lookAhead: [200_000, 50_000]) == 2)
    }

    /// Reach, what the car drives while an index rests (60 m at least), and the 50 m that a road is told
    /// of once it is passed.
    @Test(
        arguments: [
            (0, 130_999, 3), (0, 131_000, 2), (5, 130_999, 3), (5, 131_000, 2), (10, 134_999, 3),
            (10, 135_000, 2), (nil, 324_999, 3), (nil, 325_000, 2),
        ] as [(Double?, Int, Int)])
    func theDensestPlaceAhead(speed: Double?, second: Int, count: Int) throws {
        let roads = [
            Self.path(2, level: 1, start: 70_000, from: 1),
            Self.path(3, level: 1, start: second, from: 1),
            // Paths of other levels do not count.
            Self.path(4, level: 2, start: 70_500, from: 2, at: 60_000),
            Self.path(5, level: 0, start: 70_600, from: 1),
        ]
        #expect(try Self.kept(roads, rest: 10_000, speed: speed) == count)
    }

    @Test func whatIsInUseIsNotKeptAgain() throws {
        let roads = [60_000, 61_000, 62_000, 63_000, -100].enumerated().map {
            Self.path(UInt64($0.offset + 2), level: 1, start: $0.element, from: 1)
        }
        #expect(try Self.kept(roads) == 5)
        #expect(try Self.kept(roads, on: [1, 2]) == 4)
        #expect(try Self.kept(roads, on: [1, 2, 4]) == 3)
        // A road that was passed has its index still.
        #expect(try Self.kept(roads, on: [1, 2, 4, 6]) == 2)
        #expect(try Self.kept(roads, on: [1, 2, 3, 4, 5, 6]) == 1)
    }

    /// Each course that can begin meanwhile has as many roads as there are here, or on a side path.
    @Test(arguments: [(0, 1), (4000, 2), (10_000, 3)] as [(Int64, Int)])
    func anotherCourseHasAsManyRoads(rest: Int64, courses: Int) throws {
        let here = [-1, 0, 49_999, 50_000].enumerated().map {
            Self.path(UInt64($0.offset + 2), level: 1, start: $0.element, from: 1)
        }
        let all: [UInt64] = [1, 2, 3, 4, 5]
        #expect(try Self.kept(here, on: all, rest: rest) == 1 + 2 * courses)
        // Of a side path's roads those within its reach, where it is on the wire.
        let offsets: [(UInt64, Int)] = [
            (3, 0), (3, 10), (3, 49_999), (3, 50_000), (4, 5), (4, 6), (9, 0), (9, 1), (9, 2),
            (9, 3),
        ]
        let beyond = offsets.enumerated().map { number, place in
            Self.path(
                UInt64(10 + number), level: 2, start: 90_000, from: place.0, at: place.1)
        }
        #expect(try Self.kept(here + beyond, on: all, rest: rest) == 1 + 3 * courses)
        let deeper = (0..<5).map {
            Self.path(UInt64(20 + $0), level: 3, start: 90_000, from: 3, at: $0)
        }
        #expect(try Self.kept(here + deeper, on: all, rest: rest) == 1 + 2 * courses)
    }

    /// Those that are to have an index.
    private static func wanted(
        _ paths: [HorizonPath], on wire: [UInt64] = [1], candidates: [UInt64] = [],
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> [UInt64] {
        let tree = try tree([main] + paths)
        var provider = try provider(wire, tree, change)
        provider.vehicle.alternatives = VehicleState.Alternatives(
            candidates.map {
                VehicleState.Alternative(
                    path: PathID(number: $0), offset: .zero, relativeHeading: nil,
                    probability: 0.1)
            })
        provider.takeIndexes(for: tree, at: .zero)
        return provider.sideRoads.map(\.id.number)
    }

    @Test func roadsWithinReachThatTheCarCanTake() throws {
        let roads = [
            Self.path(2, level: 1, start: 49_999, from: 1),
            Self.path(3, level: 1, start: 50_000, from: 1),
            Self.path(4, level: 1, start: 0, from: 1), Self.path(5, level: 1, start: -1, from: 1),
            Self.path(6, level: 1, start: -5000, from: 1),
            Self.path(7, level: 1, start: -5001, from: 1),
            Self.path(8, level: 2, start: 29_999, from: 4),
            Self.path(9, level: 2, start: 30_000, from: 4),
            // It begins ahead, and leaves a road that was passed.
            Self.path(10, level: 2, start: 10, from: 5),
            Self.path(11, level: 3, start: 20, from: 8),
            // Its parent has no index.
            Self.path(12, level: 1, start: 30, from: 99),
        ]
        #expect(try Self.wanted(roads) == [4, 2])
        #expect(try Self.wanted(roads, on: [1, 4, 5]) == [2, 8])
        #expect(try Self.wanted(roads, candidates: [5, 6, 7, 2]) == [6, 5, 4, 2])
        #expect(try Self.wanted(roads) { $0.extent = .mainPath } == [])
        #expect(try Self.wanted(roads) { $0.mask.set(.stub, to: false) } == [])
    }

    @Test func nearestAndLikeliestFirst() throws {
        let roads = [
            Self.path(2, level: 2, start: 10, from: 9), Self.path(3, level: 1, start: 30, from: 1),
            Self.path(4, level: 1, start: 20, from: 1, probability: 0.2),
            Self.path(5, level: 1, start: 20, from: 1, probability: 0.3),
            Self.path(6, level: 1, start: 20, from: 1, probability: 0.3),
            Self.path(9, level: 1, start: 0, from: 1),
        ]
        #expect(try Self.wanted(roads, on: [1, 9]) == [5, 6, 4, 3, 2])
        // On the wire they stand in the order of the tree.
        let tree = try Self.tree([Self.main] + roads)
        var provider = try Self.provider([1, 9], tree)
        provider.takeIndexes(for: tree, at: .zero)
        #expect(Self.numbers(provider) == [1, 2, 3, 4, 5, 6, 9])
        #expect(provider.paths.map(\.level) == [0, 2, 1, 1, 1, 1, 1])
        #expect(provider.paths.map(\.isSidePath) == [false] + Array(repeating: true, count: 6))
        #expect(provider.paths.map(\.startDistance.value) == [0, 10, 30, 20, 20, 20, 0])
    }

    @Test func theSecondLevelLeavesRoomForTheFirst() throws {
        // 40 roads of the second level and two of the first that are beyond the reach of their level.
        var roads = [Self.path(2, level: 1, start: 0, from: 1)]
        roads += [60_000, 61_000].enumerated().map {
            Self.path(UInt64($0.offset + 3), level: 1, start: $0.element, from: 1)
        }
        roads += (0..<60).map { number in
            Self.path(UInt64(number + 10), level: 2, start: 100 + number, from: 2, at: 60_000)
        }
        let tree = try Self.tree([Self.main] + roads)
        var provider = try Self.provider([1, 2], tree)
        #expect(provider.indexesKept(in: tree) == 2)
        provider.takeIndexes(for: tree, at: .zero)
        #expect(provider.pool.freeCount(at: .zero, progress: .zero) == 2)
        #expect(provider.paths.count == 54)
    }

    /// All indexes but one or none are in use, and a road of the first level comes to be within reach.
    private static func taken(
        _ starts: [Int], announced: [UInt64] = [], level: Int = 2, new: Int = 1,
        free: Int = 1, children: [UInt64: UInt64] = [:]
    ) throws -> (gone: [UInt64], hasNew: Bool) {
        var paths = [
            main, path(2, level: 1, start: 0, from: 1), path(3, level: new, start: 10, from: 1),
        ]
        for (number, start) in starts.enumerated() {
            let id = UInt64(number + 10)
            let parent = children[id]
            paths.append(
                path(
                    id, level: parent == nil ? level : level + 1, start: start,
                    from: parent ?? 2, at: 60_000))
        }
        let tree = try tree(paths)
        let ids = (10..<UInt64(starts.count + 10)).map { $0 }
        let others = (1000..<UInt64(1054 - free - starts.count)).map { $0 }
        var provider = try provider([1, 2] + ids + others, tree)
        #expect(provider.pool.freeCount(at: .zero, progress: .zero) == free)
        for index in provider.paths.indices {
            let number = provider.paths[index].id.number
            provider.paths[index].known = announced.contains(number) || number < 10
        }
        provider.takeIndexes(for: tree, at: .zero)
        let left = numbers(provider)
        return (ids.filter { !left.contains($0) }, left.contains(3))
    }

    @Test func aRoadOfTheFirstLevelTakesTheIndexOfTheFarthestBeyond() throws {
        var (gone, hasNew) = try Self.taken([500, 900, 700])
        #expect(gone == [11] && hasNew)
        // One index stays free for a car that is found elsewhere.
        (gone, hasNew) = try Self.taken([500, 900, 700], free: 0)
        #expect(gone == [11, 12] && hasNew)
        // Of two that are as far the later one.
        (gone, hasNew) = try Self.taken([500, 900, 900, 100])
        #expect(gone == [12] && hasNew)
        // Of what clients know nothing is taken back, nor of the first level.
        (gone, hasNew) = try Self.taken([500, 900, 700], announced: [11])
        #expect(gone == [12] && hasNew)
        (gone, hasNew) = try Self.taken([500, 900], announced: [10, 11])
        #expect(gone == [] && !hasNew)
        (gone, hasNew) = try Self.taken([500, 900], level: 1)
        #expect(gone == [] && !hasNew)
        // What leaves a path goes before it.
        (gone, hasNew) = try Self.taken([900, 800, 500], children: [11: 10])
        #expect(gone == [11] && hasNew)
        // A road of the second level takes none.
        (gone, hasNew) = try Self.taken([500, 900], new: 2)
        #expect(gone == [] && !hasNew)
    }
}
