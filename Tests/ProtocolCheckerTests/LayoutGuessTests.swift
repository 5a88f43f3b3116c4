import ADASISv2
import CANFrames
import ProtocolChecker
import Testing

@Suite struct LayoutGuessTests {
    /// A sender's POSITIONs and STUBs in a layout, one of `lossEvery` left out; 0 leaves none out.
    private static func frames(_ layout: Layout, count: Int = 200, lossEvery: Int = 0) -> [CANFrame]
    {
        var frames: [CANFrame] = []
        for number in 0..<count {
            if lossEvery > 0, number % lossEvery == 0 { continue }
            let offset = OffsetCode(metresFromPathStart: number * 3)
            let position = PositionMessage(pathIndex: .first, offset: offset)
            let side = PathIndex(raw: UInt8(9 + number % 40))
            let stub = StubMessage(pathIndex: .first, offset: offset, subPathIndex: side)
            for var message in [Message.position(position), .stub(stub)] {
                message.cyclicCounter = CyclicCounter(raw: UInt8(number % 4))
                frames.append(layout.encode(message))
            }
        }
        return frames
    }

    @Test(arguments: LayoutPreset.allCases, LayoutPreset.allCases)
    func theLayoutOfTheSenderIsFound(sent: LayoutPreset, read: LayoutPreset) {
        var guess = LayoutGuess(chosen: Layout(read))
        #expect(guess.isInDoubt && !guess.isDone && guess.better == nil)
        for frame in Self.frames(Layout(sent)) { guess.note(frame) }
        #expect(guess.better?.preset == (sent == read ? nil : sent))
        #expect(guess.better?.share ?? 1 == 1)
    }

    @Test func lossesLeaveTheLayout() {
        var guess = LayoutGuess(chosen: Layout(.adasis))
        for frame in Self.frames(Layout(.adasis), lossEvery: 3) { guess.note(frame) }
        #expect(guess.better == nil && !guess.isInDoubt)
    }

    /// A few frames are no evidence; frames of other identifiers are none.
    @Test func withoutEvidenceNoLayoutIsNamed() {
        var guess = LayoutGuess(chosen: Layout(.tableOrder))
        for frame in Self.frames(Layout(.adasis), count: 9) { guess.note(frame) }
        #expect(guess.better == nil && guess.isInDoubt)
        var fit = LayoutFit(Layout(.adasis))
        fit.note(CANFrame(identifier: CANIdentifier(truncatingBase: 0x123), clampedLength: 8))
        #expect(fit.frames == 0 && fit.share == nil)
    }

    @Test func itLooksAtSoManyFramesAtMost() {
        var guess = LayoutGuess(chosen: Layout(.adasis))
        for frame in Self.frames(Layout(.adasis), count: 300) { guess.note(frame) }
        #expect(guess.isDone && !guess.isInDoubt)
        for frame in Self.frames(Layout(.tableOrder), count: 3000) { guess.note(frame) }
        #expect(guess.better == nil)
    }
}
