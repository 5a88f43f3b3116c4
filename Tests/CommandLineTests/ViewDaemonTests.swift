import Foundation
import Testing

/// `ehorizon view --control` beside a program that answers as a daemon does.
@Suite struct ViewDaemonTests {
    /// Answers `status` with a car that drives north and is on another main path from the tenth answer on, and `tree` with
    /// the line of an argument.
    private static let daemon = """
        import json, os, socket, sys, threading, time
        path, tree = sys.argv[1], sys.argv[2]
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        start = time.time()
        answers = 0

        def serve(connection):
            global answers
            for line in connection.makefile():
                name = json.loads(line)["request"]
                answer = {"version": 1, "answer": name, "ok": True}
                answers += name == "status"
                main = 1 if answers < 10 else 2
                if name == "status":
                    answer |= {"place": {"state": "on-road"}, "tree": {"main_path": main, "offset_m": 5},
                               "fix": {"latitude": 53.55 + (time.time() - start) * 1e-4, "longitude": 13.26}}
                text = tree if name == "tree" else json.dumps(answer)
                print(name, main if name == "status" else "", flush=True)
                connection.sendall(text.encode() + b"\\n")

        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    private struct Run {
        /// The requests that the daemon got.
        var requests: [String]
        /// The words of `ehorizon view`.
        var words: String
        /// The records of the page.
        var records: [[String: Any]]

        var fixes: Int {
            records.count { ($0["fix"] as? [String: Any])?["at"] is [Double] }
        }
    }

    /// Reads the scene until it has twenty fixes, however long that takes: four seconds on an idle machine.
    private static func run(tree: String) throws -> Run {
        let scratch = try Scratch()
        let daemon = try ChildProcess(
            "/usr/bin/python3", ["-c", daemon, scratch["control"], tree], input: "/dev/null")
        try eventually("the socket") {
            FileManager.default.fileExists(atPath: scratch["control"])
        }
        let page = try ServedPage(["--control", scratch["control"], "--map", try Sample.map])
        let records = try page.records { records in
            records.count { $0["fix"] is [String: Any] } > 20
        }
        try page.end()
        daemon.send(SIGKILL)
        let outcome = try daemon.wait()
        return Run(
            requests: outcome.text.split(separator: "\n").map(String.init),
            words: page.process.words, records: records)
    }

    /// A daemon without the request, and a line that is no tree: the state is shown all the same.
    @Test(arguments: [
        (#"{"version":1,"answer":"tree","ok":false,"error":"an unknown request"}"#, "an unknown"),
        (#"{"version":1,"answer":"tree","ok":true,"paths":[1]}"#, "expected"),
    ])
    func aRefusedTreeLeavesTheState(tree: String, words: String) throws {
        let run = try Self.run(tree: tree)
        #expect(run.requests.count { $0.hasPrefix("status") } > 10, "\(run.requests)")
        #expect(run.requests.count { $0.hasPrefix("tree") } == 1, "\(run.requests)")
        #expect(run.fixes > 10)
        let lines = run.words.split(separator: "\n").filter { $0.contains("tree of the daemon") }
        #expect(lines.count == 1 && lines[0].contains(words), "\(run.words)")
        #expect(!run.records.contains { $0["name"] as? String == "disconnected" })
    }

    @Test(arguments: [
        (#""map":null"#, "the daemon has no map"), (#""map":"0123""#, "has another map (0123)"),
    ])
    func aTreeOfNoMapOrAnotherOneIsNamedOnce(map: String, words: String) throws {
        let tree = #"{"version":1,"answer":"tree","ok":true,\#(map),"main":[],"paths":[]}"#
        let run = try Self.run(tree: tree)
        #expect(run.requests.count { $0.hasPrefix("tree") } > 2, "\(run.requests)")
        let lines = run.words.split(separator: "\n").filter { $0.contains(words) }
        #expect(lines.count == 1, "\(run.words)")
    }

    /// The tree is asked for right after the status with another main path; path and offset are those of the tree.
    @Test func aNewMainPathComesWithItsTree() throws {
        let tree =
            #"{"version":1,"answer":"tree","ok":true,"map":null,"path":7,"offset_m":77,"main":[],"paths":[]}"#
        let run = try Self.run(tree: tree)
        let change = try #require(run.requests.firstIndex(of: "status 2"))
        #expect(change > 0 && run.requests[change + 1].hasPrefix("tree"), "\(run.requests)")
        let cars = run.records.compactMap { $0["car"] as? [String: Any] }
        let isOfTree = cars.contains {
            $0["path"] as? Int == 7 && $0["offset"] as? Double == 77
        }
        #expect(isOfTree, "\(cars)")
    }
}
