import ADASISv2
import CANFrames
import Quantities
import Testing

@testable import HorizonProvider

/// What follows from the parameters, and what clients do by the reference's §8.
@Suite struct ParameterRuleTests {
    @Test func whatClientsDo() {
        let parameters = ProviderParameters()
        #expect(parameters.passedRoad == Centimetres(-5000))
        #expect(parameters.restDistance == Metres(60))
        #expect(parameters.clientMemory.path == .seconds(10))
        #expect(parameters.clientMemory.positionTimeout == .seconds(2))
    }

    @Test(arguments: [(0, 1), (3999, 1), (4000, 2), (10_000, 3), (12_000, 4)])
    func theCarTurnsOffEveryFourSeconds(rest: Int64, courses: Int) {
        var parameters = ProviderParameters()
        parameters.indexRest = .milliseconds(rest)
        #expect(parameters.coursesWithinRest == courses)
    }

    /// Ten POSITIONs a second and one that comes late, and a META-DATA that announces, whatever its pace is.
    @Test(arguments: [
        (100, 5000, 12), (100, 500, 12), (1000, 1000, 3), (333, 300, 5), (0, 1000, 1002),
        (1001, 0, 2),
    ])
    func bitsSetAside(position: Int64, metaData: Int64, frames: Int) {
        var parameters = ProviderParameters()
        parameters.timing.positionInterval = .milliseconds(position)
        parameters.timing.metaDataInterval = .milliseconds(metaData)
        #expect(parameters.bitsSetAside == frames * 135)
    }

    /// What never waits, and ten frames more. Where POSITION is not told META-DATA alone counts.
    @Test(arguments: [(5000, 500, 13, 2), (500, 5000, 13, 2), (300, 400, 15, 4)])
    func theLeastBudget(metaData: Int64, atStart: Int64, frames: Int, withoutPosition: Int) {
        var parameters = ProviderParameters()
        parameters.timing.metaDataInterval = .milliseconds(metaData)
        parameters.timing.metaDataStartInterval = .milliseconds(atStart)
        #expect(parameters.bitsNeverWaiting == frames * 135)
        #expect(parameters.leastBudget == (frames + 10) * 135)
        parameters.extent = .currentLink
        #expect(parameters.bitsNeverWaiting == withoutPosition * 135)
        #expect(parameters.leastBudget == (withoutPosition + 10) * 135)
    }

    @Test func METADATAJustNotOnceASecond() {
        var parameters = ProviderParameters()
        parameters.timing.metaDataInterval = Nanoseconds(999_999_999)
        parameters.timing.metaDataStartInterval = .seconds(5)
        #expect(parameters.bitsNeverWaiting == 13 * 135)
    }

    /// So many bits a second are left for the tree, of which a frame takes 135.
    @Test(
        arguments: [
            (13_500, 40_000_000, 4), (13_501, 40_000_000, 5), (135, 1_000_000_000, 1),
            (135, 1_000_000_001, 2), (135, 10_000_000_000, 10), (1, 135_000_000_000, 1),
            (1, 135_000_000_001, 2), (0, 40_000_000, 1), (-1000, 300_000_000_000, 1),
            (13_500, 0, 1), (13_500, -40_000_000, 1),
        ] as [(Int, Int64, Int)])
    func packagesLargeEnoughForTheBudget(bits: Int, interval: Int64, count: Int) {
        var parameters = ProviderParameters()
        parameters.pace.bitRate = (12 * 135 + bits) * 100
        parameters.pace.busLoadPercent = 1
        parameters.pace.packageInterval = Nanoseconds(interval)
        #expect(parameters.leastPackage == count)
        // Where it is left open, as many as are needed, and the usual ones at least.
        #expect(parameters.packageSize == max(count, 4))
        parameters.pace.packageSize = 2
        #expect(parameters.packageSize == 2)
        parameters.pace.packageSize = 0
        #expect(parameters.packageSize == 1)
    }

