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
