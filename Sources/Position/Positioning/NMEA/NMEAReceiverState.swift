import Geodesy
import Quantities

/// The values of sentences without a time. They hold for the epoch in which they came and for the
/// next one, whose own sentences may come too late.
struct NMEAReceiverState {
    private var epoch = 0
    /// Whether the receiver has given an altitude of its own since it had no fix.
    private var isThreeDimensional = false
    private var dimensions: (value: Int, epoch: Int)?
    private var dilution: (value: Double, epoch: Int)?
    /// Whether the receiver knows its dilution of precision.
    private var knowsDilution = false
    private var heading: (value: Degrees, epoch: Int)?
    private var deviation: (value: Metres, epoch: Int)?

    /// Goes to the next epoch.
    mutating func advance() { epoch += 1 }

    mutating func add(_ sentence: GSA) {
        if let value = sentence.dimensions {
            // One sentence for each system of satellites: the fix has what the best one has.
            let others = dimensions?.epoch == epoch ? dimensions?.value : nil
            dimensions = (max(value, others ?? value), epoch)
        }
        if let value = sentence.dilution { dilution = (value, epoch) }
    }

    mutating func add(_ sentence: Heading) {
        if let value = sentence.direction { heading = (value, epoch) }
    }

    /// A GST counts here too: one that comes late, or less often than fixes, is better than none.
    mutating func add(deviation value: Metres?) {
        if let value { deviation = (value, epoch) }
    }

    private func holds(_ epoch: Int?) -> Bool { epoch.map { self.epoch - $0 <= 1 } ?? false }

    /// The fix of an epoch.
    mutating func fix(of epoch: NMEAEpoch, at place: Coordinate, time: UTCTime?) -> Fix {
        var fix = Fix(time: time, place: place)
        fix.course = epoch.values.course
        fix.speed = epoch.values.speed
        fix.altitude = epoch.values.altitude
        if holds(heading?.epoch) { fix.heading = heading?.value }
        fix.mode = mode(of: epoch)
        let stated = epoch.values.deviation ?? (holds(deviation?.epoch) ? deviation?.value : nil)
        let own = epoch.values.dilution ?? (holds(dilution?.epoch) ? dilution?.value : nil)
        if own.map(Dilution.isPlausible) ?? false { knowsDilution = true }
        fix.accuracy =
            stated
            ?? own.flatMap {
                Dilution.accuracy($0, epoch.values.quality, isKnown: knowsDilution)
            }
        return fix
    }

    /// Three dimensions where GSA says so or an altitude is given. A receiver that falls back to
    /// two holds its last altitude, and so the fix keeps three until there is none, as with gpsd.
    private mutating func mode(of epoch: NMEAEpoch) -> FixMode {
        if holds(dimensions?.epoch), dimensions?.value == 3 { isThreeDimensional = true }
        if epoch.values.altitude != nil { isThreeDimensional = true }
        return isThreeDimensional ? .threeDimensional : .twoDimensional
    }

    /// Notes that the receiver has no fix.
    mutating func loseFix() { isThreeDimensional = false }
}
