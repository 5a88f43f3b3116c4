import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What is due again, and what is wanted at all, to the centimetre and the nanosecond.
@Suite struct RefreshTests {
    private let now = MonotonicTime.zero + .seconds(1000)

    private static func item(
        _ metres: Int, _ series: Series = .segment, branch: UInt64? = nil, at place: Double = 0,
        _ time: MonotonicTime = .zero + .seconds(999)
    ) -> HeldItem {
        let message: Message =
            switch series {
            case .stub: .stub(StubMessage())
            case .segment: .segment(SegmentMessage())
            case Series(ShortProfileType.curvature):
                .profileShort(ProfileShortMessage(profileType: .curvature))
            default: .profileLong(ProfileLongMessage(profileType: .altitude))
            }
        var item = HeldItem(message: message, metres: metres, series: series)
        item.branch = branch.map { PathID(number: $0) }
        item.due = .no
        item.sent = message
        item.sentOdometer = Metres(place)
        item.sentTime = time
        return item
    }

    private static func path(
        _ number: UInt64, start: Int, level: Int = 0, _ items: [HeldItem]
    ) -> WirePath {
        var path = WirePath(id: PathID(number: number), index: .first)
        path.at.startDistance = Centimetres(start)
        path.at.level = level
        path.at.parent = level > 0 ? PathID(number: 1) : nil
        path.known = true
        path.named = .zero + .seconds(1000)
        path.held = items
        return path
    }

    private static func provider(
        _ paths: [WirePath], driven: Double = 0, trailing: Int = 10_000,
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> HorizonProvider {
        var parameters = ProviderParameters()
        parameters.mask = MessagePreset.all.mask
        parameters.mask.set(LongProfileType.altitude, to: true)
        change(&parameters)
        var provider = HorizonProvider(
            map: try ProviderTests.sketch().map, parameters: parameters,
            trailing: Centimetres(trailing))
        provider.paths = paths
        provider.odometer = Metres(driven)
        return provider
    }

    /// How urgent the items of the first path are, once looked at.
    private func due(_ provider: HorizonProvider) -> [Urgency] {
        var provider = provider
        provider.refresh(at: now)
        return provider.paths[0].held.map(\.due)
    }

    /// All that waits, as path/metres.
    private func wanted(_ provider: HorizonProvider) -> [String] {
        var provider = provider
        for path in provider.paths.indices {
            for item in provider.paths[path].held.indices {
                provider.paths[path].held[item].due = .now
            }
        }
        provider.refresh(at: now)
        var queue = provider.queue
        var found: [String] = []
        while let next = queue.first(in: provider.paths) {
            found.append("\(next.path)/\(provider.paths[next.path].held[next.item].metres)")
            provider.paths[next.path].held[next.item].due = .no
        }
        return found
    }

    @Test func whatLiesAheadOrHoldsIsDueAfterItsDistance() throws {
        // The car is 100 m along: roads that it passed 50 m ago are still told of.
        let path = Self.path(
            1, start: -10_000,
            [
                Self.item(40, .stub, branch: 2), Self.item(49, .stub, branch: 3),
                Self.item(50, .stub, branch: 4), Self.item(60), Self.item(80, .stub),
                Self.item(90), Self.item(100, .stub), Self.item(101, .stub), Self.item(101),
            ])
        let far = try Self.provider([path], driven: 200)
        #expect(due(far) == [.no, .no, .again, .no, .no, .again, .again, .again, .again])
        let near = try Self.provider([path], driven: 199.99)
        #expect(due(near) == Array(repeating: .no, count: 9))
    }

    @Test func whatLaysStillIsDueInSpareRoom() throws {
        let items = [19.999_999_999, 20].map { age in
            Self.item(120, .stub, at: 0, now - .seconds(age))
        }
        let path = Self.path(1, start: -10_000, items)
        #expect(due(try Self.provider([path])) == [.no, .spare])
        // Zero is never.
        #expect(due(try Self.provider([path]) { $0.pace.cyclicInterval = .zero }) == [.no, .no])
        // The distance comes first.
        #expect(due(try Self.provider([path], driven: 200)) == [.again, .again])
    }

    @Test func whatWaitsOrWasNeverSentIsLeftAsItIs() throws {
        var waiting = Self.item(120, at: 0, .zero)
        waiting.due = .now
        var unsent = Self.item(130, .stub, at: 0, .zero)
        unsent.sent = nil
        let path = Self.path(1, start: -10_000, [waiting, unsent])
        #expect(due(try Self.provider([path])) == [.now, .no])
        #expect(due(try Self.provider([path], driven: 500)) == [.now, .no])
    }

    @Test func whatLiesBehindTheTrailingLengthIsGivenUp() throws {
        let items = [0, 150, 200, 250].map { Self.item($0) }
        for (start, kept) in [
            (-30_000, [200, 250]), (-29_949, [150, 200, 250]), (-20_000, [0, 150, 200, 250]),
        ] {
            var provider = try Self.provider([Self.path(1, start: start, items)])
            provider.refresh(at: now)
            #expect(provider.paths[0].held.map(\.metres) == kept)
        }
    }

    @Test func eachStreamHasItsReach() throws {
        let altitude = Series(LongProfileType.altitude)
        let items = [
            Self.item(399), Self.item(400), Self.item(401), Self.item(499, altitude),
            Self.item(500, altitude), Self.item(501, altitude), Self.item(502, altitude),
        ]
        let path = Self.path(1, start: -10_000, items)
        func provider(_ long: Double) throws -> HorizonProvider {
            try Self.provider([path]) {
                $0.levels[0].segment.reach = Metres(300)
                $0.levels[0].profileLong.reach = Metres(long)
            }
        }
        // Of spots on a line, the first one beyond reach belongs to what lies within.
        #expect(wanted(try provider(400)) == ["0/399", "0/400", "0/499", "0/500"])
        #expect(wanted(try provider(400.4)) == ["0/399", "0/400", "0/499", "0/500"])
        #expect(wanted(try provider(400.5)) == ["0/399", "0/400", "0/499", "0/500", "0/501"])
        #expect(wanted(try provider(398)) == ["0/399", "0/400"])
        let disabled = try Self.provider([path]) { $0.levels[0].segment.isEnabled = false }
        #expect(wanted(disabled) == ["0/499", "0/500", "0/501", "0/502"])
        let masked = try Self.provider([path]) { $0.mask.set(LongProfileType.altitude, to: false) }
        #expect(wanted(masked) == ["0/399", "0/400", "0/401"])
    }

    @Test func spotsBeyondReachFollowOneWithin() throws {
        let altitude = Series(LongProfileType.altitude)
        let path = Self.path(
            1, start: 0, [Self.item(90, altitude), Self.item(95), Self.item(120, altitude)])
        let near = try Self.provider([path]) { $0.levels[0] = LevelParameters(reach: Metres(100)) }
        #expect(wanted(near) == ["0/90", "0/95", "0/120"])
        // One that lies at the very reach needs no other.
        let exact = try Self.provider([path]) { $0.levels[0] = LevelParameters(reach: Metres(90)) }
        #expect(wanted(exact) == ["0/90"])
        let alone = Self.path(1, start: 0, [Self.item(95), Self.item(120, altitude)])
        let none = try Self.provider([alone]) { $0.levels[0] = LevelParameters(reach: Metres(100)) }
        #expect(wanted(none) == ["0/95"])
    }

    @Test func roadsThatWerePassed() throws {
        let main = Self.path(
            1, start: -10_000, [Self.item(49, .stub), Self.item(50, .stub), Self.item(95)])
        let side = [-5001, -5000].enumerated().map {
            Self.path(UInt64($0.offset + 2), start: $0.element, level: 1, [Self.item(40)])
        }
        #expect(wanted(try Self.provider([main] + side)) == ["0/50", "0/95", "2/40"])
        let mainPath = try Self.provider([main] + side) { $0.extent = .mainPath }
        #expect(wanted(mainPath) == ["0/95"])
        let far = Self.path(1, start: -100_000, [Self.item(949, .stub), Self.item(950, .stub)])
        #expect(wanted(try Self.provider([far])) == ["0/950"])
        // The main path itself may begin as far back as it likes.
        #expect(
            wanted(try Self.provider([Self.path(1, start: -90_000, [Self.item(950)])])) == ["0/950"]
        )
    }

