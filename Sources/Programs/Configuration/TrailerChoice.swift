import ADASISv2
import CANDatabase

/// The counter and checksum that a car maker adds to a preset's frames.
struct TrailerChoice: Sendable, Hashable {
    /// The algorithm of the checksum, `nil` for no trailer.
    var algorithm: ChecksumAlgorithm?
    /// The position of the checksum in the frame.
    var checksum: SignalBits?
    /// The position of the counter in the frame, `nil` for none.
    var counter: SignalBits?
    /// The data identifiers that the checksum covers, by message.
    var dataIdentifiers: [MessageKind: Int] = [:]
    /// Where in the covered bytes they go.
    var dataIdentifierPlace = Trailer.DataIdentifierPlace.first
    /// The bytes that the checksum covers, `nil` for all.
    var covered: Range<Int>?

    /// The names of its settings, the likeliest to be wrong first.
    static let settings: [String] =
        ["checksum", "counter", "algorithm", "covered_bytes", "data_id_place"]
        .map { "layout.trailer.\($0)" }
        + MessageKind.standard.map { "layout.trailer.data_id.\($0.maskName)" }

    /// The layout with the trailer.
    func seal(_ layout: Layout) throws(LayoutChoice.Problem) -> Layout {
        guard let algorithm, let checksum else {
            if self == TrailerChoice() { return layout }
            throw LayoutChoice.Problem(
                settings: TrailerChoice.settings,
                text: "layout.trailer needs both layout.trailer.algorithm and"
                    + " layout.trailer.checksum")
        }
        do throws(LayoutError) {
            return try layout.sealed { message in
                var trailer = Trailer(
                    counter: counter, checksum: checksum, algorithm: algorithm,
                    dataIdentifier: dataIdentifiers[message.kind].map { UInt16(clamping: $0) })
                trailer.dataIdentifierPlace = dataIdentifierPlace
                trailer.covered = covered
                return trailer
            }
        } catch {
            throw LayoutChoice.Problem(
                settings: (error.isOfCoverage ? ["layout.trailer.covered_bytes"] : [])
                    + TrailerChoice.settings,
                text: "layout.trailer: \(error.description)")
        }
    }
}

extension LayoutError {
    /// Whether it is about the bytes that a checksum covers.
    var isOfCoverage: Bool {
        switch self {
        case .coverageOutsideFrame, .nothingCovered: true
        default: false
        }
    }
}

extension SignalBits {
    /// Bits as a DBC writes them: `56|8@1`, the start bit, the width, and 0 for Motorola or 1 for
    /// Intel.
    init?(notation text: String) {
        let ends = text.split(separator: "|", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        let rest = ends[1].split(separator: "@", omittingEmptySubsequences: false)
        guard rest.count == 2, let start = UInt16(ends[0]), start < 512,
            let width = UInt16(rest[0]), (1...64).contains(width),
            rest[1] == "0" || rest[1] == "1"
        else { return nil }
        self.init(
            startBit: Int(start), width: Int(width), byteOrder: rest[1] == "0" ? .motorola : .intel)
    }

    /// The bits as a DBC writes them.
    var notation: String { "\(startBit)|\(width)@\(byteOrder == .motorola ? 0 : 1)" }
}
