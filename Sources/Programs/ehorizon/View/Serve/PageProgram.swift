import CLibrary
import LinuxLoop
import TextFiles

/// The web server, a program of its own, and the pipes to it.
struct PageProgram: ~Copyable {
    private static let sibling = SiblingProgram(
        name: "ehorizon-view", spokenName: "ehorizon view")
    private let process: pid_t
    private let input: OwnedDescriptor
    private let output: OwnedDescriptor

    /// Where its requests come from.
    var requests: Int32 { input.number }
    /// Where the answers go. Writing never waits.
    var answers: Int32 { output.number }

    /// Starts the server.
    static func started(listen: String) throws -> PageProgram {
        let requests = try PipeEnds.opened()
        let answers = try PipeEnds.opened()
        let process = try sibling.start(
            ["--listen", listen], input: answers.reading.number, output: requests.writing.number)
        let flags = fcntl(answers.writing.number, F_GETFL)
        try systemCall("fcntl") { fcntl(answers.writing.number, F_SETFL, flags | O_NONBLOCK) }
        return PageProgram(process, requests.reader(), answers.writer())
    }

    private init(
        _ process: pid_t, _ input: consuming OwnedDescriptor, _ output: consuming OwnedDescriptor
    ) {
        self.process = process
        self.input = input
        self.output = output
    }

    /// Ends the server. Returns its exit status.
    consuming func end() throws(Failure) -> Int32 {
        let process = process
        // Without its standard input it ends.
        _ = consume output
        _ = consume input
        return try Self.sibling.status(of: process)
    }
}
