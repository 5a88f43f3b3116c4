import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What POSITION and META-DATA say, and when offsets have to wait for POSITION.
@Suite struct VehicleRuleTests {
    private static func provider(
        trailing: Int = 10_000, dataTime: Int64? = nil,
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> HorizonProvider {
        var parameters = ProviderParameters()
        parameters.timing.positionCandidates = 4
        change(&parameters)
        let sketch = try MapSketch(
            "A-B", gridMetres: 50, roads: [.init("AB")], dataTime: dataTime)
        var provider = HorizonProvider(
            map: sketch.map, parameters: parameters, trailing: Centimetres(trailing))
        provider.paths = (1...4).compactMap { number in
            PathIndex(normal: number + 7).map {
                WirePath(id: PathID(number: UInt64(number)), index: $0)
            }
        }
        provider.vehicle = VehicleState(.onPath, time: .zero)
        return provider
    }

    @Test(
        arguments: [
            (1_704_067_200, 1), (1_711_843_200, 1), (1_711_929_600, 2), (1_719_705_600, 2),
            (1_719_792_000, 3), (1_727_654_400, 3), (1_727_740_800, 4), (1_735_603_200, 4),
        ] as [(Int64, Int)])
    func theQuarterOfTheMap(time: Int64, quarter: Int) throws {
        let message = try Self.provider(dataTime: time).metaDataMessage()
        #expect(message.mapVersionYear == MapYearCode(year: 2024))
        #expect(message.mapVersionQuarter.quarter == quarter)
    }

    @Test(
        arguments: [
            (nil, nil), (0, 0), (2, 0), (2.01, 1), (5, 1), (5.01, 2), (10, 2), (10.01, 3), (20, 3),
            (20.01, 4), (50, 4), (50.01, 5), (100, 5), (100.01, 6),
        ] as [(Double?, Int?)])
    func confidenceIsThePositionsAccuracy(accuracy: Double?, rank: Int?) throws {
        var provider = try Self.provider()
        provider.vehicle.accuracy = accuracy.map { Metres($0) }
        let message = provider.position(0, at: .zero)
        #expect(message.positionConfidence == PositionConfidenceCode(rank: rank))
        #expect(message.currentLane == .unknown)
    }

    @Test func aPositionHasAnAgeUpToItsLifetime() throws {
        let provider = try Self.provider()
        let old = provider.position(0, at: .zero + .seconds(10))
        #expect(old.pathIndex.raw == 8 && old.speed == SpeedCode(nil))
        #expect(old.positionAge == PositionAgeCode(.seconds(10)))
        let gone = provider.position(0, at: .zero + .seconds(10) + Nanoseconds(1))
        #expect(gone == PositionMessage(pathIndex: .notCalibrated))
        // A moment before the fix is no age.
        let early = provider.position(0, at: .zero + Nanoseconds(-1_000_000_000))
        #expect(early.positionAge == PositionAgeCode(.zero))
    }

    /// Half the trailing length, and 25 m at least.
    @Test(arguments: [
        (10_000, 5000, false), (10_000, 5001, true), (10_000, -5000, false),
        (10_000, -5001, true), (4_000, 2500, false), (4_000, 2501, true), (5_000, 2500, false),
        (5_002, 2501, false),
    ])
    func offsetsWaitForPOSITIONWhereTheCarHasComeFar(
        trailing: Int, moved: Int, isWaiting: Bool
    ) throws {
        var provider = try Self.provider(trailing: trailing)
        provider.reportedPlace = .init(path: PathID(number: 1), offset: Centimetres(7000))
        provider.mainOffset = Centimetres(7000 + moved)
        #expect(provider.awaitsPosition == isWaiting)
    }

    @Test func offsetsWaitForThePOSITIONOnTheirPath() throws {
        var provider = try Self.provider()
        #expect(provider.awaitsPosition)
        provider.reportedPlace = .init(path: PathID(number: 2), offset: .zero)
        #expect(provider.awaitsPosition)
        provider.reportedPlace = .init(path: PathID(number: 1), offset: .zero)
        #expect(!provider.awaitsPosition)
        // Of a path that the vehicle is not told to be on nothing is said.
        provider.reportedPlace = nil
        for place in [VehicleState.Place.offRoad, .noMap, .notCalibrated] {
            provider.vehicle.place = place
            #expect(provider.awaitsPosition)
        }
        // Without a path or without POSITION there is none to wait for.
        provider.paths = []
        #expect(!provider.awaitsPosition)
        let silent = try Self.provider { $0.mask.set(.position, to: false) }
        #expect(!silent.awaitsPosition)
    }

    @Test func candidatesInTheirOrderOnKnownPathsAlone() throws {
        var provider = try Self.provider()
        for number: UInt64 in [4, 2, 3] {
            provider.vehicle.alternatives.append(
                VehicleState.Alternative(
                    path: PathID(number: number), offset: Metres(Double(number)),
                    relativeHeading: nil, probability: 0.1))
        }
        for path in provider.paths.indices { provider.paths[path].known = path != 1 }
        #expect((0...3).map { provider.nextCandidate(after: $0) } == [1, 3, 3, nil])
        let second = provider.position(1, at: .zero)
        #expect(second.pathIndex.raw == 11 && second.offset.raw == 4)
        #expect(second.positionIndex.raw == 1)
        // Who is not on a path is at no candidate.
        provider.vehicle.place = .offRoad
        #expect(provider.nextCandidate(after: 0) == nil)
        let two = try Self.provider { $0.timing.positionCandidates = 2 }
        #expect(two.nextCandidate(after: 0) == nil)
    }

    @Test func theCurrentLinkIsSaidAgainAfterAWhileOrWhenItChanges() {
        var link = CurrentLink()
        let start = MonotonicTime.zero
        #expect(link.nextTime == nil && link.due(at: start) == nil)
        link.repeatNow(at: start)
        #expect(link.nextTime == nil)
        var message = SegmentMessage()
        link.update(message, at: start)
        #expect(link.nextTime == start && link.due(at: start) == message)
        link.wasSent(at: start, again: .seconds(1))
        #expect(link.nextTime == start + .seconds(1))
        #expect(link.due(at: start + .seconds(1) - Nanoseconds(1)) == nil)
        #expect(link.due(at: start + .seconds(1)) == message)
        // The same once more is nothing new.
        link.update(message, at: start + .seconds(0.5))
        #expect(link.nextTime == start + .seconds(1))
        message.tunnel = .yes
        link.update(message, at: start + .seconds(0.5))
        #expect(link.due(at: start + .seconds(0.5)) == message)
        link.repeatNow(at: start + .seconds(0.25))
        #expect(link.nextTime == start + .seconds(0.25))
        link.update(nil, at: start + .seconds(0.75))
        #expect(link.nextTime == nil && link.due(at: start + .seconds(2)) == nil)
    }
}