    @Test func whatTheTreeIsGiven() {
        let kinds = MessageKind.standard
        #expect(kinds.filter { ProviderParameters.Extent.fullTree.includes($0) } == kinds)
        #expect(
            kinds.filter { !ProviderParameters.Extent.mainPath.includes($0) } == [.stub])
        #expect(
            Set(kinds.filter { ProviderParameters.Extent.currentLink.includes($0) })
                == [.segment, .metaData])
        #expect(
            MessagePreset.allCases.map(\.extent)
                == MessagePreset.allCases.map {
                    switch $0 {
                    case .mini: .currentLink
                    case .mainPath: .mainPath
                    default: .fullTree
                    }
                })
    }

    @Test func theLongestFrame() throws {
        var parameters = ProviderParameters()
        #expect(parameters.longestFrame == 135)
        // POSITION is none of the tree, and yet a frame that the budget is asked for.
        for (kind, shortest) in [(MessageKind.position, 135), (.segment, 135)] {
            parameters.layout.setIdentifier(
                try #require(CANIdentifier(extended: 0x18FF_0000 + UInt32(kind.rawValue))), of: kind
            )
            #expect(parameters.longestFrame == 160)
            #expect(parameters.shortestFrame == shortest)
        }
        #expect(parameters.frameBits(.position(PositionMessage())) == 160)
        #expect(parameters.bitsSetAside == 11 * 160 + 135)
    }

    @Test func deeperLevelsAreAsTheLastOne() {
        var parameters = ProviderParameters()
        #expect((0...3).map { parameters.level($0).stub.reach.value } == [2000, 500, 500, 500])
        parameters.levels = []
        #expect(parameters.level(0).segment.reach == .zero)
        let level = LevelParameters(reach: Metres(7), repetitionDistance: Metres(3))
        for stream in [level.stub, level.segment, level.profileShort, level.profileLong] {
            #expect(
                stream
                    == StreamParameters(
                        isEnabled: true, reach: Metres(7), repetitionDistance: Metres(3)))
        }
    }

    @Test func theDefaults() {
        let parameters = ProviderParameters()
        #expect(parameters.pathRefreshInterval == .seconds(8))
        #expect(parameters.indexRest == .seconds(10))
        #expect(parameters.extent == .fullTree && parameters.mask == MessagePreset.default.mask)
        #expect(
            parameters.levels == [
                LevelParameters(reach: Metres(2000), repetitionDistance: Metres(200)),
                LevelParameters(reach: Metres(500), repetitionDistance: Metres(200)),
            ])
        let reduction = parameters.reduction
        #expect(reduction.isEnabled && reduction.slopeError == 0.5)
        #expect(reduction.curvatureError == PerMetre(0.0002))
        #expect(reduction.relativeCurvatureError == 0.05)
        #expect(reduction.altitudeError == Metres(0.5) && reduction.placeError == Metres(1))
        let pace = parameters.pace
        #expect(pace.bitRate == 500_000 && pace.busLoadPercent == 5 && pace.packageSize == nil)
        #expect(pace.startBurst == 0 && pace.cyclicInterval == .seconds(20))
        let timing = parameters.timing
        #expect(timing.metaDataInterval == .seconds(5))
        #expect(timing.metaDataStartInterval == .seconds(0.5))
        #expect(timing.metaDataStartDuration == .seconds(5))
        #expect(timing.positionInterval == .seconds(0.1) && timing.positionCandidates == 1)
        #expect(timing.candidateProbability == 0.1 && timing.positionLifetime == .seconds(10))
        #expect(timing.currentLinkInterval == .seconds(1))
    }

    /// One order for what is at one place, and a bit of 64 for each series.
    @Test func everySeriesHasANumberOfItsOwn() {
        var series: [Series] = [.stub, .segment]
        series += ShortProfileType.named.map { Series($0) }
        series += LongProfileType.named.filter { $0 != .extendedLane }.map { Series($0) }
        series += (1...Series.mostLanes).map { Series(lane: $0) }
        #expect(series == series.sorted() && Set(series).count == series.count)
        #expect(series.allSatisfy { $0.number < 64 })
        #expect(
            ShortProfileType.named.filter { Series($0).isPoint }
                == ShortProfileType.named.filter { $0.record?.course == .points })
        #expect(Series(ShortProfileType.variableSpeedSignPosition).isPoint)
        #expect(
            LongProfileType.named.filter { Series($0).isPoint }
                == [.bezierLongitude, .bezierLatitude, .bezierAltitude, .trafficSign])
        #expect(
            LongProfileType.named.filter { Series($0).isJoinedByLines }
                == [.longitude, .latitude, .altitude])
        #expect(Series.stub.isPoint && !Series.segment.isPoint && !Series(lane: 1).isPoint)
        #expect(!ShortProfileType.named.contains { Series($0).isJoinedByLines })
    }
}
