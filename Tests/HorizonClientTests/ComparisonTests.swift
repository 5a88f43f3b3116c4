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

    /// Two points of one place, one of them from a second value beyond the wrap, become one when the
    /// vehicle shows where the path is.
    @Test func aSecondValueBeyondTheWrapMeetsItsPoint() {
        var pair = Comparison(.adasis)
        var short = ProfileShortMessage(
            profileType: .curvature, pathIndex: .first, offset: OffsetCode(raw: 8_150))
        short.value0 = ProfileValueCode(raw: 500)
        short.distance1 = ProfileDistanceCode(raw: 100)
        short.value1 = ProfileValueCode(raw: 501)
        var messages: [Message] = [.profileShort(short)]
        for (offset, value) in [(UInt16(59), UInt16(501)), (70, 505), (80, 506)] {
            short.cyclicCounter.advance()
            short.offset = OffsetCode(raw: offset)
            short.value0 = ProfileValueCode(raw: value)
            short.distance1 = .noSecondValue
            messages.append(.profileShort(short))
        }
        messages.append(
            .position(PositionMessage(pathIndex: .first, offset: OffsetCode(raw: 8_160))))
        for message in messages {
            let result = pair.feed(pair.layout.encode(message), at: 10)
            #expect(result.client == result.reconstructor)
        }
        #expect(pair.difference(at: 10) == nil)
        #expect(pair.client.spots(8, 1).map { $0.metres } == [8_150, 8_250, 8_261, 8_271])
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
