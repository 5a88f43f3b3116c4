import ADASISv2
import Quantities

/// §8: POSITION every 100 to 200 ms; it never stops. A provider of the kind "mini" sends none, only the
/// SEGMENT of the link that the vehicle is on: one that becomes such a provider says so by that
/// SEGMENT, in the time in which a POSITION would have come.
struct PositionIntervalRule: ProtocolRule {
    private var last: MonotonicTime?
    private var hasPosition = false
    /// When the current link was first transmitted since the last POSITION.
    private var currentLink: MonotonicTime?

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        if seen.place?.path == .currentLink, currentLink == nil { currentLink = seen.time }
        // Before the first one the time counts from the first message.
        guard let last else {
            last = seen.time
            hasPosition = seen.bestPosition != nil
            return
        }
        guard seen.bestPosition != nil else { return }
        let interval = (currentLink ?? seen.time) - last
        if interval > bus.parameters.longestPositionInterval {
            findings.report(.positionInterval, "\(interval.milliseconds) ms without a POSITION")
        } else if hasPosition, seen.time - last < bus.parameters.shortestPositionInterval {
            findings.report(
                .positionInterval,
                "\((seen.time - last).milliseconds) ms after the POSITION before")
        }
        self.last = seen.time
        hasPosition = true
        currentLink = nil
    }

    mutating func finish(_ bus: BusKnowledge, _ findings: inout Findings) {
        guard let last, hasPosition else { return }
        let interval = (currentLink ?? findings.time) - last
        if interval > bus.parameters.longestPositionInterval {
            findings.report(
                .positionInterval, "POSITION ends \(interval.milliseconds) ms before the end")
        }
    }
}

/// §8: META-DATA first, and every five seconds; where it is in use at all.
struct MetaDataRule: ProtocolRule {
    private var last: MonotonicTime?
    private var firstOther: Observation?

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard seen.kind == .metaData else {
            if firstOther == nil { firstOther = seen }
            return
        }
        if let last {
            let interval = seen.time - last
            if interval > bus.parameters.longestMetaDataInterval {
                findings.report(
                    .metaDataInterval, "\(interval.milliseconds) ms without a META-DATA")
            }
        } else if let firstOther, !bus.parameters.joinsLate {
            findings.report(
                .metaDataFirst,
                "\(firstOther.kind.name) came \((seen.time - firstOther.time).milliseconds) ms"
                    + " before the first META-DATA")
        }
        last = seen.time
    }

    mutating func finish(_ bus: BusKnowledge, _ findings: inout Findings) {
        guard let last else { return }
        let interval = findings.time - last
        if interval > bus.parameters.longestMetaDataInterval {
            findings.report(
                .metaDataInterval, "META-DATA ends \(interval.milliseconds) ms before the end")
        }
    }
}

/// §8: how much the sender puts on the bus in any second.
struct LoadRule {
    private var second = SlidingSecond()

    mutating func check(
        _ frameBits: Int, at time: MonotonicTime, _ parameters: CheckerParameters,
        _ findings: inout Findings
    ) {
        guard parameters.framesPerSecond != nil || parameters.bitsPerSecond != nil else { return }
        second.note(bits: frameBits, at: time)
        if let most = parameters.framesPerSecond, second.frames > most {
            findings.report(.load, "\(second.frames) frames within a second, at most \(most)")
        }
        if let most = parameters.bitsPerSecond, second.bits > most {
            findings.report(.load, "\(second.bits) bits within a second, at most \(most)")
        }
    }
}

extension Nanoseconds {
    var milliseconds: Int64 { value / 1_000_000 }
}