    @Test func theRoadsWithinReachOfSidePathsComeFirst() throws {
        let items = [Self.item(101), Self.item(180, .stub), Self.item(181, .stub)]
        let provider = try Self.provider([Self.path(1, start: -10_000, items)]) {
            $0.levels[1].stub.reach = Metres(80)
            $0.levels.append(LevelParameters(reach: Metres(500)))
        }
        #expect(wanted(provider) == ["0/180", "0/101", "0/181"])
    }

    @Test func aPathThatGoesUnmentionedIsNamedAgain() throws {
        let main = Self.path(
            1, start: -10_000,
            [
                Self.item(60, .stub, branch: 2), Self.item(110, .stub, branch: 3),
                Self.item(120, .stub, branch: 4), Self.item(130, .stub, branch: 5),
                Self.item(140, .stub, branch: 6), Self.item(40, .stub, branch: 7),
            ])
        // Announced, mentioned so many nanoseconds before, where it begins, and whether it is due.
        let sides: [(Bool, Int64, Int, Urgency)] = [
            (true, 8_000_000_000, -5000, .now), (true, 7_999_999_999, 1000, .no),
            (false, 9_000_000_000, 2000, .no), (true, 9_000_000_000, 3000, .now),
            (true, 0, 4000, .no), (true, 9_000_000_000, -5001, .no),
        ]
        let paths = sides.enumerated().map { number, side in
            var path = Self.path(UInt64(number + 2), start: side.2, level: 1, [])
            path.known = side.0
            path.named = .zero + Nanoseconds(now.nanoseconds - side.1)
            return path
        }
        #expect(due(try Self.provider([main] + paths)) == sides.map(\.3))
        // The main path is mentioned by POSITION.
        var alone = Self.path(1, start: -1_000, [Self.item(130, .stub, branch: 1)])
        alone.named = .zero
        #expect(due(try Self.provider([alone])) == [.no])
    }
}
