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
        findRemoved(from: tree)
        let isOther = removed.count == mirror.paths.count
        if isNew || isOther && !mirror.paths.isEmpty {
            tell(.treeReset)
            removed.removeAll(keepingCapacity: true)
        }
        isNew = false
        if let main = tree.mainPath?.id, let branch = mirror.path(main)?.branch {
            tell(.childDetached(main, from: branch.parent))
        }
        // Children before their parents.
        for id in removed.reversed() { tell(.pathRemoved(id)) }
        // Both are in the order of their names. By number, since a path by itself would be a copy.
        var known = 0
        for number in tree.paths.indices {
            let id = tree.paths[number].id
            while known < mirror.paths.count, mirror.paths[known].id < id { known += 1 }
            if known < mirror.paths.count, mirror.paths[known].id == id {
                compare(number, of: tree, with: known)
            } else {
                add(tree.paths[number])
            }
        }
        weighing = tree.weighing
    }

    /// The paths that were told and are not in the tree any more.
    private mutating func findRemoved(from tree: PathTree) {
        removed.removeAll(keepingCapacity: true)
        var number = 0
        for known in mirror.paths.indices {
            let id = mirror.paths[known].id
            while number < tree.paths.count, tree.paths[number].id < id { number += 1 }
            if number == tree.paths.count || tree.paths[number].id != id { removed.append(id) }
        }
    }

    private mutating func add(_ path: HorizonPath) {
        tell(
            .pathAdded(path.id, path.branch.map { TreeMirror.Branch($0) }, TreeMirror.Status(path)))
        for link in path.links { tell(.linkAdded(path.id, TreeMirror.Link(link))) }
    }

    private mutating func compare(_ number: Int, of tree: PathTree, with known: Int) {
        let id = mirror.paths[known].id
        let start = tree.paths[number].links[0].start
        while let first = mirror.paths[known].links.first, first.start < start {
            tell(.linkRemoved(id, first.link))
        }
        let status = TreeMirror.Status(tree.paths[number])
        if status != mirror.paths[known].status { tell(.pathChanged(id, status)) }
        let count = mirror.paths[known].links.count
        if weighing != tree.weighing {
            for link in 0..<count {
                let probability = tree.paths[number].links[link].probability
                guard mirror.paths[known].links[link].probability != probability else { continue }
                tell(.linkChanged(id, link, probability: probability))
            }
        }
        for link in count..<tree.paths[number].links.count {
            tell(.linkAdded(id, TreeMirror.Link(tree.paths[number].links[link])))
        }
    }

    private mutating func tell(_ event: TreeEvent) {
        events.append(event)
        mirror.apply(event)
    }
}
