import ArgumentParser
import Configuration

extension FuzzEntry {
    private static let noFlags = try? MessageFlags.parse([])

    /// A configuration that holds reads back the same after it was printed; what is wrong with another
    /// is told in lines with places.
    static func configuration(_ bytes: [UInt8]) -> String? {
        guard let noFlags else { return "no flags are not understood" }
        let (loaded, problems) = noFlags.read(onto: NamedConfiguration(name: "c", bytes: bytes))
        for problem in problems.map(\.description)
        where !problem.hasPrefix("c:") || problem.contains("\n") {
            return "no line with a place: \(problem)"
        }
        guard problems.isEmpty else { return nil }
        let printed = loaded.toml
        let again = noFlags.read(onto: NamedConfiguration(name: "c", bytes: Array(printed.utf8)))
        if let problem = again.problems.first {
            return "what was printed is not read: \(problem)\n\(printed)"
        }
        let (running, restart) = again.loaded.changes(from: loaded)
        let changed = running + restart
        return changed.isEmpty ? nil : "what was printed reads as something else: \(changed)"
    }
}
