import Quantities

/// A GSA sentence (GNSS dilution of precision and active satellites, NMEA 0183).
///
/// ```
/// $GNGSA,A,3,13,12,22,19,08,21,,,,,,,1.05,0.64,0.83,4*hh
///        1 2 3                        15   16   17  18
/// ```
///  1. M the dimensions are set manually, A automatically, not used
///  2. 1 no fix, 2 fix of two dimensions, 3 of three
///  3. to 14. the satellites used; some receivers have room for 24, or for none
///  15. 16. 17. dilution of precision: of the position, horizontal, vertical
///  18. the system of the satellites (NMEA 4.1)
struct GSA {
    /// The dimensions of the fix, 1 for no fix; `nil` for any other value.
    var dimensions: Int?
    var dilution: Double?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        // An Antaris chip writes E for dead reckoning.
        switch try sentence.letter(2, .mode) {
        case UInt8(ascii: "1"): dimensions = 1
        case UInt8(ascii: "2"): dimensions = 2
        case UInt8(ascii: "3"): dimensions = 3
        default: return
        }
        guard sentence.fieldCount == 18 || sentence.fieldCount == 19 else { return }
        dilution = try sentence.magnitude(16, .dilution)?.value
    }
}

/// A GSV sentence (GNSS satellites in view, NMEA 0183): their number. The other fields are for sky
/// plots.
///
/// ```
/// $GPGSV,3,1,11,10,63,137,17,07,61,098,15,…*hh
///        1 2 3
/// ```
///  1. 2. the number of sentences of the list, and the number of this one
///  3. satellites in view of the talker's system
struct GSV {
    var inView: Int?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        inView = try sentence.integer(3, .satellites)
        if let inView, inView < 0 {
            throw sentence.problem(.outOfRange(.satellites), at: 3)
        }
    }
}

/// Sums up the satellites in view of all talkers.
struct SatellitesInView {
    /// The numbers by the talker's second letter; -1 for those that have sent none.
    private var counts = [26 of Int16](repeating: -1)

    mutating func add(_ sentence: GSV, talker: UInt8) {
        guard let inView = sentence.inView, (0x41...0x5A).contains(talker) else { return }
        counts[Int(talker - 0x41)] = Int16(clamping: inView)
    }

    /// The number of satellites; `nil` before any talker has sent it.
    var count: Int? {
        var sum: Int?
        for index in counts.indices where counts[index] >= 0 {
            sum = (sum ?? 0) + Int(counts[index])
        }
        return sum
    }
}
