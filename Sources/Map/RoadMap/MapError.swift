/// The reason why a map file could not be read. The file is not trusted: each of these is a result
/// of its data.
public enum MapError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file could not be opened; the system's reason.
    case cannotOpen(path: String, reason: String)
    /// Reading failed at an offset; the system's reason.
    case cannotRead(offset: UInt64, reason: String)
    /// The file is not the one any more whose signature was checked; with the place of the first other byte's piece.
    case changed(offset: UInt64)
    /// It is no map file: the first bytes differ.
    case notAMap
    /// It was written in a version of the format that this program does not know.
    case unknownVersion(UInt32)
    /// It ends before the end of one of its parts.
    case truncated(needed: UInt64, length: UInt64)
    /// A checksum differs; with the part of the file and its place.
    case damaged(part: Part, offset: UInt64)
    /// A number inside a part is invalid; with the part, and the byte in it.
    case invalid(part: Part, byte: Int)
    /// One update would take more steps of work than any map of real roads needs.
    case tooMuchWork(limit: Int)
    /// No files, or more than one map can have.
    case fileCount(Int)
    /// More files than can have one place have the same node.
    case tooManyFilesAtNode(most: Int)
    /// One map has the same file twice.
    case repeated(MapIdentity)
    /// The configured map does not exist.
    case absent(MapIdentity)

    /// A part of a map file.
    public enum Part: Sendable, Hashable, CustomStringConvertible {
        /// The header at its start.
        case header
        /// The notes of its making.
        case notes
        /// The root of the index.
        case index
        /// A page of the index, by its number.
        case indexPage(UInt32)
        /// A block, by its number.
        case block(UInt32)
        /// A page of a map of several files, with the number of the file, the first being 1.
        case indexPageOfFile(UInt8, UInt32)
        /// A block of a map of several files, in the same way.
        case blockOfFile(UInt8, UInt32)

        /// Its name for people.
        public var description: String {
            switch self {
            case .header: "header"
            case .notes: "notes"
            case .index: "index"
            case .indexPage(let number): "index page \(number)"
            case .block(let number): "block \(number)"
            case .indexPageOfFile(let file, let number): "index page \(number) of file \(file)"
            case .blockOfFile(let file, let number): "block \(number) of file \(file)"
            }
        }
    }

    /// Whether it says nothing of the file: it could not be read now.
    public var isPassing: Bool {
        switch self {
        case .cannotOpen, .cannotRead: true
        default: false
        }
    }

    /// Whether a part of the file is bad, and stays so: others may be read all the same.
    public var isOfBadPart: Bool {
        switch self {
        case .damaged, .invalid: true
        default: false
        }
    }

    /// One line for people.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
        case .cannotRead(let offset, let reason): "cannot read the map at byte \(offset): \(reason)"
        case .changed(let offset):
            "the file was changed after its signature was checked, near byte \(offset)"
        case .notAMap: "not a compiled map; ehorizon map build compiles one"
        case .unknownVersion(let version): "ehmap version \(version) is not known to this program"
        case .truncated(let needed, let length):
            "the map is cut off: \(needed) bytes are needed, it has \(length)"
        case .damaged(let part, let offset):
            "the map is damaged: the checksum of the \(part) at byte \(offset) is wrong"
        case .invalid(let part, let byte):
            "the map is invalid: byte \(byte) of the \(part) has an invalid value"
        case .tooMuchWork(let limit):
            "the roads here exceed the limits of the format: to read them takes more than \(limit) steps"
        case .fileCount(let count):
            "\(count) files cannot be one map: it has 1 to \(RoadMap.maximumFiles)"
        case .tooManyFilesAtNode(let most): "a node is in more than \(most) files of the map"
        case .repeated(let identity): "the map \(identity) is named twice"
        case .absent(let identity): "the map \(identity) is missing"
        }
    }
}
