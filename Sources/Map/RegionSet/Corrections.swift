public import RoadMap
public import TextFiles

/// Corrections: a small map in front of the one that it was made beside, as `ehorizon map build --beside` writes it.
public enum Corrections {
    /// A file among those of a map.
    public struct File: Sendable, Hashable {
        /// Its identity.
        public var identity: MapIdentity
        /// The identity of the map that it was made beside; `nil` for a map that is no corrections.
        public var base: String?

        /// A file with its identity, and that of the map that it was made beside.
        public init(identity: MapIdentity, base: String?) {
            (self.identity, self.base) = (identity, base)
        }
    }

    /// The numbers, in order, of the files that correct another map than those behind them: a road that they correct may
    /// be another one by now.
    public static func stray(among files: [File]) -> [Int] {
        var stray: [Int] = []
        var behind: Set<String> = []
        for (number, file) in files.enumerated().reversed() {
            if let base = file.base, !behind.contains(base) {
                stray.append(number)
            } else {
                behind.insert("\(file.identity)")
            }
        }
        return stray.reversed()
    }

    /// The message for a file that corrects another map than those behind it.
    public static func line(of path: String, base: String) -> String {
        "\(path): corrections of the map \(base), which does not stand behind them"
    }

    /// Checks the files of a map, which have these paths. The failure names the first that corrects another map than those
    /// behind it.
    public static func checkOrder(of files: [File], named paths: [String]) throws(Failure) {
        guard let first = stray(among: files).first, let base = files[first].base else { return }
        throw Failure(
            line(of: paths[first], base: base)
                + ": name that map after them, or compile them again with --beside")
    }

    /// Checks that a file is corrections: entries of an overlay are compiled, with the data that the map is made of.
    public static func checkFile(_ path: String) throws(Failure) {
        var start = [UInt8](repeating: 0, count: 4)
        let base: String?
        do throws(MapError) {
            let file = try FileBlockSource(path: path)
            try file.read(at: 0, into: &start, count: Int(min(file.length, UInt64(start.count))))
            let isMap = start.elementsEqual(MapFormat.magic.prefix(start.count))
            base = isMap ? try RoadMap(source: file).bases()[0] : nil
        } catch { throw Failure("\(NamedMapError(path, error))") }
        guard base == nil else { return }
        throw Failure(
            "\(path): no corrections of a map. Compile an overlay with 'ehorizon map build --overlay FILE"
                + " --beside MAP --output corrections.ehmap', and name that file")
    }
}
