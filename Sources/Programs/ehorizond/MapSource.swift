import Geodesy
import MapSignature
import RegionSet
import RoadMap
import Supervision
import Synchronization
import TextFiles

/// A file of a map, open: what was checked is what is read later, whatever becomes of its name. A file that is
/// written in place all the same is not used any more: with a key each read is compared with what was signed,
/// and its state is looked at once a second.
struct MapSource: @unchecked Sendable {
    // Nothing of it changes without a lock, so two threads may read it.
    /// Its path.
    let path: String
    /// The file.
    let file: FileBlockSource
    /// What the map is read from: the file, or the file under its seal.
    let blocks: any BlockSource
    /// The state of the file before it was checked.
    var state: FileState
    /// The bounds of its roads.
    let bounds: BoundingBox
    /// Its identity.
    let identity: MapIdentity
    /// Of corrections, the identity of the map that they were made beside; `nil` for another map, and where its notes
    /// cannot be read.
    let base: String?
    /// Whether it is read for its roads; `nil` for a file that is no region of a set, and is taken to be.
    private let use: UsedBlockSource?

    /// Uses an open file that was named itself; with a key its signature is checked. It is not opened again: its
    /// name may stand for another one by now.
    init(path: String, _ file: FileBlockSource, key: MapKey?) throws(Problem) {
        self.path = path
        self.file = file
        use = nil
        let header: MapHeader
        (state, header) = try Self.read(file)
        bounds = header.bounds
        identity = MapIdentity(header)
        guard let key else {
            blocks = file
            base = Self.base(in: file)
            return
        }
        do throws(MapSignatureError) {
            blocks = try MapSignature.check(file, named: path, against: key)
        } catch { throw .signature(error) }
        base = Self.base(in: blocks)
    }

    /// Opens a region of a set. Where the index was signed, each read is compared with the digests of the file's
    /// pieces, which the index names.
    init(region part: MapName.Part, isSigned: Bool) throws(Problem) {
        path = part.path
        do throws(MapError) { file = try FileBlockSource(path: path) } catch { throw .map(error) }
        let header: MapHeader
        (state, header) = try Self.read(file)
        bounds = header.bounds
        identity = MapIdentity(header)
        do throws(RegionProblem) {
            try part.check(header)
            let sealed = isSigned ? try Self.seal(file, part) : file
            // From the file itself: this read does not mark the region as used.
            base = Self.base(in: sealed)
            let used = UsedBlockSource(sealed)
            (blocks, use) = (used, used)
        } catch { throw .region(error) }
    }

    private static func read(_ file: FileBlockSource) throws(Problem) -> (FileState, MapHeader) {
        do throws(MapError) {
            return (try file.state(), try MapHeader(decoding: file))
        } catch { throw .map(error) }
    }

    private static func seal(
        _ file: FileBlockSource, _ part: MapName.Part
    ) throws(RegionProblem) -> any BlockSource {
        let digests: [UInt8]
        do throws(Failure) {
            digests = try Files.readRegular(
                MapPieces.path(of: part.path), atMost: MapPieces.length(of: file))
        } catch { throw .noPieces("\(error)") }
        guard MapPieces.digest(of: digests) == part.region?.pieces,
            let sealed = MapPieces.seal(file, digests: digests)
        else { throw .otherPieces }
        return sealed
    }

    /// Whether the car has been near its roads: other regions need no check.
    var isUsed: Bool { use?.isUsed ?? true }

    /// The identity of the map that a file was made beside.
    private static func base(in blocks: any BlockSource) -> String? {
        (try? RoadMap(source: blocks, cacheBytes: 1 << 16).bases())?.first ?? nil
    }

    /// Why a file cannot be used.
    enum Problem: Error, CustomStringConvertible {
        case map(MapError)
        case signature(MapSignatureError)
        case region(RegionProblem)
        case index(Failure)

        /// Whether it says nothing of the file.
        var isPassing: Bool {
            switch self {
            case .map(let error): error.isPassing
            case .signature(let error): error.isPassing
            case .region, .index: false
            }
        }

        var description: String {
            switch self {
            case .map(.cannotOpen(_, let reason)): "cannot be opened: \(reason)"
            case .map(let error): "\(error)"
            case .signature(let error): "\(error)"
            case .region(let error): "\(error)"
            case .index(let error): "\(error)"
            }
        }
    }

    /// Reads the whole file and checks that it is consistent.
    func verify() throws(UnfitFile) {
        let map: RoadMap
        do throws(MapError) {
            map = try RoadMap(source: blocks, cacheBytes: 1 << 20)
        } catch { throw UnfitFile(path: path, reason: "\(error)", isPassing: error.isPassing) }
        var first: MapProblem?
        let verification = MapVerification(of: map)
        verification.run { problem in
            first = problem
            return false
        }
        if let first {
            throw UnfitFile(path: path, reason: "\(first)", isPassing: verification.isUnread)
        }
    }
}

/// A map file that knows whether anything but its header was read.
private final class UsedBlockSource: BlockSource {
    private let source: any BlockSource
    private let used = Atomic(false)

    init(_ source: any BlockSource) { self.source = source }

    var isUsed: Bool { used.load(ordering: .relaxed) }
    var length: UInt64 { source.length }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        // The header is read of each file.
        if offset > 0, !isUsed { used.store(true, ordering: .relaxed) }
        try source.read(at: offset, into: &buffer, count: count)
    }

    func prefetch(at offset: UInt64, count: Int) { source.prefetch(at: offset, count: count) }
}
