import Dispatch
import Synchronization

/// Work done on two threads, this one and another; what comes out stands in the order of what went in,
/// whichever was faster. Only a few chunks of inputs are in memory at once.
public enum ConcurrentWork {
    /// The largest number of chunks in progress.
    private static let chunks = 6

    /// Takes each input from `next` until there is none, makes `work` of it, and hands that over to
    /// `take`. This thread alone calls `next` and `take`, and helps with the work where nothing else is
    /// to be done. Each thread has a tool of its own, which has to work the same whatever it did before.
    /// `chunk` inputs change hands at once.
    public static func run<Input: Sendable, Output: Sendable, Tool, Failure>(
        chunk: Int = 64,
        tool: @Sendable () -> Tool,
        next: () throws(Failure) -> Input?,
        work: @Sendable (_ tool: inout Tool, _ input: Input) -> Output,
        take: (_ output: Output) throws(Failure) -> Void
    ) throws(Failure) {
        let queue = WorkQueue<Input, Output>()
        let helper = DispatchGroup()
        let result = withoutActuallyEscaping(tool) { tool in
            withoutActuallyEscaping(work) { work -> Result<Void, Failure> in
                DispatchQueue.global().async(group: helper) {
                    var tool = tool()
                    while let chunk = queue.waitForChunk() {
                        chunk.finish { input in work(&tool, input) }
                    }
                }
                defer {
                    queue.close()
                    helper.wait()
                }
                var own = tool()
                do throws(Failure) {
                    try feed(queue, chunk, next: next, work: { work(&own, $0) }, take: take)
                    return .success(())
                } catch { return .failure(error) }
            }
        }
        try result.get()
    }

    private static func feed<Input: Sendable, Output: Sendable, Failure>(
        _ queue: WorkQueue<Input, Output>,
        _ size: Int,
        next: () throws(Failure) -> Input?,
        work: (_ input: Input) -> Output,
        take: (_ output: Output) throws(Failure) -> Void
    ) throws(Failure) {
        var onTheirWay: [WorkChunk<Input, Output>] = []
        var isAtEnd = false
        while true {
            if let first = onTheirWay.first, first.isDone {
                onTheirWay.removeFirst()
                for output in first.outputs() { try take(output) }
            } else if !isAtEnd, onTheirWay.count < chunks {
                var inputs: [Input] = []
                inputs.reserveCapacity(size)
                while inputs.count < size, let input = try next() { inputs.append(input) }
                isAtEnd = inputs.count < size
                guard !inputs.isEmpty else { continue }
                let chunk = WorkChunk<Input, Output>(inputs)
                onTheirWay.append(chunk)
                queue.append(chunk)
            } else if let waiting = queue.nextChunk() {
                waiting.finish(work)
            } else if let first = onTheirWay.first {
                first.waitUntilDone()
            } else {
                return
            }
        }
    }
}

/// Some inputs, and later what was made of them.
private final class WorkChunk<Input: Sendable, Output: Sendable>: Sendable {
    private let contents: Mutex<(inputs: [Input], outputs: [Output])>
    private let done = Atomic(false)
    private let signal = DispatchSemaphore(value: 0)

    init(_ inputs: [Input]) { contents = Mutex((inputs, [])) }

    var isDone: Bool { done.load(ordering: .acquiring) }

    func waitUntilDone() { signal.wait() }

    func finish(_ work: (_ input: Input) -> Output) {
        let inputs = contents.withLock { contents in
            defer { contents.inputs = [] }
            return contents.inputs
        }
        let outputs = inputs.map(work)
        contents.withLock { $0.outputs = outputs }
        done.store(true, ordering: .releasing)
        signal.signal()
    }

    func outputs() -> [Output] { contents.withLock { $0.outputs } }
}

/// The chunks that nobody works on yet.
private final class WorkQueue<Input: Sendable, Output: Sendable>: Sendable {
    private let waiting = Mutex<[WorkChunk<Input, Output>]>([])
    private let isClosed = Atomic(false)
    /// Is signalled for each chunk and at the end.
    private let available = DispatchSemaphore(value: 0)

    func append(_ chunk: WorkChunk<Input, Output>) {
        waiting.withLock { $0.append(chunk) }
        available.signal()
    }

    /// No more chunks come. Those that are left are not worked on.
    func close() {
        waiting.withLock { $0.removeAll() }
        isClosed.store(true, ordering: .releasing)
        available.signal()
    }

    /// The next chunk, `nil` where there is none now.
    func nextChunk() -> WorkChunk<Input, Output>? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// The next chunk as soon as there is one; `nil` after the end.
    func waitForChunk() -> WorkChunk<Input, Output>? {
        while true {
            available.wait()
            if let chunk = nextChunk() { return chunk }
            if isClosed.load(ordering: .acquiring) { return nil }
        }
    }
}
