import Foundation
import Testing

/// Every command of the documentation works, and every file that it names is there.
@Suite struct DocumentationTests {
    static let pages = DocumentPage.all
    static let pagesWithCommands = pages.filter { page in
        page.fences.contains { $0.language == "console" }
    }

    @Test func theReadmeIsShort() throws {
        let page = try DocumentPage("README.md")
        let words = page.lines.reduce(0) { $0 + $1.split(separator: " ").count }
        #expect(words <= 1200)
        #expect(Self.pages.count > 12 && Self.pagesWithCommands.count > 8)
    }

    /// Commands that need a bus have their options checked here; `DocumentationOnVCAN` runs them.
    @Test(arguments: pagesWithCommands)
    func commandsWork(on page: DocumentPage) throws {
        let folder = try ReaderFolder()
        for fence in page.fences where fence.language == "console" {
            #expect(!fence.commands.isEmpty, "\(page), line \(fence.number)")
            for command in fence.commands where !fence.needsBus || command.contains("ehorizond") {
                let outcome = try folder.run(command)
                #expect(ReaderFolder.isFine(outcome), "\(page): \(command): \(outcome)")
            }
        }
    }

    /// A command in another fence would not be run.
    @Test(arguments: pages)
    func commandsStandInFencesThatAreRun(on page: DocumentPage) {
        for fence in page.fences where fence.language != "console" {
            for line in fence.lines {
                let first = line.split(separator: " ").first ?? ""
                #expect(!first.hasPrefix("ehorizon"), "\(page): \(line)")
            }
        }
        for fence in page.fences where fence.language == "console" {
            let words = ["vcan", "prepare"]
            #expect(fence.words.first.map { words.contains($0) } ?? true, "\(page): \(fence.words)")
        }
    }

    /// Options and subcommands between backticks exist.
    @Test(arguments: pages)
    func inlineCommandsExist(on page: DocumentPage) throws {
        for code in page.inlineCode {
            var words = code.split(separator: " ").map(String.init)
            guard ["ehorizon", "ehorizond"].contains(words.first), words.count > 1 else { continue }
            let program = words.removeFirst() == "ehorizon" ? Programs.tool : Programs.daemon
            let subcommand = words.prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
                .filter { !$0.hasPrefix("-") }
            let help = try Self.help(program, Array(subcommand))
            for word in words where word.hasPrefix("--") {
                #expect(help.contains("  \(word) ") || word == "--help", "\(page): \(code)")
            }
        }
    }

    /// What `--help` prints.
    private static func help(_ program: String, _ subcommand: [String]) throws -> String {
        let outcome = try ChildProcess(program, subcommand + ["--help"]).wait()
        #expect(outcome.status == 0, "\(subcommand): \(outcome)")
        return outcome.text.replacing("\n", with: " \n")
    }

    @Test(arguments: pages)
    func linkedFilesExist(on page: DocumentPage) {
        for file in page.linkedFiles {
            let path = Programs.package.appending(path: page.folder).appending(path: file).path()
            #expect(FileManager.default.fileExists(atPath: path), "\(page): \(file)")
        }
    }

    @Test(arguments: pages)
    func toolsExist(on page: DocumentPage) {
        let lines = page.fences.filter { ["sh", "console"].contains($0.language) }.flatMap(\.lines)
        for code in page.inlineCode + lines {
            for word in code.split(separator: " ") where word.hasPrefix("tools/") {
                let path = Programs.package.appending(path: String(word)).path()
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(word)")
            }
        }
    }
}
