import Testing

@testable import Supervision

@Suite("Changes of a watched file") struct FileChangesTests {
    @Test func readAtOnceAndWhenItHasSettled() {
        var changes = FileChanges<Int>()
        #expect(changes.look(1) == .read)
        #expect(changes.look(1) == .none)
        // It is being written.
        #expect(changes.look(2) == .none)
        #expect(changes.look(3) == .none)
        #expect(changes.look(3) == .read)
        #expect(changes.look(3) == .none)
    }

    @Test func whatCouldNotBeReadIsReadAgain() {
        var changes = FileChanges<Int>()
        func looks() -> Int? { (1...100).first { _ in changes.look(1) != .none } }
        #expect(looks() == 1)
        for _ in 0..<2 {
            changes.noteUnread()
            #expect(looks() == 40)
        }
        #expect(looks() == nil)
        // Another version is read as usual, and the former one no more.
        changes.noteUnread()
        #expect([2, 2, 2].map { changes.look($0) } == [.none, .read, .none])
        #expect((1...100).allSatisfy { _ in changes.look(2) == .none })
    }

    @Test func awayAndBack() {
        var changes = FileChanges<Int>()
        #expect(changes.look(nil) == .missing)
        #expect(changes.look(nil) == .none)
        #expect(changes.look(1) == .none)
        #expect(changes.look(1) == .read)
        // A name that has no file for a moment is about to be replaced.
        #expect(changes.look(nil) == .none)
        #expect(changes.look(2) == .none)
        #expect(changes.look(2) == .read)
        #expect(changes.look(nil) == .none)
        #expect(changes.look(nil) == .missing)
        #expect(changes.look(nil) == .none)
    }
}
