public import RecordSorting
import RoadMap

/// The reason why a map cannot be written: an error of the input, with its link, or of the disk.
public enum MapContentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A link has fewer than two points, or more than a reader accepts.
    case pointCount(way: Int64, count: Int)
    /// A link's ends are not the places of its nodes.
    case detachedEnd(way: Int64)
    /// Two links have their common node at different places.
    case twoPlaces(node: Int64)
    /// More links meet at a node than a reader accepts.
    case tooManyLinks(node: Int64)
    /// A link is longer than 42 949 km.
    case tooLong(way: Int64)
    /// One link with its attributes is longer than a block may be, or a list of them has too many.
    case tooLarge(way: Int64)
    /// A link has more of something than a reader accepts.
    case tooMany(way: Int64, what: String)
    /// More blocks than a map can have.
    case tooManyBlocks
    /// Notes that are longer than a reader accepts.
    case tooManyNotes
    /// The temporary file failed.
    case sorting(SortingError)
    /// The map could not be written; the system's reason.
    case output(String)

    /// Whether it concerns one link only, so that the map can be written without that link.
    public var isOfOneLink: Bool {
        switch self {
        case .pointCount, .tooLong, .tooLarge, .tooMany: true
        default: false
        }
    }

    /// One line for people.
    public var description: String {
        switch self {
        case .pointCount(let way, let count): "way \(way): a link cannot have \(count) points"
        case .detachedEnd(let way): "way \(way): a link does not end at its nodes"
        case .twoPlaces(let node): "node \(node): it has two positions"
        case .tooManyLinks(let node):
            "node \(node): more than \(MapFormat.maximumLinksAtNode) roads meet there"
        case .tooLong(let way): "way \(way): a link is too long"
        case .tooLarge(let way): "way \(way): a link with its attributes does not fit into a block"
        case .tooMany(let way, let what): "way \(way): a link has too many \(what)"
        case .tooManyBlocks: "the map has more blocks than a file can hold"
        case .tooManyNotes: "the notes are longer than a map can hold"
        case .sorting(let error): "\(error)"
        case .output(let reason): reason
        }
    }
}
