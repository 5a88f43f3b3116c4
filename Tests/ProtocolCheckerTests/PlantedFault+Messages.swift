import ADASISv2
import ProtocolChecker
import Quantities
import Testing

// Faults of the content of messages and of the path tree.
extension PlantedFault {
    static let contents: [Self] = [
        Self(name: "reserved form of way", rule: .reservedValue, kind: .segment, delay: 30) {
            log, seconds in
            try log.changeSegment(after: seconds, where: { !$0.retransmission }) {
                $0.formOfWay = FormOfWayCode(raw: 6)
            }
        },
        Self(name: "path index 0", rule: .pathIndex, kind: .segment) { log, seconds in
            try log.changeSegment(after: seconds, where: \.retransmission) {
                $0.pathIndex = .unknown
            }
        },
        Self(name: "no offset", rule: .offset, kind: .segment) { log, seconds in
            try log.changeSegment(after: seconds, where: \.retransmission) {
                $0.offset = .notAvailable
            }
        },
        Self(name: "profile value out of range", rule: .profileValue, kind: .profileShort) {
            log, seconds in
            let index = try log.index(after: seconds) { entry in
                entry.short.map { $0.profileType.record?.coding.highest ?? 1022 < 1022 } ?? false
            }
            var profile = try #require(log.entries[index].short)
            profile.value0 = ProfileValueCode(raw: 1022)
            log.entries[index].message = .profileShort(profile)
            return index
        },
        Self(name: "another content in a retransmission", rule: .retransmission, kind: .segment) {
            log, seconds in
            try log.changeSegment(after: seconds, where: \.retransmission) {
                $0.lanesDrivingDirection = DrivingLanesCode(
                    $0.lanesDrivingDirection == DrivingLanesCode(3) ? 2 : 3)
            }
        },
        Self(name: "update without a message before", rule: .update, kind: .segment) {
            log, seconds in
            try log.changeSegment(after: seconds, where: { !$0.retransmission && !$0.update }) {
                $0.update = true
            }
        },
        Self(name: "retransmission without the flag", rule: .unmarked, kind: .segment) {
            log, seconds in
            try log.changeSegment(after: seconds, where: \.retransmission) {
                $0.retransmission = false
            }
        },
    ]

    static let trees: [Self] = [
        Self(name: "STUB never sent", rule: .stubFirst, kind: nil, delay: 5) { log, seconds in
            let index = try log.opening(after: seconds)
            log.entries.remove(at: index)
            return index
        },
        Self(name: "STUB with a free wrong sub-path", rule: .stubFirst, kind: nil, delay: 5) {
            log, seconds in
            // The drive uses this index later.
            try log.changeStub(try log.opening(after: seconds)) { $0.subPathIndex = PathIndex(63) }
        },
        Self(name: "STUB that opens a path in use", rule: .indexReuse, kind: .stub) {
            log, seconds in
            let index = try log.index(after: seconds) { entry in
                entry.stub.map { $0.subPathIndex.isNormal && $0.retransmission } ?? false
            }
            return try log.changeStub(index) {
                $0.offset = OffsetCode(Int($0.offset.raw) + 37)
                $0.retransmission = false
            }
        },
        Self(name: "STUB that opens its own path", rule: .pathLoop, kind: .stub) { log, seconds in
            try log.changeStub(try log.opening(after: seconds)) { $0.subPathIndex = $0.pathIndex }
        },
        Self(name: "SEGMENT never sent", rule: .retransmission, kind: .segment, delay: 60) {
            log, seconds in
            let index = try log.repeatedSegment(after: seconds)
            log.entries.remove(at: index)
            return index
        },
        Self(name: "SEGMENT far beyond the horizon", rule: .reach, kind: .segment, delay: 30) {
            log, seconds in try log.moveSegmentAway(after: seconds)
        },
        Self(name: "far before near", rule: .nearFirst, kind: .segment, delay: 60) {
            log, seconds in try log.exchangeSegments(after: seconds)
        },
        Self(
            name: "no last STUB at an offset", rule: .lastStub,
            other: (.retransmission, "lastStubAtOffset 0 is now 1"), kind: .stub, delay: 30
        ) { log, seconds in
            try log.changeStub(
                try log.index(after: seconds) {
                    $0.stub?.lastStubAtOffset == true && $0.place?.isFirst == true
                }
            ) { $0.lastStubAtOffset = false }
        },
    ]

    static let all = losses + counters + times + positions + contents + trees
}

extension GoldenLog {
    /// A SEGMENT that comes again: a missing one that never does cannot be seen.
    fileprivate func repeatedSegment(after seconds: Double) throws -> Int {
        try index(after: seconds) { entry in
            guard let segment = entry.segment, entry.place?.isFirst == true else { return false }
            return entries.contains {
                $0.segment?.pathIndex == segment.pathIndex && $0.segment?.offset == segment.offset
                    && $0.segment?.retransmission == true && $0.time > entry.time
                    && $0.time - entry.time < .seconds(60)
            }
        }
    }

    fileprivate mutating func moveSegmentAway(after seconds: Double) throws -> Int {
        let position = try index(after: seconds) { $0.position != nil }
        let vehicle = try #require(entries[position].position)
        let index = try index(after: seconds) { $0.segment?.pathIndex == vehicle.pathIndex }
        var segment = try #require(entries[index].segment)
        segment.retransmission = false
        segment.offset = OffsetCode(Int(vehicle.offset.raw) + 7_700)
        entries[index].message = .segment(segment)
        return index
    }

    /// Exchanges two new SEGMENTs of a path that the vehicle is not on: at the vehicle any order is allowed.
    fileprivate mutating func exchangeSegments(after seconds: Double) throws -> Int {
        let position = try index(after: seconds) { $0.position != nil }
        let path = entries[position].position?.pathIndex
        let first = try index(after: seconds) { entry in
            guard let segment = entry.segment, entry.place?.isFirst == true else { return false }
            return segment.pathIndex != path
                && laterSegment(than: segment, after: entry.time) != nil
        }
        let near = entries[first]
        let segment = try #require(near.segment)
        let next = try #require(laterSegment(than: segment, after: near.time))
        entries[first].message = entries[next].message
        entries[next].message = near.message
        return first
    }

    /// A new SEGMENT of the same path that comes later and lies farther on.
    fileprivate func laterSegment(than first: SegmentMessage, after time: MonotonicTime) -> Int? {
        entries.firstIndex { entry in
            entry.time > time && entry.time - time < .seconds(3) && entry.place?.isFirst == true
                && entry.segment.map {
                    $0.pathIndex == first.pathIndex && $0.offset.raw > first.offset.raw
                } ?? false
        }
    }
}
