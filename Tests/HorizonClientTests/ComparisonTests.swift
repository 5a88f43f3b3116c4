import ADASISv2
import CANFrames
import CHorizonClient
import Foundation
import RandomNumbers
import Testing

@Suite("The C client builds the tree of the reconstructor")
struct ComparisonTests {
    static let cases: [Faults] = [
        Faults(), Faults(loss: 0.01), Faults(loss: 0.05, exchange: 0.05),
        Faults(loss: 0.1, duplicate: 0.02, exchange: 0.1, delay: 0.05),
        Faults(loss: 0.2, duplicate: 0.05, exchange: 0.2, delay: 0.2),
    ]

    @Test func thereAreGoldenLogs() { #expect(!GoldenLogs.files.isEmpty) }

    @Test(
        "Golden logs, as they are and with seeded faults", arguments: GoldenLogs.files,
        cases.indices)
    func goldenLog(file: URL, number: Int) throws {
        let frames = try GoldenLogs.frames(file)
        let faults = Self.cases[number].applied(to: frames, seed: UInt64(number) + 1)
        let presets: [LayoutPreset] = number == 0 ? LayoutPreset.allCases : [.adasis]
        for preset in presets { try run(faults, preset, checkEvery: 97) }
    }

    /// Few paths and few places, so that everything meets everything: updates, loops, reopened
    /// paths, jumps, wraps, lanes and signs at one place.
    @Test("Random messages", arguments: 0..<12)
    func randomMessages(seed: UInt64) throws {
        var sender = RandomSender(seed: seed)
        var time: UInt64 = 1_000
        let frames = (0..<3_000).map { _ in
            time += sender.pause()
            return TimedFrame(frame: sender.frame(), milliseconds: time)
        }
        try run(frames, .adasis, checkEvery: 5)
    }

    private func run(
        _ frames: [TimedFrame], _ preset: LayoutPreset, checkEvery interval: Int
    ) throws {
        var pair = Comparison(preset)
        try #require(pair.client.isReady)
        let source = Layout(.adasis)
        var applied = 0
        for (number, entry) in frames.enumerated() {
            let message = preset == .adasis ? nil : try source.decode(entry.frame)
            let frame = message.map { pair.layout.encode($0) } ?? entry.frame
            let result = pair.feed(frame, at: entry.milliseconds)
            applied += result.reconstructor == EHC_APPLIED ? 1 : 0
            try #require(
                result.client == result.reconstructor, "frame \(number): \(frame.hex)")
            if number % interval == 0 || number == frames.count - 1 {
                let difference = pair.difference(at: entry.milliseconds)
                try #require(difference == nil, "after frame \(number)")
            }
        }
        // The comparison says nothing about frames that both drop.
        #expect(applied > frames.count / 20)
    }
}
