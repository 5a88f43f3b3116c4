import Horizon
import MapSketch
import Quantities
import RoadMap
import Testing

/// Events of small trees, in words: kind, and the path by the nodes that it had.
@Suite("Events of the tree") struct TreeEventTests {
    /// A scene with an observer, and paths named by their first two nodes.
    private struct Watched {
        var scene: Scene
        var observer = TreeObserver()
        private var names: [PathID: String] = [:]

        init(_ scene: Scene) { self.scene = scene }

        /// What has changed since the last time.
        mutating func words() throws -> [String] {
            observer.update(scene.tree)
            for path in scene.tree.paths where names[path.id] == nil {
                names[path.id] = String(try scene.nodes(of: path).prefix(2))
            }
            func name(_ id: PathID) -> String { names[id] ?? "?" }
            return observer.events.map { event in
                switch event {
                case .treeReset: "reset"
                case .childDetached(let id, let parent): "\(name(id)) detached from \(name(parent))"
                case .pathRemoved(let id): "-path \(name(id))"
                case .linkRemoved(let id, _): "-link \(name(id))"
                case .pathAdded(let id, let branch, _):
                    "+path \(name(id))" + (branch.map { " off \(name($0.parent))" } ?? "")
                case .pathChanged(let id, let status): "~path \(name(id)) \(status.end)"
                case .linkAdded(let id, _): "+link \(name(id))"
                case .linkChanged(let id, let number, _): "~link \(name(id)) \(number)"
                }
            }
        }
    }

    private static func crossroads() throws -> Watched {
        Watched(Scene(try PathTreeTests.crossroads()) { $0.trailing = Centimetres(2_000) })
    }

    @Test func theFirstLookReportsTheWholeTree() throws {
        var watched = try Self.crossroads()
        #expect(try watched.words() == ["reset"])
        try watched.scene.drive("A", "B", 30)
        #expect(
            try watched.words() == [
                "+path AB", "+link AB", "+link AB", "+link AB", "+path BD off AB", "+link BD",
                "+path BE off AB", "+link BE", "+path CG off AB", "+link CG",
            ])
        #expect(try watched.words().isEmpty)
        watched.observer.reset()
        #expect(try watched.words().first == "reset")
        #expect(watched.observer.mirror.paths.count == 4)
    }

    @Test func movingOnReportsWhatIsLeftBehind() throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 30)
        _ = try watched.words()
        try watched.scene.drive("A", "B", 40)
        #expect(try watched.words().isEmpty)
        // 30 m behind B: its side roads go, and then the link that led there.
        try watched.scene.drive("B", "C", 30)
        #expect(try watched.words() == ["-path BE", "-path BD", "-link AB"])
    }

    @Test func turningOffDetachesTheChild() throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 100)
        _ = try watched.words()
        try watched.scene.drive("B", "E", 10)
        #expect(
            try watched.words() == [
                "BE detached from AB", "-path CG", "-path BD", "-path AB", "~path BE deadEnd",
            ])
    }

    @Test func leavingTheTreeResetsIt() throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 30)
        _ = try watched.words()
        try watched.scene.drive("G", "C", 5)
        #expect(try watched.words().prefix(3) == ["reset", "+path GC", "+link GC"])
    }

    @Test func offRoadThereIsAResetAlone() throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 30)
        _ = try watched.words()
        watched.scene.tree.clear()
        #expect(try watched.words() == ["reset"])
        #expect(try watched.words().isEmpty)
        #expect(watched.observer.mirror.paths.isEmpty)
    }

    /// What a host has set, and what a navigation system has: the reason goes with the change.
    @Test(arguments: [false, true]) func aCourseChangesProbabilities(isRoute: Bool) throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 30)
        _ = try watched.words()
        try watched.scene.tree.setCourse(
            [try watched.scene.sketch.link("C", "G")], isRoute: isRoute)
        let words = try watched.words()
        #expect(Set(words) == ["~path AB deadEnd", "~link AB 2", "~path CG deadEnd"])
        let main = try #require(watched.observer.mirror.paths.first)
        #expect(main.status.departure == watched.scene.tree.mainPath?.departure)
        #expect(main.status.departureReason == (isRoute ? .route : .course))
        #expect(main.links[2].probability < 0.1)
    }

    @Test func aMirrorPassesOverWhatDoesNotFit() throws {
        var watched = try Self.crossroads()
        try watched.scene.drive("A", "B", 30)
        watched.observer.update(watched.scene.tree)
        var mirror = TreeMirror()
        let events = watched.observer.events
        for event in events { mirror.apply(event) }
        let whole = mirror
        let main = try #require(mirror.paths.first)
        let last = try #require(mirror.paths.last)
        mirror.apply(.linkRemoved(main.id, last.links[0].link))
        mirror.apply(.linkChanged(main.id, 9, probability: 0))
        mirror.apply(.pathAdded(main.id, nil, main.status))
        #expect(mirror == whole)
        mirror.apply(.pathRemoved(last.id))
        for event in events.suffix(1) { mirror.apply(event) }
        mirror.apply(.pathChanged(last.id, last.status))
        mirror.apply(.childDetached(last.id, from: main.id))
        mirror.apply(.pathRemoved(last.id))
        #expect(mirror.paths == whole.paths.dropLast())
    }
}
