import CLibrary
import PageExchange
import Synchronization
import TextFiles

/// The pipes to the program that has the answers.
final class Exchange: Sendable {
    private struct State {
        var number = 0
        var waiting: [Int: CheckedContinuation<PageAnswer, Never>] = [:]
    }

    private let state = Mutex(State())
    /// Held while a line is written: two at a time would mix. It is no part of the state, which answers need meanwhile.
    private let output = Mutex(())

    /// Asks for an answer. A request that cannot be written on a line is answered with status 400.
    func ask(_ path: String, _ query: [PageRequest.Value] = []) async -> PageAnswer {
        guard PageRequest(0, path, query).line != nil else { return PageAnswer(400) }
        return await withCheckedContinuation { continuation in
            let number = state.withLock { state in
                state.number += 1
                state.waiting[state.number] = continuation
                return state.number
            }
            write(PageRequest(number, path, query))
        }
    }

    /// Reports something that has no answer.
    func report(_ name: String, _ values: [PageRequest.Value]) {
        write(PageRequest(0, name, values))
    }

    /// Reads answers until the pipe ends.
    func readAnswers() throws {
        var reader = PageAnswerReader()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            reader.take(chunk[..<count])
            do {
                while let (number, answer) = try reader.next() {
                    state.withLock { $0.waiting.removeValue(forKey: number) }?
                        .resume(returning: answer)
                }
            } catch {
                throw Failure("standard input: not an answer of ehorizon view")
            }
        }
    }

    /// Writes the line of a request.
    private func write(_ request: PageRequest) {
        guard let line = request.line else { return }
        output.withLock { _ in Self.write(line) }
    }

    /// Writes all bytes. The program that reads them may be gone: then standard input ends too.
    private static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                CLibrary.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
