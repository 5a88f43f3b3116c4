import ArgumentParser
import CLibrary
import Console
import FlyingFox
import FlyingSocks
import PageExchange
import TextFiles

/// `ehorizon-view`: the web server behind `ehorizon view`. It knows nothing of horizons: requests go to the program
/// that has started it, on standard output, and the answers come from standard input.
@main
struct ViewServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizon-view",
        abstract: "The web server that ehorizon view starts.",
        discussion: """
            It hands requests to the program that started it, on standard output, and reads the answers from \
            standard input. It ends when standard input ends.

            Example:

              ehorizon view --map roads.ehmap --input drive.gpx --listen 127.0.0.1:8080
            """,
        version: Program.versionLine(of: "ehorizon-view"))

    static func main() { Program.run(Self.self) }

    @Option(
        help: ArgumentHelp(
            "Where to listen: an IP address and a port; port 0 takes a free one.",
            valueName: "address:port"))
    var listen: ListenAddress

    func run() throws {
        let exchange = Exchange()
        let listen = listen
        Task { await Self.serve(at: listen, by: exchange) }
        // This thread reads the answers. Their end is the end of the program.
        try exchange.readAnswers()
    }

    /// Serves until the program ends.
    private static func serve(at listen: ListenAddress, by exchange: Exchange) async {
        do {
            let server = try listen.server(PageHandler(exchange: exchange))
            Task {
                guard (try? await server.waitUntilListening()) != nil,
                    let port = await server.listeningAddress.flatMap(Self.port(of:))
                else { return }
                exchange.report("listening", [PageRequest.Value("port", "\(port)")])
            }
            try await server.run()
        } catch {
            Program.say("ehorizon-view: cannot listen at \(listen): \(Self.reason(error))")
            // Other threads still run, so nothing may be torn down.
            _exit(1)
        }
    }

    private static func port(of address: Socket.Address) -> UInt16? {
        switch address {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: nil
        }
    }

    private static func reason(_ error: any Error) -> String {
        if case .failed(_, let code, _) = error as? SocketError {
            return String(cString: strerror(code))
        }
        return "\(error)"
    }
}
