import Console
import MapCompiler
import TextFiles

/// The files of `--overlay`.
enum OverlayArguments {
    /// The largest file, in bytes.
    private static let largest = 64 << 20

    /// Their entries, in order. Each wrong entry is named in a line of its own before the failure.
    static func entries(of paths: [String]) throws(Failure) -> [OverlayEntry] {
        var entries: [OverlayEntry] = []
        var problems: [String] = []
        for path in paths {
            let bytes = try Files.read(path, atMost: largest)
            do throws(OverlayFileError) {
                let file = try OverlayFile(bytes, name: path)
                entries += file.entries
                problems += file.problems
            } catch { throw Failure("\(error)") }
        }
        guard !problems.isEmpty else { return entries }
        for problem in problems { Program.note(problem) }
        let total = entries.count + problems.count
        throw Failure(
            "--overlay: \(problems.count) of \(total) entries are wrong, so no map is written")
    }
}
