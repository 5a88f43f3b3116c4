import Foundation
import Testing
import TextFiles

/// The file of a log, on a real disk. A full disk is part of `DisksOnVCAN`.
@Suite struct AppendedFileTests {
    /// A folder of the test's own.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")

        init() throws { try make() }
        deinit { try? FileManager.default.removeItem(at: url) }

        func make() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        }
        subscript(name: String) -> String { url.path() + "/" + name }
        func text(_ name: String) throws -> String {
            try String(contentsOf: url.appending(path: name), encoding: .utf8)
        }
        func move(_ name: String, _ other: String) throws {
            try FileManager.default.moveItem(atPath: self[name], toPath: self[other])
        }
    }

    private func append(_ line: String, to file: inout AppendedFile) throws {
        var lines = Array("\(line)\n".utf8)
        try file.append(&lines)
        #expect(lines.isEmpty)
    }

    @Test func aFileThatHasReachedItsLimitBeginsAnew() throws {
        let folder = try Folder()
        var file = try AppendedFile(folder["log"], limit: 10)
        for line in ["aaaa", "bbbb", "cccc", "dddd", "eeee"] { try append(line, to: &file) }
        #expect(try folder.text("log.1") == "cccc\ndddd\n")
        #expect(try folder.text("log") == "eeee\n")
    }

    /// A power cut has left a part of a line.
    @Test func aPartOfALineIsEnded() throws {
        let folder = try Folder()
        for (left, text) in [("aaaa\nbb", "aaaa\nbb\ncccc\n"), ("aaaa\n", "aaaa\ncccc\n")] {
            try left.write(toFile: folder["log"], atomically: false, encoding: .utf8)
            var file = try AppendedFile(folder["log"], limit: 100)
            try append("cccc", to: &file)
            #expect(try folder.text("log") == text)
        }
    }

    /// `mv limits.log evidence.log` during a drive, and `rm`: the name has a new file with what follows.
    @Test func aFileThatIsTakenAwayBeginsAnew() throws {
        let folder = try Folder()
        var file = try AppendedFile(folder["log"], limit: 10)
        try append("aaaa", to: &file)
        try folder.move("log", "evidence")
        for line in ["bbbb", "cccc", "dddd"] { try append(line, to: &file) }
        #expect(try folder.text("evidence") == "aaaa\n")
        #expect(try folder.text("log.1") == "bbbb\ncccc\n")
        #expect(try folder.text("log") == "dddd\n")
        try FileManager.default.removeItem(atPath: folder["log"])
        try append("eeee", to: &file)
        #expect(try folder.text("log") == "eeee\n")
        // Another one put a file there.
        try folder.move("log", "evidence.2")
        try "zzzz\n".write(toFile: folder["log"], atomically: true, encoding: .utf8)
        try append("ffff", to: &file)
        #expect(try folder.text("log") == "zzzz\nffff\n")
        #expect(try folder.text("evidence.2") == "eeee\n")
    }

    /// A name that cannot be opened for a while, after the file was renamed: nothing is lost but the lines of that time.
    @Test func aNameThatCannotBeOpenedForAWhile() throws {
        let folder = try Folder()
        var file = try AppendedFile(folder["log"], limit: 100)
        try append("aaaa", to: &file)
        try folder.move("log", "log.1")
        try FileManager.default.createDirectory(
            atPath: folder["log"], withIntermediateDirectories: false)
        var lines = Array("bbbb\ncccc\n".utf8)
        let refusal = #expect(throws: Failure.self) { try file.append(&lines) }
        #expect(refusal?.description == "cannot write \(folder["log"]): Is a directory")
        #expect(lines == Array("bbbb\ncccc\n".utf8))
        try FileManager.default.removeItem(atPath: folder["log"])
        try append("dddd", to: &file)
        #expect(try folder.text("log.1") == "aaaa\n")
        #expect(try folder.text("log") == "dddd\n")
    }
}
