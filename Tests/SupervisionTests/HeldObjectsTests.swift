import Supervision
import Testing

@Suite struct HeldObjectsTests {
    private final class File {
        let name: String
        let close: (String) -> Void

        init(_ name: String, _ close: @escaping (String) -> Void) {
            self.name = name
            self.close = close
        }

        deinit { close(name) }
    }

    /// The last user of a file does not close it.
    @Test func theOwnerEndsThem() {
        var closed: [String] = []
        var used = ["a", "b"].map { File($0) { closed.append($0) } }
        var held = HeldObjects(used)
        used.append(File("c") { closed.append($0) })
        held.hold([used[2]])
        // The same file is handed over once more.
        held.hold([used[2]])
        used.remove(at: 0)
        #expect(closed.isEmpty)
        held.release()
        #expect(closed == ["a"])
        used = []
        #expect(closed == ["a"])
        held.release()
        held.release()
        #expect(closed.sorted() == ["a", "b", "c"])
    }
}
