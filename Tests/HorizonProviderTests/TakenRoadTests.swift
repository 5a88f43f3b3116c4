import ADASISv2
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What a path takes over of a draft of itself, on items that each say one number.
@Suite struct TakenRoadTests {
    private static let condition = Series(ShortProfileType.roadCondition)
    private static let limit = Series(LongProfileType.speedLimitAndRecommendedSpeed)

    /// An item that says a number from a place on, and whether clients have it.
    private static func item(
        _ metres: Int, _ number: Int, _ series: Series = .segment, sent: Bool = true,
        path: PathIndex = .first
    ) -> HeldItem {
        let offset = OffsetCode(metresFromPathStart: metres)
        let message: Message
        if series == .segment {
            var segment = SegmentMessage()
            segment.lanesDrivingDirection = DrivingLanesCode(raw: UInt8(number))
            segment.pathIndex = path
            segment.offset = offset
            message = .segment(segment)
        } else if series == condition {
            var profile = ProfileShortMessage()
            profile.profileType = .roadCondition
            profile.value0 = ProfileValueCode(raw: UInt16(number))
            profile.pathIndex = path
            profile.offset = offset
            message = .profileShort(profile)
        } else {
            var profile = ProfileLongMessage()
            profile.profileType = .speedLimitAndRecommendedSpeed
            profile.value = LongValueCode(raw: UInt32(number))
            profile.pathIndex = path
            profile.offset = offset
            message = .profileLong(profile)
        }
        var item = HeldItem(message: message, metres: metres, series: series)
        if sent { item.sent = message }
        return item
    }

    /// Its place, number, path and offset.
    private static func text(_ item: HeldItem) -> String {
        switch item.message {
        case .segment(let segment):
            "\(item.metres): \(segment.lanesDrivingDirection.raw)"
                + " \(segment.pathIndex.raw)@\(segment.offset.raw)"
        case .profileShort(let profile):
            "\(item.metres): \(profile.value0.raw) \(profile.pathIndex.raw)@\(profile.offset.raw)"
        case .profileLong(let profile):
            "\(item.metres): \(profile.value.raw) \(profile.pathIndex.raw)@\(profile.offset.raw)"
        default: "another"
        }
    }

    /// What a path with items says once it has taken over a draft; `nil` where that has no order.
    private static func taken(
        _ items: [HeldItem], _ draft: [HeldItem], from first: Int = 0, vehicle: Int? = nil
    ) -> [String]? {
        var path = WirePath(id: PathID(number: 1), index: .first)
        path.held = items
        var other = WirePath(id: .none, index: .unknown)
        other.held = draft
        guard path.takeRoads(of: other, from: first, vehicle: vehicle) else { return nil }
        return path.held.map(text)
    }

    private static let known = [item(0, 1), item(300, 2)]

    @Test func nothingNewMayStandBeforeWhatIsKnown() {
        let draft = [Self.item(0, 1), Self.item(100, 3), Self.item(300, 2)]
        #expect(Self.taken(Self.known, draft) == nil)
        #expect(Self.taken(Self.known, draft, vehicle: 99) == nil)
        // What is in force at the vehicle may be said at any time.
        let all = ["0: 1 8@0", "100: 3 8@100", "300: 2 8@300"]
        #expect(Self.taken(Self.known, draft, vehicle: 100) == all)
        // And what clients do not know yet is no obstacle.
        #expect(Self.taken([Self.item(0, 1), Self.item(300, 2, sent: false)], draft) == all)
        // Another series is not in the way.
        #expect(
            Self.taken(
                [Self.item(0, 1), Self.item(300, 2, Self.condition)],
                [
                    Self.item(0, 1), Self.item(100, 3),
                ]) == ["0: 1 8@0", "100: 3 8@100", "300: 2 8@300"])
    }

    @Test func whatStandsAtAKnownPlaceReplacesWhatIsThere() {
        let draft = [Self.item(0, 5), Self.item(200, 6), Self.item(300, 4)]
        let known = [Self.item(0, 1), Self.item(200, 2), Self.item(300, 3)]
        #expect(Self.taken(known, draft) == ["0: 5 8@0", "200: 6 8@200", "300: 4 8@300"])
        // Also ahead of the vehicle, before what is known.
        #expect(
            Self.taken(known, draft, vehicle: 50) == ["0: 5 8@0", "200: 6 8@200", "300: 4 8@300"])
        // Where the draft has nothing at a place, what holds there.
        #expect(
            Self.taken(known, [Self.item(0, 5)]) == ["0: 5 8@0", "200: 5 8@200", "300: 5 8@300"])
    }

    @Test func anItemOfADraftGetsPathAndPlace() {
        let new = Self.item(400, 6, sent: false, path: .unknown)
        #expect(
            Self.taken(Self.known, [Self.item(0, 1, path: .unknown), new])
                == ["0: 1 8@0", "300: 1 8@300", "400: 6 8@400"])
    }

    /// A draft begins where the path begins to be known.
    @Test func whatIsInForceWhereTheDraftBeginsIsReplaced() {
        let known = [Self.item(0, 1), Self.item(100, 2), Self.item(300, 3)]
        for series in [Series.segment, Self.condition, Self.limit] {
            func items(_ numbers: (Int, Int)...) -> [HeldItem] {
                numbers.map { Self.item($0.0, $0.1, series) }
            }
            #expect(
                Self.taken(
                    items((0, 1), (100, 2), (300, 3)), items((150, 5), (300, 6)), from: 150)
                    == ["0: 1 8@0", "100: 5 8@100", "300: 6 8@300"])
        }
        // What held before is no longer said, and what is the same is no update.
        #expect(
            Self.taken(known, [Self.item(150, 2), Self.item(300, 3)], from: 150) == [
                "0: 1 8@0", "100: 2 8@100", "300: 3 8@300",
            ])
    }

    @Test func aSeriesThatThereIsNotBeginsWhereItSaysSomething() {
        let unknown = Int(StepProfile.roadCondition.unknown)
        let none = Int(StepProfile.speedLimit.unknown)
        #expect(Self.taken([], [Self.item(0, 0)]) == ["0: 0 8@0"])
        #expect(Self.taken([], [Self.item(0, 3, Self.condition)]) == ["0: 3 8@0"])
        #expect(Self.taken([], [Self.item(0, unknown, Self.condition)]) == [])
        #expect(Self.taken([], [Self.item(0, none, Self.limit)]) == [])
        // Behind what said something it does say that nothing is known.
        #expect(
            Self.taken(
                [Self.item(0, 3, Self.condition)],
                [
                    Self.item(0, 3, Self.condition), Self.item(50, unknown, Self.condition),
                ]) == ["0: 3 8@0", "50: \(unknown) 8@50"])
    }

    @Test func whatFollowsIsComparedWithTheDraft() throws {
        var path = WirePath(id: PathID(number: 1), index: .first)
        path.held = Self.known
        var draft = WirePath(id: .none, index: .unknown)
        draft.held = [Self.item(0, 1), Self.item(300, 6)]
        var last = SegmentMessage()
        last.lanesDrivingDirection = DrivingLanesCode(raw: 6)
        draft.building.lastSegment = last
        var steps = RoadSteps()
        steps[.roadCondition] = 5
        draft.building.lastSteps = steps
        let isTaken = path.takeRoads(of: draft, from: 0, vehicle: nil)
        #expect(isTaken)
        last.pathIndex = .first
        #expect(path.building.lastSegment == last)
        #expect(path.building.lastSteps?[.roadCondition] == 5)
    }
}
