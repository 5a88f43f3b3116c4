import JSONReading
import Quantities
import StatusProtocol
import Supervision

extension FuzzEntry {
    /// What a client sends to the control socket, in pieces: each line is answered in one line of JSON, and what is
    /// kept of the client is bounded.
    static func control(_ bytes: [UInt8]) -> String? {
        var connection = ControlConnection(user: 1, at: .zero)
        var objects = ObjectSupervision()
        var index = 0
        var piece = 1
        while index < bytes.count {
            let end = min(index + piece, bytes.count)
            connection.receive(bytes[index..<end])
            index = end
            piece = piece % 64 + 7
            loop: while let input = connection.nextLine(at: .zero) {
                switch input {
                case .tooLong:
                    connection.end()
                    break loop
                case .line(let line):
                    guard let answer = answer(line, &objects, &connection) else {
                        return "a line is no line"
                    }
                    if let problem = check(answer) { return problem }
                    connection.answer(answer)
                    connection.noteSent(answer.count, at: .zero)
                }
            }
        }
        if objects.all.count > ObjectSupervision.most { return "\(objects.all.count) objects" }
        for _ in 0..<100 {
            connection.add([UInt8](repeating: 0x20, count: 1000), of: .bus, at: .zero)
        }
        return connection.waiting.count <= ControlConnection.mostWaiting
            ? nil : "\(connection.waiting.count) bytes wait"
    }

    private static func answer(
        _ line: [UInt8], _ objects: inout ObjectSupervision, _ connection: inout ControlConnection
    ) -> [UInt8]? {
        guard !line.contains(0x0A) else { return nil }
        let request: ControlRequest
        do throws(ControlRequestError) {
            request = try ControlRequest(parsing: line)
        } catch {
            return ControlAnswer.refused(error)
        }
        var refusal: String?
        switch request.content {
        case .subscribe(let kinds): connection.subscribe(to: kinds)
        case .addObjects(let bytes): refusal = objects.add(bytes)
        case .removeObjects(let names): refusal = objects.remove(names)
        case .removeAllObjects: objects.removeAll()
        case .status, .metrics, .tree, .mask, .setRoute, .unsetRoute, .writeRing: break
        }
        return refusal.map { ControlAnswer.refused(request, $0) } ?? ControlAnswer.done(request)
    }

    /// Whether an answer is one line with one JSON object.
    private static func check(_ answer: [UInt8]) -> String? {
        let text = String(decoding: answer, as: UTF8.self)
        guard answer.last == 0x0A, answer.count(where: { $0 == 0x0A }) == 1 else {
            return "not one line: \(text)"
        }
        var reader = JSONReader(answer)
        do throws(JSONReader.Failure) {
            try reader.skip()
            try reader.finish()
        } catch { return "not JSON: \(text)" }
        return nil
    }
}
