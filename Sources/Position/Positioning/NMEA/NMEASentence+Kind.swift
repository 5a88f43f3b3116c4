extension NMEASentence {
    /// The kind of a sentence.
    enum Kind {
        /// Recommended minimum, fix data, GNSS fix data, latitude and longitude.
        case rmc, gga, gns, gll
        /// Course and speed over ground.
        case vtg
        /// Dilution and satellites used, satellites in view.
        case gsa, gsv
        /// Pseudorange error statistics, Garmin's estimate of the error.
        case gst, pgrme
        /// Time and date.
        case zda
        /// Heading, heading with its mode.
        case hdt, ths
        /// Any other standard or proprietary sentence.
        case other
    }

    /// The kind of sentence. Any talker (`GP`, `GN`, `GL`, `II` …) will do; proprietary addresses
    /// start with P and are another thing.
    var kind: Kind {
        let word = word(at: 0)
        guard UInt8(truncatingIfNeeded: word >> 40) == UInt8(ascii: ","), count > 5 else {
            return .other
        }
        if UInt8(truncatingIfNeeded: word) == UInt8(ascii: "P") {
            return word & 0xFF_FFFF_FFFF == Self.garminError ? .pgrme : .other
        }
        switch UInt32(truncatingIfNeeded: word >> 16) & 0xFF_FFFF {
        case 0x434D52: return .rmc
        case 0x414747: return .gga
        case 0x534E47: return .gns
        case 0x4C4C47: return .gll
        case 0x475456: return .vtg
        case 0x415347: return .gsa
        case 0x565347: return .gsv
        case 0x545347: return .gst
        case 0x41445A: return .zda
        case 0x544448: return .hdt
        case 0x534854: return .ths
        default: return .other
        }
    }

    /// `PGRME`, the first letter in the lowest byte; the numbers above are spelt the same way.
    private static let garminError: UInt64 = 0x45_4D52_4750

    /// The second letter of the talker, which is the satellite system: P, L, A, B, N …
    var talker: UInt8 { byte(1) }
}
