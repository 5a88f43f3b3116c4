import Foundation
import Glibc
import Testing

/// A page that `ehorizon view` serves.
struct ServedPage {
    /// A response: its status and its content.
    struct Response {
        let status: Int
        let body: Data
    }

    let process: ChildProcess
    let port: UInt16

    init(_ options: [String]) throws {
        let process = try ChildProcess(
            Programs.tool, ["view"] + options + ["--listen", "127.0.0.1:0"])
        try eventually("the page is served") { process.words.contains("/ (Ctrl-C ends it)") }
        let found = try #require(process.words.firstMatch(of: /127\.0\.0\.1:(?<port>\d+)\//))
        self.process = process
        port = try #require(UInt16(found.output.port))
    }

    /// Asks for a path. An answer that does not end is read for some seconds.
    func get(
        _ path: String, host: String = "127.0.0.1", seconds: Double = 60
    ) throws -> Response {
        let answer = try answer(to: path, host: host, seconds: seconds)
        return try #require(try Self.response(in: answer), "no answer to \(path)")
    }

    /// The records of a live scene, read for some seconds, or until there are enough.
    func records(
        seconds: Double = 60, until isEnough: (([[String: Any]]) -> Bool)? = nil
    ) throws -> [[String: Any]] {
        // The line behind the last end of a line is not complete.
        func records(in answer: Data) throws -> [[String: Any]] {
            let body = try Self.response(in: answer)?.body ?? Data()
            let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            return try lines.map {
                try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
            }
        }
        let answer = try answer(to: "scene", seconds: seconds) { answer in
            guard let isEnough else { return false }
            return isEnough(try records(in: answer))
        }
        return try records(in: answer)
    }

    /// All that is read within some seconds, or until it is enough.
    private func answer(
        to path: String, host: String = "127.0.0.1", seconds: Double,
        until isEnough: (Data) throws -> Bool = { _ in false }
    ) throws -> Data {
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
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
            var room = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&room, 1, 100) > 0 else { continue }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            answer.append(contentsOf: chunk[..<count])
            if try isEnough(answer) { break }
        }
        return answer
    }

    /// What has come of a response; `nil` before its head is complete.
    private static func response(in answer: Data) throws -> Response? {
        guard let blank = answer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: answer[..<blank.lowerBound], as: UTF8.self)
        let status = try #require(Int(head.split(separator: " ")[1]))
        var body = answer[blank.upperBound...]
        if head.lowercased().contains("transfer-encoding: chunked") {
            body = try joined(body)
        }
        return Response(status: status, body: Data(body))
    }

    /// The content of the complete chunks (RFC 9112, section 7.1).
    private static func joined(_ chunks: Data) throws -> Data {
        var rest = chunks
        var content = Data()
        while let end = rest.range(of: Data("\r\n".utf8)) {
            let size = try #require(
                Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16))
            guard size > 0, rest.endIndex - end.upperBound >= size + 2 else { break }
            content += rest[end.upperBound..<end.upperBound + size]
            rest = rest[(end.upperBound + size + 2)...]
        }
        return content
    }

    /// Ends it as a user does.
    func end() throws {
        process.send(SIGINT)
        let outcome = try process.wait()
        #expect(outcome.status == 0, "\(outcome)")
    }
}
