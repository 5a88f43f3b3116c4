import Engine
import Quantities
import RoadMap
import Routing
import Supervision
import Testing

@Suite struct StoreScheduleTests {
    private func at(_ seconds: Double) -> MonotonicTime { .zero + .seconds(seconds) }

    @Test func aStopIsStoredWithinSeconds() {
        var schedule = StoreSchedule(.turns, start: at(0))
        #expect(schedule.note(speed: MetresPerSecond(10), at: at(10)) == false)
        #expect(schedule.note(speed: MetresPerSecond(0.1), at: at(20)) == false)
        #expect(schedule.note(speed: MetresPerSecond(0.1), at: at(21.9)) == false)
        #expect(schedule.note(speed: MetresPerSecond(0.1), at: at(22)) == true)
        // It drives off before it is stored.
        #expect(schedule.note(speed: MetresPerSecond(1), at: at(22.1)) == false)
    }

    /// A jam with a stop every four seconds for an hour: flash memory is spared.
    @Test(arguments: [(StoreSchedule.Limits.place, 65), (.turns, 23)])
    func stopAndGoIsStoredSeldom(_ limits: StoreSchedule.Limits, most: Int) {
        var schedule = StoreSchedule(limits, start: at(0))
        var stores = 0
        for tenth in 0..<36_000 {
            let now = at(Double(tenth) / 10)
            let speed = MetresPerSecond(tenth / 40 % 2 == 0 ? 5 : 0)
            if schedule.note(speed: speed, at: now) {
                schedule.noteStored(at: now)
                stores += 1
            }
        }
        #expect(stores <= most && stores >= most - 6, "\(stores)")
    }

    @Test func aDriveWithoutAStopIsStoredNowAndThen() {
        var schedule = StoreSchedule(.place, start: at(0))
        var stores: [Int] = []
        for second in 0..<3600
        where schedule.note(speed: MetresPerSecond(30), at: at(Double(second))) {
            schedule.noteStored(at: at(Double(second)))
            stores.append(second)
        }
        #expect(stores == Array(stride(from: 300, to: 3600, by: 300)))
        // Without a speed it is not known whether it stands.
        #expect(schedule.note(speed: nil, at: at(3600)) == true)
    }
}

@Suite struct PlaceMemoryTests {
    private func at(_ seconds: Double) -> MonotonicTime { .zero + .seconds(seconds) }

    private let map = MapIdentity(length: 1000, checksum: 1)
    private let other = MapIdentity(length: 1000, checksum: 2)
    private let place = LastPlace.onRoad(
        LinkPlace(
            DirectedLink(LinkReference(block: 3, index: 7), .backward), offset: Metres(120)),
        accuracy: Metres(4), probability: 0.9)

    @Test func aPlaceThatIsLostCountsLessAndForSomeTime() {
        var memory = PlaceMemory()
        #expect(memory.place(at: at(5)) == nil)
        memory.note(nil, on: map, at: at(10))
        #expect(memory.place(at: at(10)) == nil)
        memory.note(place, on: map, at: at(20))
        #expect(memory.place(at: at(21)) == LocatedPlace(place, on: map))
        memory.note(nil, on: map, at: at(60))
        guard
            case .onRoad(let there, let accuracy, let probability) = memory.place(at: at(60))?.place
        else { return #expect(Bool(false), "no place") }
        #expect(accuracy == Metres(90) && probability == 0.9)
        #expect(there.offset == Metres(120))
        #expect(memory.place(at: at(1820))?.place.isNear(place) == true)
        #expect(memory.place(at: at(1821)) == LocatedPlace(.unknown, on: map))
        memory.note(.offRoad, on: map, at: at(1900))
        #expect(memory.place(at: at(1900)) == LocatedPlace(.offRoad, on: map))
    }

    /// Links of one map are none of another, although their numbers may be there.
    @Test func aPlaceStaysOneOfItsMap() {
        var memory = PlaceMemory()
        memory.note(place, on: map, at: at(20))
        // A new map, on which the vehicle has no place yet.
        memory.note(nil, on: other, at: at(21))
        #expect(memory.place(at: at(21)) == LocatedPlace(place, on: map))
        #expect(memory.place(at: at(60))?.map == map)
        #expect(memory.place(at: at(3600)) == LocatedPlace(.unknown, on: map))
        memory.note(place, on: other, at: at(3601))
        #expect(memory.place(at: at(3601)) == LocatedPlace(place, on: other))
    }

    @Test func aPlaceIsWrittenAgainWhenTheVehicleHasMoved() {
        var storing = Storing<LocatedPlace>(stored: nil)
        #expect(storing.begin(LocatedPlace(place, on: map)) == true)
        #expect(storing.end(nil) == nil)
        guard case .onRoad(var there, _, _) = place else { return }
        func moved(by metres: Double) -> LocatedPlace {
            there.offset = Metres(120 + metres)
            return LocatedPlace(.onRoad(there, accuracy: Metres(9), probability: 0.5), on: map)
        }
        #expect(storing.begin(moved(by: 9)) == false)
        #expect(storing.lacks(moved(by: 11)))
        #expect(storing.lacks(LocatedPlace(.offRoad, on: map)))
        #expect(storing.lacks(LocatedPlace(.unknown, on: map)))
        // The same on a new map.
        #expect(storing.lacks(LocatedPlace(place, on: other)))
    }
}
