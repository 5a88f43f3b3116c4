import Geodesy
import Quantities
import RoadMap

/// A link in the bytes of the map. Several threads encode links, and one writer adds them in order.
public struct EncodedLink: Sendable {
    let hilbertNumber: UInt64
    let box: BoundingBox
    let length: Centimetres
    /// ``LinkRecord`` as the bytes of a record in a sorter.
    let bytes: [UInt8]

    /// Encodes a link, or throws the reason why it cannot be written.
    public init(_ link: NewLink) throws(MapContentError) {
        let record = try LinkRecord(link)
        box = record.box
        length = record.length
        hilbertNumber = RoadMapWriter.hilbertNumber(ofMiddleOf: box)
        bytes = record.bytes
        guard bytes.count <= EncodedLink.maximumLength else { throw .tooLarge(way: link.way) }
    }

    /// Whether a map would have the same of both.
    public func isSame(as other: EncodedLink) -> Bool { bytes == other.bytes }

    /// The most bytes of a link, so that it fits into a block with its nodes.
    private static let maximumLength = MapFormat.maximumBlockLength - (64 << 10)
}
