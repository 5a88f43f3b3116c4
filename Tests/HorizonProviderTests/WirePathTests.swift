import ADASISv2
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What of a path a client has to hold, and how it is said once its place lies far behind.
@Suite struct WirePathTests {
    private static func path(_ startDistance: Int = 0) -> WirePath {
        var path = WirePath(id: id, index: .first)
        path.at.startDistance = Centimetres(startDistance * 100)
        return path
    }

    private static let id = PathID(number: 1)

    private static func segment(_ metres: Int, lanes: Int = 1) -> HeldItem {
        var message = SegmentMessage()
        message.offset = OffsetCode(metresFromPathStart: metres)
        message.lanesDrivingDirection = DrivingLanesCode(lanes)
        return HeldItem(message: .segment(message), metres: metres, series: .segment)
    }

    private static func long(
        _ type: LongProfileType, _ metres: Int, _ value: LongValueCode
    ) -> HeldItem {
        var message = ProfileLongMessage(
            profileType: type, pathIndex: .first,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value = value
        return HeldItem(message: .profileLong(message), metres: metres, series: Series(type))
    }

    private static func slope(
        _ metres: Int, _ value: Double, to next: Double, after distance: Int
    ) throws -> HeldItem {
        var message = ProfileShortMessage(
            profileType: .slopeLinear, pathIndex: .first,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = ProfileValueCode(slopePercent: value)
        message.value1 = ProfileValueCode(slopePercent: next)
        message.distance1 = try #require(ProfileDistanceCode(metres: distance))
        return HeldItem(
            message: .profileShort(message), metres: metres,
            series: Series(ShortProfileType.slopeLinear))
    }

    private static func stub(_ metres: Int, _ angle: AngleCode) -> HeldItem {
        var message = StubMessage()
        message.offset = OffsetCode(metresFromPathStart: metres)
        message.turnAngle = angle
        return HeldItem(message: .stub(message), metres: metres, series: .stub, branch: id)
    }

    private static func names(_ path: WirePath) -> [String] {
        path.held.map { "\($0.metres)/\($0.series.number)" }
    }

    @Test func itemsStandByPlaceAndThenBySeries() {
        var path = Self.path()
        for item in [
            Self.segment(20), Self.long(.latitude, 20, LongValueCode(raw: 7)), Self.segment(5),
            Self.stub(20, .unknown), Self.stub(20, .unknown),
            Self.long(.latitude, 7, LongValueCode(raw: 7)),
        ] { path.insert(item) }
        let latitude = Series(LongProfileType.latitude).number
        #expect(
            Self.names(path) == ["5/1", "7/\(latitude)", "20/0", "20/0", "20/1", "20/\(latitude)"])
    }

    @Test func theLaterOneOfASeriesAtAPlaceHolds() {
        var path = Self.path()
        path.insert(Self.segment(5, lanes: 1))
        path.held[0].due = .no
        path.insert(Self.segment(5, lanes: 1))
        // The same once more is nothing new.
        #expect(path.held.count == 1 && path.held[0].due == .no)
        path.insert(Self.segment(5, lanes: 2))
        #expect(path.held.count == 1 && path.held[0].due == .now && !path.held[0].isUpdate)
        path.held[0].sent = path.held[0].message
        path.insert(Self.segment(5, lanes: 3))
        #expect(path.held[0].isUpdate)
        // What is replaced and replaced back before it was sent is what clients hold.
        path.insert(Self.segment(5, lanes: 2))
        #expect(!path.held[0].isUpdate && path.held[0].messageToSend.retransmission)
        path.insert(Self.segment(5, lanes: 3))
        #expect(path.held[0].message == Self.segment(5, lanes: 3).message)
        // Signs of different kinds may stand at one place.
        for raw in [3, 4, 4] as [UInt32] {
            path.insert(Self.long(.trafficSign, 5, LongValueCode(raw: raw)))
            path.insert(Self.long(.altitude, 5, LongValueCode(raw: raw)))
        }
        #expect(path.held.count == 4)
    }

    @Test func roadsAtOneMetreDifferInTheirAngle() {
        var path = Self.path()
        for raw in [100, 101, 253, 0] as [UInt8] {
            path.insert(Self.stub(40, AngleCode(raw: raw)))
        }
        path.insert(Self.stub(41, AngleCode(raw: 102)))
        for (wanted, given) in [(99, 99), (100, 102), (101, 102), (253, 1), (7, 7)]
            as [(UInt8, UInt8)]
        {
            #expect(path.takenAngles(at: 40).distinct(from: AngleCode(raw: wanted)).raw == given)
        }
        path.insert(Self.stub(42, AngleCode(raw: 252)))
        #expect(path.takenAngles(at: 42).distinct(from: AngleCode(raw: 252)).raw == 253)
        path.insert(Self.stub(40, .unknown))
        #expect(path.takenAngles(at: 40).distinct(from: .unknown) == .unknown)
    }

    @Test func whatStillHoldsIsKept() {
        var path = Self.path()
        for item in [
            Self.segment(0), Self.stub(3, .unknown), Self.long(.latitude, 4, LongValueCode(raw: 1)),
            Self.segment(6), Self.long(.trafficSign, 8, LongValueCode(raw: 1)),
            Self.long(.latitude, 10, LongValueCode(raw: 2)), Self.segment(11),
        ] { path.insert(item) }
        let latitude = Series(LongProfileType.latitude).number
        path.dropItems(before: -1)
        #expect(path.held.count == 7)
        path.dropItems(before: 8)
        #expect(Self.names(path) == ["4/\(latitude)", "6/1", "10/\(latitude)", "11/1"])
        path.dropItems(before: 11)
        #expect(Self.names(path) == ["10/\(latitude)", "11/1"])
        var ahead = Self.path()
        ahead.insert(Self.stub(3, .unknown))
        ahead.dropItems(before: 2)
        #expect(Self.names(ahead) == ["3/0"])
        // The last series has a bit too.
        var lanes = Self.path()
        for metres in [3, 5] {
            lanes.insert(
                HeldItem(
                    message: .profileLong(ProfileLongMessage()), metres: metres,
                    series: Series(lane: 15)))
        }
        lanes.dropItems(before: 9)
        #expect(Self.names(lanes) == ["5/63"])
    }

    @Test func theLastOneOfASeriesIsInForce() {
        var path = Self.path()
        for item in [Self.segment(0), Self.stub(3, .unknown), Self.segment(6), Self.segment(11)] {
            path.insert(item)
        }
        let inForce = [-1, 0, 5, 6, 10, 11, 12].map { metres in
            path.held.indices.filter { path.isInForce($0, at: metres) }
        }
        #expect(inForce == [[], [0], [0], [2], [2], [3], [3]])
    }

    private static func said(
        _ items: [HeldItem], _ index: Int = 0, at place: Int
    ) -> Message? {
        var path = path(-place - 50)
        for item in items { path.insert(item) }
        return path.message(index, trailing: Centimetres(5_000))
    }

    @Test func aSegmentIsSaidAgainWhereTheTrailingLengthEnds() throws {
        let items = [Self.segment(10, lanes: 2), Self.segment(90)]
        #expect(Self.said(items, at: 10) == items[0].message)
        guard case .segment(let later)? = Self.said(items, at: 11) else {
            Issue.record("no SEGMENT")
            return
        }
        #expect(later.offset == OffsetCode(metresFromPathStart: 11))
        #expect(later.lanesDrivingDirection == DrivingLanesCode(2))
        #expect(!later.retransmission)
    }

    @Test func aPieceOfAProfileIsCutWhereTheTrailingLengthEnds() throws {
        let items = [try Self.slope(10, 2, to: 6, after: 40)]
        for (place, value, distance) in [(11, 2.1, 39), (20, 3, 30), (49, 5.9, 1)] {
            guard case .profileShort(let spot)? = Self.said(items, at: place) else {
                Issue.record("nothing at \(place)")
                continue
            }
            #expect(spot.value0 == ProfileValueCode(slopePercent: value))
            #expect(spot.value1 == ProfileValueCode(slopePercent: 6))
            #expect(spot.distance1.metres == distance)
            #expect(spot.offset == OffsetCode(metresFromPathStart: place))
        }
        #expect(Self.said(items, at: 50) == nil)
        // A value that leads nowhere holds on.
        var message = ProfileShortMessage(
            profileType: .slopeLinear, pathIndex: .first,
            offset: OffsetCode(metresFromPathStart: 10))
        message.value0 = ProfileValueCode(slopePercent: 2)
        let alone = HeldItem(
            message: .profileShort(message), metres: 10,
            series: Series(ShortProfileType.slopeLinear))
        message.offset = OffsetCode(metresFromPathStart: 70)
        #expect(Self.said([alone], at: 70) == .profileShort(message))
    }

    @Test func aSpotBetweenTwoOfALineIsOnTheLine() {
        func altitude(_ metres: Int, _ value: Double) -> HeldItem {
            Self.long(.altitude, metres, LongValueCode(altitude: Metres(value)))
        }
        let items = [altitude(10, 100), Self.segment(12), altitude(30, 104), altitude(40, 90)]
        for (place, value) in [(15, 101.0), (25, 103), (29, 103.8)] {
            guard case .profileLong(let spot)? = Self.said(items, at: place) else {
                Issue.record("nothing at \(place)")
                continue
            }
            #expect(spot.value == LongValueCode(altitude: Metres(value)))
            #expect(spot.offset == OffsetCode(metresFromPathStart: place))
        }
        // Without another end there is no line.
        #expect(Self.said([altitude(10, 100)], at: 15) == nil)
        let ending = [altitude(10, 100), Self.long(.altitude, 30, .notAvailable)]
        #expect(Self.said(ending, at: 15) == nil)
        // What is not known goes on not to be known; what holds from its place on holds.
        for item in [
            Self.long(.altitude, 10, .notAvailable),
            Self.long(.linkIdentifier, 10, LongValueCode(raw: 99)),
        ] {
            guard case .profileLong(let spot)? = Self.said([item], at: 15),
                case .profileLong(let first) = item.message
            else {
                Issue.record("nothing holds")
                continue
            }
            #expect(spot.value == first.value)
        }
        #expect(Self.said([Self.stub(10, .unknown)], at: 15) == nil)
    }

    @Test func whatIsSaidAgainDoesNotMoveBack() throws {
        var path = Self.path(-80)
        path.insert(Self.segment(10))
        path.held[0].sent = path.held[0].message
        path.held[0].repetition = .init(place: 35, message: path.held[0].message)
        for (start, offset, isRepeated) in [(-80, 35, true), (-85, 35, true), (-86, 36, false)] {
            path.at.startDistance = Centimetres(start * 100)
            let message = try #require(path.message(0, trailing: Centimetres(5_000)))
            #expect(message.retransmission == isRepeated)
            guard case .segment(let segment) = message else { return }
            #expect(segment.offset == OffsetCode(metresFromPathStart: offset))
        }
    }

    /// A vehicle that starts with the place of the run before is a little farther back by its first fix.
    @Test func whatWasBuiltBehindTheTrailingLengthIsSentForItsOwnPlaceWhenItComesBack() throws {
        var path = Self.path(-80)
        path.insert(Self.segment(10))
        func refresh() {
            path.refresh(
                at: .zero, odometer: .zero, trailing: Centimetres(5_000), passedRoad: .zero,
                LevelParameters(reach: Metres(1_000)), cyclicInterval: .zero)
        }
        func send() throws -> (offset: OffsetCode, isRepeated: Bool) {
            #expect(path.items.due(0) == .now)
            let message = try #require(path.message(0, trailing: Centimetres(5_000)))
            path.noteSent(
                0, at: .zero, odometer: .zero, counter: .zero, trailing: Centimetres(5_000))
            #expect(path.items.due(0) == .no)
            guard case .segment(let segment) = message else { throw WrongMessage() }
            return (segment.offset, message.retransmission)
        }
        refresh()
        #expect(try send() == (OffsetCode(metresFromPathStart: 30), false))
        path.at.startDistance = Centimetres(-50 * 100)
        refresh()
        #expect(try send() == (OffsetCode(metresFromPathStart: 10), false))
        // Back and forth: clients hold both.
        path.at.startDistance = Centimetres(-80 * 100)
        refresh()
        path.setDue(.now, 0)
        #expect(try send() == (OffsetCode(metresFromPathStart: 30), true))
        path.at.startDistance = Centimetres(-50 * 100)
        refresh()
        #expect(path.items.due(0) == .no)
        path.setDue(.now, 0)
        #expect(try send() == (OffsetCode(metresFromPathStart: 10), true))
    }

    private struct WrongMessage: Error {}
}
