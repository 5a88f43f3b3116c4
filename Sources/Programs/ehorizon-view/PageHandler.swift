import CLibrary
import FlyingFox
import FlyingSocks
import Foundation
import PageExchange

/// Answers a browser.
struct PageHandler: HTTPHandler {
    let exchange: Exchange

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .GET else {
            return HTTPResponse(statusCode: .methodNotAllowed)
        }
        guard Self.isOwn(host: request.headers[.host] ?? "") else {
            return HTTPResponse(statusCode: .forbidden)
        }
        let answer = await exchange.ask(
            String(request.path.drop { $0 == "/" }),
            request.query.map { PageRequest.Value($0.name, $0.value) })
        let headers: HTTPHeaders = [
            .contentType: answer.type, HTTPHeader("Cache-Control"): "no-store",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
        ]
        let status = HTTPStatusCode(answer.status, phrase: answer.status == 200 ? "OK" : "-")
        guard let next = answer.next else {
            return HTTPResponse(
                statusCode: status, headers: headers,
                body: HTTPBodySequence(data: Data(answer.body), suggestedBufferSize: 1 << 16))
        }
        let pieces = Pieces(exchange: exchange, first: answer.body, next: next)
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: HTTPBodySequence(from: pieces, suggestedBufferSize: 1 << 18))
    }

    /// Whether the server was asked for by its address. A page of the web can give a name of its own the address of
    /// this machine (DNS rebinding), and would read the drives of the user.
    static func isOwn(host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let name = host.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
        return name == "localhost" || (try? sockaddr_in.inet(ip4: String(name), port: 0)) != nil
    }
}

/// The pieces of an answer. The next one is asked for when the browser has taken the one before.
struct Pieces: AsyncBufferedSequence {
    typealias Element = UInt8

    let exchange: Exchange
    let first: [UInt8]
    let next: String

    func makeAsyncIterator() -> Iterator {
        Iterator(exchange: exchange, piece: first, following: next)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let exchange: Exchange
        var piece: [UInt8]
        var following: String?
        private var place = 0

        init(exchange: Exchange, piece: [UInt8], following: String?) {
            self.exchange = exchange
            self.piece = piece
            self.following = following
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
            while place == piece.count {
                guard let path = following else { return nil }
                let answer = await exchange.ask(path)
                piece = answer.body
                following = answer.next
                place = 0
            }
            let end = Swift.min(place + count, piece.count)
            defer { place = end }
            return piece[place..<end]
        }
    }
}
