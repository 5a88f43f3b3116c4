import LinuxLoop
import Testing

@Suite struct WatchSlotTests {
    @Test func aDescriptorIsAddedOnceAndChangedInPlace() {
        var slot = WatchSlot()
        #expect(slot.step(to: nil) == nil)
        #expect(slot.step(to: Watch(5, opening: 0)) == .add(Watch(5, opening: 0)))
        #expect(slot.step(to: Watch(5, opening: 0)) == nil)
        let busy = Watch(5, opening: 0, wantsRoom: true)
        #expect(slot.step(to: busy) == .change(busy))
    }

    @Test func aDescriptorThatIsNotReadForAWhileStaysWatched() {
        var slot = WatchSlot()
        _ = slot.step(to: Watch(5, opening: 0))
        let paused = Watch(5, opening: 0, reads: false)
        #expect(slot.step(to: paused) == .change(paused))
        #expect(slot.step(to: Watch(5, opening: 0)) == .change(Watch(5, opening: 0)))
    }

    @Test func aNewOpeningWithTheSameNumberIsAddedAgain() {
        var slot = WatchSlot()
        _ = slot.step(to: Watch(5, opening: 0))
        // The kernel dropped the closed descriptor, and the next one has its number.
        #expect(slot.step(to: Watch(5, opening: 1)) == .add(Watch(5, opening: 1)))
        #expect(slot.step(to: nil) == nil)
        #expect(slot.step(to: Watch(5, opening: 2)) == .add(Watch(5, opening: 2)))
    }
}
