import Foundation
import Glibc
import Testing

/// `ehorizon view` without `--output`: the page and its content over HTTP.
@Suite("ehorizon view, served")
struct ViewServerTests {
    /// A response: its status and its content.
    private struct Response {
        let status: Int
        let body: Data
    }

    /// A served page.
    private struct Page {
        let process: ChildProcess
        let port: UInt16

        init(_ options: [String]) throws {
            let process = try ChildProcess(
                Programs.tool, ["view"] + options + ["--listen", "127.0.0.1:0"])
            try eventually("the page is served") { process.words.contains("/; Ctrl-C ends it") }
            let found = try #require(process.words.firstMatch(of: /127\.0\.0\.1:(?<port>\d+)\//))
            self.process = process
            port = try #require(UInt16(found.output.port))
        }

        /// Asks as HTTP 1.0, in which an answer ends with its connection.
        func get(_ path: String, host: String = "127.0.0.1") throws -> Response {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let isOpen = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            try #require(isOpen)
            let text = "GET /\(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            _ = text.withCString { send(descriptor, $0, strlen($0), 0) }
            var answer = Data()
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 {
                answer.append(contentsOf: chunk[..<count])
            }
            let end = try #require(answer.range(of: Data("\r\n\r\n".utf8)))
            let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
            let status = try #require(Int(head.split(separator: " ")[1]))
            var body = answer[end.upperBound...]
            if head.lowercased().contains("transfer-encoding: chunked") {
                body = try Self.joined(body)
            }
            return Response(status: status, body: Data(body))
        }

        /// The content of chunks (RFC 9112, section 7.1).
        private static func joined(_ chunks: Data) throws -> Data {
            var rest = chunks
            var content = Data()
            while true {
                let end = try #require(rest.range(of: Data("\r\n".utf8)))
                let size = try #require(
                    Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16))
                guard size > 0 else { return content }
                content += rest[end.upperBound..<end.upperBound + size]
                rest = rest[(end.upperBound + size + 2)...]
            }
        }

        /// Ends it as a user does.
        func end() throws {
            process.send(SIGINT)
            let outcome = try process.wait()
            #expect(outcome.status == 0, "\(outcome)")
        }
    }

    @Test func theRecordsAreThoseOfAFile() throws {
        let scratch = try Scratch()
        let drive = try ["--map", Sample.map, "--input", Sample.drive.path()]
        #expect(try ehorizon(["view"] + drive + ["--output", scratch["drive.ndjson"]]).status == 0)
        let page = try Page(drive)
        let scene = try page.get("scene")
        #expect(scene.status == 200)
        let isSame = scene.body == (try scratch.content("drive.ndjson"))
        #expect(isSame)
        let html = try page.get("")
        #expect(html.status == 200)
        #expect(html.body.range(of: Data("id=\"scene\"".utf8)) == nil)
        let text = String(decoding: scene.body, as: UTF8.self)
        #expect(text.contains("{\"r\":\"why\",\"s\":0,"))
        try page.end()
    }

    @Test func tilesAndTreesComeFromTheMap() throws {
        let page = try Page(["--map", Sample.map, "--input", Sample.drive.path()])
        #expect(try page.get("tiles/14/8796/5302").body.count > 100)
        #expect(try page.get("tiles/14/1/1").status == 204)
        let tree = try page.get("tree?at=53.53763,13.26155,30")
        let step = try #require(try JSONSerialization.jsonObject(with: tree.body) as? [String: Any])
        #expect((step["paths"] as? [Any])?.count ?? 0 > 3)
        #expect(try page.get("tree?at=0,0").status == 404)
        for path in ["tiles/14/1", "tiles/99/1/1", "scene/x", "nothing", "..%2Fetc%2Fpasswd"] {
            #expect(try page.get(path).status == 404, "\(path)")
        }
        #expect(try page.get("tree").status == 400)
        try page.end()
    }

    /// A page of the web whose name has the address of this machine would read the drives of the user.
    @Test func anotherNameOfTheMachineIsRefused() throws {
        let page = try Page(["--log", Sample.golden.path()])
        #expect(try page.get("scene", host: "attacker.example").status == 403)
        #expect(try page.get("scene", host: "localhost:1").status == 200)
        try page.end()
    }

    @Test func aPortInUseIsAnError() throws {
        let page = try Page(["--log", Sample.golden.path()])
        try ehorizon(
            "view", "--log", Sample.golden.path(), "--listen", "127.0.0.1:\(page.port)"
        ).expectRefusal(1, "cannot listen at 127.0.0.1:\(page.port): Address already in use")
        try page.end()
    }

    @Test(arguments: [
        (["--can", "vcan9", "--output", "page.html"], "--output"),
        (["--can", "vcan9", "--log", "drive.log"], "leave out the live sources"),
        ([], "give --input <file>"),
    ])
    func sourcesThatDoNotFitAreRefused(options: [String], words: String) throws {
        try ehorizon(["view"] + options).expectRefusal(2, words)
    }
}
