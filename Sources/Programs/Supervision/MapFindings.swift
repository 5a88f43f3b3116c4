/// The files of the map that a watcher has found, until the loop takes them.
public struct MapFindings<Source> {
    /// What the loop takes.
    public struct Finding {
        /// The files of the map from now on; `nil` where none of the new ones is fit.
        public let sources: [Source]?
        /// Why new files are not used.
        public let unfit: [UnfitFile]
        /// Why files in use are not used any more.
        public let refused: [UnfitFile]
    }

    private var finding: Finding?
    /// The files in use, or in use once the finding is taken.
    private var sources: [Source]
    /// The files in use that were refused, until others take their places.
    private var refusedFiles: Set<Int> = []
    private var checksAgain = false
    /// Incremented whenever other files are in use: what was found of a file before does not count.
    public private(set) var generation = 0

    /// The files in use.
    public init(_ sources: [Source]) { self.sources = sources }

    /// Adds files that were checked. A finding that was not taken yet stays part of the next one; an unfit
    /// file leaves the former one in its place.
    public mutating func note(fit: [(index: Int, source: Source)], unfit: [UnfitFile]) {
        if !fit.isEmpty { generation += 1 }
        for file in fit {
            sources[file.index] = file.source
            refusedFiles.remove(file.index)
        }
        // A new file beside a refused one makes no map.
        let isMap = !fit.isEmpty && refusedFiles.isEmpty
        finding = Finding(
            sources: isMap ? sources : finding?.sources, unfit: (finding?.unfit ?? []) + unfit,
            refused: finding?.refused ?? [])
    }

    /// Refuses a file in use, or one that would be in use once the finding is taken, unless others have been
    /// taken into use since that generation. Returns whether it was refused.
    public mutating func refuse(_ index: Int, _ file: UnfitFile, of generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        refusedFiles.insert(index)
        finding = Finding(
            sources: nil, unfit: finding?.unfit ?? [], refused: (finding?.refused ?? []) + [file])
        return true
    }

    /// Removes an unfit file from a region set: `source` is the set with the other files, which stay in use. Returns
    /// whether it was replaced. It is not if other files came into use after that generation.
    public mutating func replace(
        _ index: Int, by source: Source, without file: UnfitFile, of generation: Int
    ) -> Bool {
        guard generation == self.generation else { return false }
        self.generation += 1
        sources[index] = source
        finding = Finding(
            sources: refusedFiles.isEmpty ? sources : nil, unfit: finding?.unfit ?? [],
            refused: (finding?.refused ?? []) + [file])
        return true
    }

    /// Changes what is known of a file in use, of that generation.
    public mutating func update(
        _ index: Int, of generation: Int, _ change: (inout Source) -> Void
    ) {
        if generation == self.generation { change(&sources[index]) }
    }

    /// The files in use that were not refused, with their numbers.
    public var inUse: [(index: Int, source: Source)] {
        sources.enumerated().filter { !refusedFiles.contains($0.offset) }.map { ($0, $1) }
    }

    /// Takes note that other files are in use again: a file that is replaced later joins these.
    /// Without files nothing changes: no map is in use, and a file that arrives takes the place of a refused one.
    /// - Parameter isPassing: Whether the newer files could not be read now, and are to be checked again although
    ///   they are the same.
    public mutating func goBack(to sources: [Source], isPassing: Bool = false) {
        checksAgain = checksAgain || isPassing
        guard !sources.isEmpty else { return }
        self.sources = sources
        refusedFiles.removeAll()
        generation += 1
        finding = finding.map { Finding(sources: $0.sources, unfit: $0.unfit, refused: []) }
    }

    /// Whether all names are to be checked again, once.
    public mutating func takeCheck() -> Bool {
        defer { checksAgain = false }
        return checksAgain
    }

    /// The finding, once; `nil` where nothing has changed.
    public mutating func take() -> Finding? {
        defer { finding = nil }
        return finding
    }
}

extension MapFindings: Sendable where Source: Sendable {}
extension MapFindings.Finding: Sendable where Source: Sendable {}

/// A file of a map that is not used, and why.
public struct UnfitFile: Error, Sendable, Hashable {
    /// The name of the file.
    public let path: String
    /// The reason.
    public let reason: String
    /// Whether the file could not be read now, and is to be checked again although it is the same.
    public let isPassing: Bool

    /// A file and its reason.
    public init(path: String, reason: String, isPassing: Bool = false) {
        self.path = path
        self.reason = reason
        self.isPassing = isPassing
    }

    /// The line where a new file is not used, without the program's name.
    public var line: String { "\(path): \(reason); the map is unchanged" }

    /// The line where a new file is not used and no map is in use either.
    public var lineWithoutMap: String { "\(path): \(reason); no map is in use" }

    /// The line where a region of a set is not used, and the others are.
    public var regionLine: String { "\(path): \(reason); this region is not used" }

    /// The line where a file in use is given up.
    public var refusal: String { "\(path): \(reason); this map is not used any more" }
}
