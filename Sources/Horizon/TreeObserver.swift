/// Tells what has changed in a path tree since it last looked.
///
/// ```swift
/// var observer = TreeObserver()
/// observer.update(tree)
/// for event in observer.events { mirror.apply(event) }
/// ```
/// Of one update, ``TreeEvent/treeReset`` comes first, then the path that became the main path, then
/// paths that were given up, children before their parents, and then path by path, parents first: links
/// given up, the path itself, links added. The first update, and the first one after ``reset()``, tells
/// the whole tree.
public struct TreeObserver: Sendable {
    /// What has changed, by the last update.
    public private(set) var events: [TreeEvent] = []
    /// What the events so far make of the tree.
    public private(set) var mirror = TreeMirror()
    /// Whether nothing has been told yet.
    private var isNew = true
    /// The weighing of the tree that the mirror's links have.
    private var weighing = 0
    private var removed: [PathID] = []

    /// An observer that has not looked yet.
    public init() {}

    /// Forgets what was told: the next update tells everything.
    public mutating func reset() {
        events.removeAll(keepingCapacity: true)
        isNew = true
    }

    /// Looks at a tree, which is the one of the last update or a new one.
    ///
    /// - Complexity: O(paths) where nothing changed.
    public mutating func update(_ tree: PathTree) {
        events.removeAll(keepingCapacity: true)
        let isOther = !mirror.paths.contains { tree.path($0.id) != nil }
        if isNew || isOther && !mirror.paths.isEmpty { tell(.treeReset) }
        isNew = false
        if let main = tree.mainPath, let branch = mirror.path(main.id)?.branch {
            tell(.childDetached(main.id, from: branch.parent))
        }
        removed.removeAll(keepingCapacity: true)
        for path in mirror.paths.reversed() where tree.path(path.id) == nil {
            removed.append(path.id)
        }
        for id in removed { tell(.pathRemoved(id)) }
        for path in tree.paths {
            if let known = mirror.index(of: path.id) {
                compare(path, with: known, hasNewWeights: weighing != tree.weighing)
            } else {
                tell(
                    .pathAdded(
                        path.id, path.branch.map { TreeMirror.Branch($0) }, TreeMirror.Status(path))
                )
                for link in path.links { tell(.linkAdded(path.id, TreeMirror.Link(link))) }
            }
        }
        weighing = tree.weighing
    }

    private mutating func compare(_ path: HorizonPath, with known: Int, hasNewWeights: Bool) {
        let start = path.links[0].start
        while let first = mirror.paths[known].links.first, first.start < start {
            tell(.linkRemoved(path.id, first.link))
        }
        let status = TreeMirror.Status(path)
        if status != mirror.paths[known].status { tell(.pathChanged(path.id, status)) }
        let count = mirror.paths[known].links.count
        if hasNewWeights {
            for number in 0..<count
            where mirror.paths[known].links[number].probability != path.links[number].probability {
                tell(
                    .linkChanged(path.id, number, probability: path.links[number].probability))
            }
        }
        for link in path.links[count...] { tell(.linkAdded(path.id, TreeMirror.Link(link))) }
    }

    private mutating func tell(_ event: TreeEvent) {
        events.append(event)
        mirror.apply(event)
    }
}
