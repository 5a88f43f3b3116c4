import ADASISv2
import Quantities

/// §3: a retransmission repeats something already sent, an update replaces something already sent for
/// this place, and nothing is sent twice without saying so.
struct FlagRule: ProtocolRule {
    /// The messages of each path, by offset.
    private var sent = [[SentMessage]](repeating: [], count: 64)
    private var generations = [Int](repeating: 0, count: 64)

    /// Messages beyond this distance behind the vehicle are not compared any more.
    private static let memory = 2_000
    /// Offsets begin again after 8,191 m. Where no POSITION says how often, what was sent this long ago
    /// may be of an earlier time round; even the fastest vehicle that POSITION can report (89.2 m/s)
    /// takes 91 s for one.
    private static let memoryWithoutPosition = Nanoseconds.milliseconds(60_000)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard let place = seen.place, place.path.isNormal,
            let metres = bus.metres(place.offset, on: place.path),
            bus.isWithinOffsets(metres, on: place.path)
        else { return }
        let slot = Int(place.path.raw)
        if generations[slot] != bus[place.path].generation {
            generations[slot] = bus[place.path].generation
            sent[slot].removeAll(keepingCapacity: true)
        }
        if let vehicle = bus[place.path].vehicle { forget(before: vehicle - Self.memory, slot) }
        let content = seen.message.withoutCounterAndFlags
        let new = SentMessage(
            metres: metres, kind: seen.kind, profileType: place.profileType, content: content,
            metaDataGeneration: bus.metaDataGeneration, time: seen.time)
        let old = find(new, isUpdate: place.isUpdate, slot)
        compare(new, with: old.map { sent[slot][$0] }, place, seen.leftOut, bus, &findings)
        if let old {
            sent[slot][old] = new
        } else {
            sent[slot].insert(new, at: firstIndex(slot, from: metres + 1))
        }
    }

    private func compare(
        _ new: SentMessage, with old: SentMessage?, _ place: Observation.Place,
        _ leftOut: Set<Field>, _ bus: BusKnowledge, _ findings: inout Findings
    ) {
        let what = "\(new.metres) m of path \(place.path.raw)"
        guard let old else {
            guard !bus.parameters.joinsLate else { return }
            if place.isRetransmission {
                findings.report(.retransmission, "nothing was sent for \(what)")
            } else if place.isUpdate {
                findings.report(.update, "nothing was sent for \(what)")
            }
            return
        }
        if !bus.hasPosition, new.time - old.time > Self.memoryWithoutPosition { return }
        let isSame = old.content == new.content
        if place.isRetransmission {
            if !isSame {
                findings.report(
                    .retransmission, "\(what): not what was sent before\(new.difference(from: old))"
                )
            }
        } else if place.isUpdate {
            // All STUBs of an offset are sent again when one of them changes, and everything may be
            // sent again in a new unit.
            if isSame, new.kind != .stub, old.metaDataGeneration == new.metaDataGeneration,
                !leftOut.contains(.retransmission)
            {
                findings.report(.update, "\(what): the same as before")
            }
        } else if isSame {
            guard !leftOut.contains(.retransmission) else { return }
            findings.report(.unmarked, "\(what) is sent again without being marked")
        } else if !leftOut.contains(.update) {
            findings.report(
                .unmarked, "\(what) is replaced without being marked\(new.difference(from: old))")
        }
    }

    private mutating func forget(before metres: Int, _ slot: Int) {
        guard let first = sent[slot].first, first.metres < metres else { return }
        sent[slot].removeSubrange(..<firstIndex(slot, from: metres))
    }

    private func firstIndex(_ slot: Int, from metres: Int) -> Int {
        var low = 0
        var high = sent[slot].count
        while low < high {
            let middle = (low + high) / 2
            if sent[slot][middle].metres >= metres { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The earlier message for the same place and subject.
    private func find(_ new: SentMessage, isUpdate: Bool, _ slot: Int) -> Int? {
        let first = firstIndex(slot, from: new.metres)
        let here = sent[slot].indices[first...].prefix { sent[slot][$0].metres == new.metres }
            .filter {
                sent[slot][$0].kind == new.kind && sent[slot][$0].profileType == new.profileType
            }
        switch new.content {
        case .stub(let stub): return find(stub, isUpdate: isUpdate, slot, here)
        case .profileLong(let profile) where keyWidth(of: profile.profileType) > 0:
            let shift = UInt32(32 - keyWidth(of: profile.profileType))
            return here.first {
                guard case .profileLong(let other) = sent[slot][$0].content else { return false }
                return other.value.raw >> shift == profile.value.raw >> shift
            }
        default: return here.first
        }
    }

    /// The number of leading bits that distinguish several things of a type at one place.
    private func keyWidth(of type: LongProfileType) -> Int { type.record?.keyWidth ?? 0 }

    /// The same road among the STUBs of an offset: it has the same path, or the same turn angle, or is
    /// the only one that had no path yet.
    private func find(
        _ stub: StubMessage, isUpdate: Bool, _ slot: Int, _ here: [Int]
    ) -> Int? {
        func road(_ index: Int) -> StubMessage? {
            guard case .stub(let stub) = sent[slot][index].content else { return nil }
            return stub
        }
        let sub = stub.subPathIndex
        if sub != .noFurtherData,
            let same = here.first(where: { road($0)?.subPathIndex == sub })
        {
            return same
        }
        guard sub != .continuation else { return nil }
        let roads = here.filter { road($0)?.subPathIndex != .continuation }
        if let same = roads.first(where: { road($0)?.turnAngle == stub.turnAngle }) {
            return same
        }
        let open = roads.filter { road($0)?.subPathIndex == .noFurtherData }
        return isUpdate && open.count == 1 ? open.first : nil
    }
}
