import CLibrary
import Console
import LinuxLoop
import PageExchange
import Quantities
import TextFiles

/// Answers the requests of the web server: the page, the records of the scene, and what the map knows.
struct PageLoop: ~Copyable {
    private enum Token {
        static let requests: UInt64 = 0
        static let answers: UInt64 = 1
        static let desk: UInt64 = 2
        static let signal: UInt64 = 3
        static let live: UInt64 = 16
    }

    /// What waits at most for a server that does not read, bytes: then no request is read.
    private static let mostOutput = 1 << 24
    private static let longestLine = 1 << 16
    /// Records of live sources are collected so often.
    private static let tick: Nanoseconds = .milliseconds(50)

    private let program: PageProgram
    private let signals: SignalSource
    private let answers: AnswerQueue
    private let desk: Desk?
    private let first: [UInt8]
    private var store: SceneStore
    private var live: LiveScene?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var waiting: [(number: Int, place: Int)] = []
    private var interest = (writes: false, reads: true)

    /// A loop around a scene that is complete, or live.
    ///
    /// - Parameters:
    ///   - signals: What ends it.
    ///   - clerk: Makes what answers requests about the map; `nil` without a map.
    static func started(
        listen: String, scene: PageScene, signals: consuming SignalSource,
        clerk: (@Sendable () throws -> Desk.Clerk)?
    ) throws -> PageLoop {
        // A browser that goes away is no end of the program.
        signal(SIGPIPE, SIG_IGN)
        let answers = try AnswerQueue()
        let desk = try clerk.map { try Desk(answers, clerk: $0) }
        return PageLoop(
            try PageProgram.started(listen: listen), signals, answers, desk, scene)
    }

    private init(
        _ program: consuming PageProgram, _ signals: consuming SignalSource,
        _ answers: AnswerQueue, _ desk: Desk?, _ scene: PageScene
    ) {
        self.program = program
        self.signals = signals
        self.answers = answers
        self.desk = desk
        switch scene {
        case .whole(let head, let records):
            first = head
            store = SceneStore(isLive: false)
            store.add(records)
        case .live(let scene):
            first = []
            store = SceneStore(isLive: true)
            live = scene
        }
    }

    /// Serves until a signal or the end of the server. Returns the server's status.
    consuming func run(host: String) throws -> Int32 {
        let poller = try Poller()
        try poller.add(program.requests, .readable, token: Token.requests)
        try poller.add(program.answers, [], token: Token.answers)
        try poller.add(answers.descriptor, .readable, token: Token.desk)
        try poller.add(signals.descriptor, .readable, token: Token.signal)
        var isOpen = true
        while isOpen {
            try live?.follow(in: poller, from: Token.live)
            var events: Set<UInt64> = []
            try poller.wait(timeout: live == nil ? nil : Self.tick) { events.insert($0.token) }
            if events.contains(Token.signal) { break }
            if let records = try live?.collect(), !records.isEmpty { store.add(records) }
            answerWaiting()
            for (number, answer) in try answers.take() { output += answer.bytes(to: number) }
            if events.contains(Token.requests) { isOpen = try readRequests(host: host) }
            writeAnswers()
            try follow(poller)
        }
        return try endServer()
    }

    private consuming func endServer() throws(Failure) -> Int32 { try program.end() }

    /// Reads what the server asks. Returns whether it still runs.
    private mutating func readRequests(host: String) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = try systemCall("read") {
            chunk.withUnsafeMutableBytes { read(program.requests, $0.baseAddress, $0.count) }
        }
        guard count > 0 else { return false }
        input += chunk[..<count]
        var begin = 0
        while let end = input[begin...].firstIndex(of: 0x0A) {
            let line = String(decoding: input[begin..<end], as: UTF8.self)
            if let request = PageRequest(line: line) { answer(request, host: host) }
            begin = end + 1
        }
        input.removeFirst(begin)
        guard input.count <= Self.longestLine else {
            throw Failure("ehorizon-view: an endless request")
        }
        return true
    }

    private mutating func answer(_ request: PageRequest, host: String) {
        switch request.path {
        case _ where request.number == 0:
            if let port = request["port"] {
                Program.say("ehorizon: the page is at http://\(host):\(port)/ (Ctrl-C ends it)")
            }
        case "": send(page, to: request)
        case "scene":
            let place = live == nil ? 0 : store.end
            send(store.beginning(with: live?.beginning() ?? first, from: place), to: request)
        case _ where SceneStore.place(in: request.path) != nil:
            waiting.append((request.number, SceneStore.place(in: request.path) ?? 0))
            answerWaiting()
        case _ where request.path == "tree" || request.path.hasPrefix("tiles/"):
            if let desk { desk.take(request) } else { send(PageAnswer(204), to: request) }
        default: send(PageAnswer(404), to: request)
        }
    }

    /// The page, which asks for its content.
    private var page: PageAnswer {
        do {
            return PageAnswer(
                type: "text/html;charset=utf-8", body: try PageFile(content: nil).bytes())
        } catch {
            return PageAnswer(500, body: Array("\(error)".utf8))
        }
    }

    /// Answers who waits for records that are there now.
    private mutating func answerWaiting() {
        waiting.removeAll { number, place in
            guard let answer = store.answer(from: place) else { return false }
            output += answer.bytes(to: number)
            return true
        }
    }

    private mutating func send(_ answer: PageAnswer, to request: PageRequest) {
        output += answer.bytes(to: request.number)
    }

    /// Writes what the pipe takes.
    private mutating func writeAnswers() {
        var done = 0
        while done < output.count {
            let count = attempt {
                output.withUnsafeBytes {
                    write(program.answers, $0.baseAddress?.advanced(by: done), $0.count - done)
                }
            }
            guard case .success(let count) = count else { break }
            done += count
        }
        output.removeFirst(done)
    }

    /// Waits for room where answers wait, and for requests where not too many answers do.
    private mutating func follow(_ poller: borrowing Poller) throws {
        let wanted = (writes: !output.isEmpty, reads: output.count < Self.mostOutput)
        if wanted.writes != interest.writes {
            try poller.change(
                program.answers, wanted.writes ? .writable : [], token: Token.answers)
        }
        if wanted.reads != interest.reads {
            try poller.change(
                program.requests, wanted.reads ? .readable : [], token: Token.requests)
        }
        interest = wanted
    }
}

/// What a page shows.
enum PageScene {
    /// All records, after the first one.
    case whole(head: [UInt8], records: [UInt8])
    /// Records that come while it is shown.
    case live(LiveScene)
}
