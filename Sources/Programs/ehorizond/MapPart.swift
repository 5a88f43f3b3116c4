import Geodesy
import MapSignature
import RegionSet
import RoadMap
import Supervision
import TextFiles

/// What one name of a map stands for, open: a file, or the regions of a set.
struct MapPart: @unchecked Sendable {
    /// The name.
    let name: String
    /// The files in use.
    private(set) var sources: [MapSource]
    /// The regions that cannot be used, and why.
    let unfit: [UnfitFile]

    /// Opens what a name stands for. With a key the signature of the file, or of the index, is checked. A region
    /// that cannot be used is left out; without any the first of their problems is that of the set.
    init(_ name: String, key: MapKey?) throws(MapSource.Problem) {
        self.name = name
        let file: FileBlockSource
        do throws(MapError) { file = try FileBlockSource(path: name) } catch { throw .map(error) }
        let meaning: MapName
        do throws(Failure) { meaning = try MapName(name, file) } catch { throw .index(error) }
        guard case .regions = meaning else {
            sources = [try MapSource(path: name, file, key: key)]
            unfit = []
            return
        }
        try Self.check(file, named: name, meaning, key)
        var sources: [MapSource] = []
        var unfit: [UnfitFile] = []
        var first: MapSource.Problem?
        for part in meaning.parts {
            do throws(MapSource.Problem) {
                sources.append(try MapSource(region: part, isSigned: key != nil))
            } catch {
                unfit.append(
                    UnfitFile(path: part.path, reason: "\(error)", isPassing: error.isPassing))
                first = first ?? error
            }
        }
        if sources.isEmpty, let first { throw first }
        self.sources = sources
        self.unfit = unfit
    }

    /// Checks that the owner of the key has signed the index that was read.
    private static func check(
        _ file: FileBlockSource, named name: String, _ meaning: MapName, _ key: MapKey?
    ) throws(MapSource.Problem) {
        guard let key else { return }
        let sealed: SealedBlockSource
        do throws(MapSignatureError) {
            sealed = try MapSignature.check(file, named: name, against: key)
        } catch { throw .signature(error) }
        var bytes = [UInt8](repeating: 0, count: Int(sealed.length))
        do throws(MapError) {
            try sealed.read(at: 0, into: &bytes, count: bytes.count)
        } catch { throw .map(error) }
        do throws(Failure) {
            guard case .regions(let index, _) = meaning, try RegionIndex(bytes) == index else {
                throw Failure("it has changed while it was read")
            }
        } catch { throw .index(error) }
    }

    /// The files, open.
    var files: [FileBlockSource] { sources.map(\.file) }

    /// The set without a region; `nil` where it is the last one. Corrections may go: the map is behind them.
    func without(_ path: String) -> MapPart? {
        let areCorrections = sources.allSatisfy { $0.base != nil }
        var rest = self
        rest.sources.removeAll { $0.path == path }
        return rest.sources.isEmpty && !areCorrections ? nil : rest
    }

    /// The state of one of its files is another one, with the same content.
    mutating func note(_ state: FileState, of path: String) {
        for index in sources.indices where sources[index].path == path {
            sources[index].state = state
        }
    }

    /// Checks what replaces another part: a file, or the regions where those lie that the car was near.
    func verify(replacing former: MapPart?) throws(UnfitFile) {
        for source in sources where source.isUsed || former?.isUsed(within: source.bounds) ?? false
        {
            try source.verify()
        }
    }

    private func isUsed(within bounds: BoundingBox) -> Bool {
        sources.contains { $0.isUsed && $0.bounds.intersects(bounds) }
    }

    /// Whether another part has the same files in the same state.
    func hasSameFiles(as other: MapPart) -> Bool {
        sources.map(\.path) == other.sources.map(\.path)
            && sources.map(\.state) == other.sources.map(\.state)
    }
}
