import LinuxLoop
import PageExchange
import Synchronization
import TextFiles

/// Answers that desks have made.
final class AnswerQueue: Sendable {
    private let waiting = Mutex<[(number: Int, answer: PageAnswer)]>([])
    private let wakeup: Wakeup

    /// Readable when there are answers.
    var descriptor: Int32 { wakeup.descriptor }

    init() throws { wakeup = try Wakeup() }

    /// Adds an answer. From any thread.
    func add(_ answer: PageAnswer, to number: Int) {
        waiting.withLock { $0.append((number, answer)) }
        wakeup.wake()
    }

    /// Takes all answers.
    func take() throws -> [(number: Int, answer: PageAnswer)] {
        _ = try wakeup.acknowledge()
        return waiting.withLock { answers in
            defer { answers.removeAll() }
            return answers
        }
    }
}

/// A thread that answers requests one after the other, so that the loop never waits for the map.
final class Desk: Sendable {
    /// What answers a request.
    typealias Clerk = (PageRequest) -> PageAnswer

    private let waiting = Mutex<[PageRequest]>([])
    private let wakeup: Wakeup

    /// Starts the thread. It makes its clerk itself: a map belongs to one thread.
    init(_ answers: AnswerQueue, clerk: @escaping @Sendable () throws -> Clerk) throws {
        wakeup = try Wakeup()
        try startThread { [self] in work(answers, clerk) }
    }

    /// Hands over a request.
    func take(_ request: PageRequest) {
        waiting.withLock { $0.append(request) }
        wakeup.wake()
    }

    private func work(_ answers: AnswerQueue, _ make: @Sendable () throws -> Clerk) {
        let clerk: Clerk
        do {
            clerk = try make()
        } catch {
            let text = "\(error)"
            clerk = { _ in PageAnswer(500, body: Array(text.utf8)) }
        }
        guard let poller = try? Poller(),
            (try? poller.add(wakeup.descriptor, .readable, token: 0)) != nil
        else { return }
        while (try? poller.wait { _ in }) != nil {
            _ = try? wakeup.acknowledge()
            while let request = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                answers.add(clerk(request), to: request.number)
            }
        }
    }
}
