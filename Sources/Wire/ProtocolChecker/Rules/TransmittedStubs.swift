import ADASISv2
import Quantities

/// For which offsets of each path STUBs were sent, and which of them has the flag of the last one.
struct TransmittedStubs {
    private struct Place {
        let metres: Int
        /// The one that has the flag.
        var last: StubMessage?
        /// Whether clients have dropped it since, for want of POSITION: nothing says whether it still has the flag.
        var isDropped = false
        /// When a STUB last announced it.
        var time: MonotonicTime
    }

    private var places = [[Place]](repeating: [], count: 64)
    private var generations = [Int](repeating: 0, count: 64)
    /// As many outages of POSITION were seen.
    private var outages = 0
    /// The offset of each path whose STUBs are just being sent again although none of them was seen before: for one who
    /// joins late.
    private var unseen = [Int?](repeating: nil, count: 64)

    /// STUBs beyond this distance behind the vehicle are not checked any more.
    private static let memory = 2_000
    /// STUBs of this long ago, where no POSITION says how often offsets have begun again: that
    /// takes 91 s at least.
    private static let memoryWithoutPosition = Nanoseconds.milliseconds(60_000)

    /// The STUB with the flag of an offset.
    mutating func last(
        at metres: Int, of path: PathIndex, _ bus: BusKnowledge
    ) -> StubMessage? {
        forget(path, bus)
        return places[Int(path.raw)].first { $0.metres == metres }?.last
    }

    /// The offsets before another one of which no STUB has the flag; each is given once. Those that clients have forgotten
    /// behind the vehicle are not among them: nobody waits for the rest of such a junction.
    mutating func takeOpen(
        nearerThan metres: Int, of path: PathIndex, _ bus: BusKnowledge
    ) -> [Int] {
        forget(path, bus)
        let kept = bus[path].vehicle.map { $0 - bus.parameters.clientTrailing } ?? .min
        let isOpen = { (place: Place) in
            place.last == nil && !place.isDropped && place.metres < metres && place.metres >= kept
        }
        let open = places[Int(path.raw)].filter(isOpen).map(\.metres)
        places[Int(path.raw)].removeAll(where: isOpen)
        return open
    }

    /// Whether a STUB says that its path goes on at a junction whose STUBs are just being sent again:
    /// the one that had the flag has lost it.
    mutating func isChangedPrediction(_ seen: Observation, _ bus: BusKnowledge) -> Bool {
        guard case .stub(let stub) = seen.message, stub.pathIndex.isNormal,
            stub.subPathIndex == .continuation,
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return false }
        forget(stub.pathIndex, bus)
        return unseen[Int(stub.pathIndex.raw)] == metres
            || places[Int(stub.pathIndex.raw)].contains { $0.metres == metres && $0.last == nil }
    }

    /// Adds what a message says, if it is a STUB. A mere repetition gives back the flag that clients have dropped.
    mutating func note(_ seen: Observation, _ bus: BusKnowledge) {
        guard case .stub(let stub) = seen.message, stub.pathIndex.isNormal,
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return }
        forget(stub.pathIndex, bus)
        let slot = Int(stub.pathIndex.raw)
        if stub.retransmission {
            for index in places[slot].indices
            where stub.lastStubAtOffset && places[slot][index].metres == metres
                && places[slot][index].isDropped
            {
                (places[slot][index].last, places[slot][index].isDropped) = (stub, false)
            }
            return
        }
        if unseen[slot] != metres || stub.subPathIndex == .continuation { unseen[slot] = nil }
        guard let index = places[slot].firstIndex(where: { $0.metres == metres }) else {
            guard seen.isFirst || stub.lastStubAtOffset else {
                if bus.parameters.joinsLate, stub.subPathIndex != .continuation {
                    unseen[slot] = metres
                }
                return
            }
            places[slot].append(
                Place(
                    metres: metres, last: stub.lastStubAtOffset ? stub : nil, time: seen.time))
            return
        }
        places[slot][index].time = seen.time
        if stub.lastStubAtOffset {
            places[slot][index].last = stub
            places[slot][index].isDropped = false
        } else if let last = places[slot][index].last, last.isSameRoad(as: stub) {
            places[slot][index].last = nil
        }
    }

    private mutating func forget(_ path: PathIndex, _ bus: BusKnowledge) {
        if outages != bus.outages {
            outages = bus.outages
            for slot in places.indices {
                for index in places[slot].indices {
                    places[slot][index].last = nil
                    places[slot][index].isDropped = true
                }
            }
        }
        let slot = Int(path.raw)
        if generations[slot] != bus[path].generation {
            generations[slot] = bus[path].generation
            places[slot].removeAll(keepingCapacity: true)
            unseen[slot] = nil
        }
        if let vehicle = bus[path].vehicle {
            places[slot].removeAll { $0.metres < vehicle - Self.memory }
        } else if !bus.hasPosition {
            places[slot].removeAll { bus.now - $0.time > Self.memoryWithoutPosition }
        }
    }
}

extension StubMessage {
    /// Whether both speak of one road of an offset: of the same path, or into the same direction.
    func isSameRoad(as other: StubMessage) -> Bool {
        if subPathIndex == other.subPathIndex, subPathIndex != .noFurtherData { return true }
        return subPathIndex != .continuation && other.subPathIndex != .continuation
            && turnAngle == other.turnAngle
    }
}
