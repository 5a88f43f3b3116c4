import Foundation
import Testing

/// Lines have their severity in front where standard error is the journal, and only there.
@Suite("Lines for the journal")
struct JournalTests {
    /// The line of a daemon without a map, with JOURNAL_STREAM as the shell makes it.
    private static func line(_ stream: String) throws -> String {
        let scratch = try Scratch()
        let path = scratch["lines"]
        let shell = try ChildProcess(
            "sh",
            [
                "-c",
                "exec 2>\"$1\"; export JOURNAL_STREAM=\(stream); exec \"$2\" --map \"$1.ehmap\""
                    + " --position - --can nocan9",
                "sh", path, Programs.daemon,
            ])
        #expect(try shell.wait().status == 1)
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func failureInTheJournalIsAnError() throws {
        let line = try Self.line("$(stat -L -c %d:%i \"$1\")")
        #expect(line.hasPrefix("<3>ehorizond: "), "\(line)")
        #expect(line.count { $0 == "\n" } == 1)
    }

    /// A redirected standard error keeps the variable of its parent.
    @Test(arguments: ["1:2", "", "$(stat -L -c %d \"$1\")", "nonsense"])
    func elsewhereThereIsNoPrefix(_ stream: String) throws {
        let line = try Self.line(stream)
        #expect(line.hasPrefix("ehorizond: "), "\(line)")
    }
}
