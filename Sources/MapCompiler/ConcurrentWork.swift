import Dispatch
import Synchronization

/// Pieces of work done on two threads; what comes out stands in the order of what went in, whichever
/// thread was faster.
enum ConcurrentWork {
    /// As many as compilers of other maps are compared with.
    private static let threads = 2

    /// So many inputs at a time are worth two threads, and take little memory.
    static let batch = 512

    /// What `work` makes of each input. Each thread has a tool of its own, which has to work the same
    /// whatever it did before.
    static func map<Input: Sendable, Output: Sendable, Tool>(
        _ inputs: [Input],
        tool: @Sendable () -> Tool,
        _ work: @Sendable (_ tool: inout Tool, _ input: Input) -> Output
    ) -> [Output] {
        var outputs = [Output?](repeating: nil, count: inputs.count)
        let next = Atomic(0)
        outputs.withUnsafeMutableBufferPointer { buffer in
            // Each thread writes to the places whose numbers it drew, and no two draw the same.
            nonisolated(unsafe) let places = buffer
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                var tool = tool()
                while true {
                    let number = next.add(1, ordering: .relaxed).oldValue
                    guard number < inputs.count else { return }
                    places[number] = work(&tool, inputs[number])
                }
            }
        }
        return outputs.compactMap(\.self)
    }
}
