import ADASISv2
import ProtocolChecker
import Quantities
import Testing

// Faults of the way to the log, and of counters and times.
extension PlantedFault {
    static let losses: [Self] = [
        Self(name: "lost STUB of a path", rule: .counter, kind: .stub, delay: 30) { log, seconds in
            let index = try log.opening(after: seconds)
            log.lose(index)
            return index
        },
        Self(name: "lost SEGMENT", rule: .counter, kind: .segment, delay: 30) { log, seconds in
            let index = try log.index(after: seconds) {
                $0.segment != nil && $0.place?.isFirst == true
            }
            log.lose(index)
            return index
        },
        Self(name: "lost POSITION", rule: .counter, kind: .position) { log, seconds in
            let index = try log.index(after: seconds) { $0.position != nil }
            log.lose(index)
            return index
        },
        Self(name: "frame twice", rule: .counter, kind: .segment) { log, seconds in
            let index = try log.index(after: seconds) { $0.segment != nil }
            log.entries.insert(log.entries[index], at: index + 1)
            log.entries[index + 1].jump = 3
            return index
        },
        Self(name: "all frames of 1.5 s lost", rule: .counter, kind: nil, delay: 2) {
            log, seconds in
            let start = try log.index(after: seconds) { _ in true }
            let end = try log.index(after: seconds + 1.5) { _ in true }
            for index in (start..<end).reversed() { log.lose(index) }
            return start
        },
    ]

    static let counters: [Self] = [
        Self(name: "wrong counter", rule: .counter, kind: .segment) { log, seconds in
            let index = try log.index(after: seconds) { $0.segment != nil }
            log.entries[index].jump &+= 2
            log.addJump(2, to: .segment, from: index + 1)
            return index
        },
        Self(name: "counter twice", rule: .counter, kind: .profileShort) { log, seconds in
            let index = try log.index(after: seconds) { $0.short != nil }
            log.entries[index].jump &+= 3
            return index
        },
    ]

    static let times: [Self] = [
        Self(name: "POSITION 150 ms late", rule: .positionInterval, kind: .position) {
            log, seconds in
            let index = try log.index(after: seconds) { $0.position != nil }
            return try log.delay(index, by: .milliseconds(150))
        },
        Self(name: "no POSITION for 0.5 s", rule: .positionInterval, kind: .position) {
            log, seconds in
            let start = log.moment(seconds)
            log.entries.removeAll {
                $0.message.kind == .position && $0.time >= start
                    && $0.time < start + .milliseconds(500)
            }
            return try log.index(after: seconds) { $0.position != nil }
        },
        Self(name: "META-DATA 1 s late", rule: .metaDataInterval, kind: .metaData, delay: 8) {
            log, seconds in
            let index = try log.index(after: seconds) { $0.message.kind == .metaData }
            return try log.delay(index, by: .milliseconds(1_000))
        },
    ]

    static let positions: [Self] = [
        Self(name: "POSITION 500 m ahead", rule: .positionJump, kind: .position) { log, seconds in
            try log.changePosition(after: seconds) {
                $0.offset = OffsetCode(Int($0.offset.raw) + 500)
            }
        },
        Self(name: "POSITION 120 m ahead", rule: .positionMotion, kind: .position) { log, seconds in
            try log.changePosition(after: seconds) {
                $0.offset = OffsetCode(Int($0.offset.raw) + 120)
            }
        },
        Self(name: "POSITION 200 m back", rule: .positionBackwards, kind: .position) {
            log, seconds in
            try log.changePosition(after: seconds) {
                $0.offset = OffsetCode(Int($0.offset.raw) - 200)
            }
        },
        Self(
            name: "candidate on a path of which nothing was sent", rule: .candidatePath,
            kind: .position
        ) { log, seconds in
            let index = try log.index(after: seconds) { $0.position != nil }
            var candidate = try #require(log.entries[index].position)
            candidate.positionIndex = 1
            // The drive uses this index later.
            candidate.pathIndex = PathIndex(62)
            log.entries.insert(
                GoldenLog.Entry(time: log.entries[index].time, message: .position(candidate)),
                at: index + 1)
            return index
        },
    ]
}
