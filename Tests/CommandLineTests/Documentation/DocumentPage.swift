import Foundation

/// A page of the documentation and the fences in it.
struct DocumentPage: CustomStringConvertible, Sendable {
    /// A fence: the word behind the backticks, the words behind that, and the lines between.
    struct Fence: Sendable {
        let language: String
        let words: [String]
        let lines: [String]
        /// The number of the fence's first line, from 1.
        let number: Int

        /// Whether its commands need a bus.
        var needsBus: Bool { words.first == "vcan" }
        /// Whether its commands make files that commands on the bus use.
        var isPreparation: Bool { words.first == "prepare" }
        /// What stands in for hardware, each as in `can0=vcan0`.
        var standIns: [(original: String, replacement: String)] {
            words.dropFirst().compactMap { word in
                guard let sign = word.firstIndex(of: "=") else { return nil }
                return (String(word[..<sign]), String(word[word.index(after: sign)...]))
            }
        }
        /// The commands behind a `$`, with their stand-ins.
        var commands: [String] {
            lines.filter { $0.hasPrefix("$ ") }.map { line in
                standIns.reduce(String(line.dropFirst(2))) { command, standIn in
                    command.replacing(standIn.original, with: standIn.replacement)
                }
            }
        }
    }

    /// Its path in the package.
    let path: String
    let lines: [String]
    let fences: [Fence]

    var description: String { path }
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    init(_ path: String) throws {
        self.path = path
        lines = try String(contentsOf: Programs.package.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var fences: [Fence] = []
        var open: (words: [String], number: Int)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let (words, number) = open {
                fences.append(
                    Fence(
                        language: words.first ?? "", words: Array(words.dropFirst()),
                        lines: Array(lines[number..<index]), number: number + 1))
                open = nil
            } else {
                open = (line.dropFirst(3).split(separator: " ").map(String.init), index + 1)
            }
        }
        self.fences = fences
    }

    /// The lines outside of fences.
    private var prose: [String] {
        var isFenced = false
        return lines.filter { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return !isFenced && !line.hasPrefix("```")
        }
    }

    /// The code between single backticks outside of fences.
    var inlineCode: [String] {
        prose.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
        }
    }

    /// The targets of its links that are files of the package, without their anchors.
    var linkedFiles: [String] {
        prose.flatMap { line in
            line.split(separator: "](").dropFirst().compactMap { rest in
                guard let end = rest.firstIndex(of: ")") else { return nil }
                let target = rest[..<end].prefix { $0 != "#" }
                return target.isEmpty || target.contains("://") ? nil : String(target)
            }
        }
    }

    /// All pages that people read first.
    static let all: [DocumentPage] = {
        let fixed = [
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "can-fixtures/README.md",
            "Sources/Horizon/Engine/Engine.docc/Start.md",
            "Sources/Wire/ProtocolReference/Pages/layouts.md",
        ]
        let documents = FileManager.default.enumerator(
            at: Programs.package.appending(path: "docs"), includingPropertiesForKeys: nil)
        var paths = fixed
        while let file = documents?.nextObject() as? URL {
            guard file.pathExtension == "md",
                let start = file.path().range(of: "/docs/", options: .backwards)
            else { continue }
            paths.append(String(file.path()[start.lowerBound...].dropFirst()))
        }
        return paths.sorted().compactMap { try? DocumentPage($0) }
    }()
}
