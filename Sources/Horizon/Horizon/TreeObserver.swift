/// Reports the changes of a path tree since the last update.
///
/// ```swift
/// var observer = TreeObserver()
/// observer.update(tree)
/// for event in observer.events { mirror.apply(event) }
/// ```
/// Of one update, ``TreeEvent/treeReset`` comes first, then the path that became the main path, then
/// removed paths, children before their parents, and then path by path, parents first: removed links,
/// the path itself, added links. The first update, and the first one after ``reset()``, reports the whole
/// tree.
public struct TreeObserver: Sendable {
    /// The changes at the last update.
    public private(set) var events: [TreeEvent] = []
    /// The tree that results from the events so far.
    public private(set) var mirror = TreeMirror()
    /// Whether nothing has been reported yet.
    private var isNew = true
    /// The tree's probability counter at the last update of the mirror's links.
    private var weighing = 0
    private var removed: [PathID] = []

    /// An observer without an update yet.
    public init() {}

    /// Drops all reports: the next update reports everything.
    public mutating func reset() {
        events.removeAll(keepingCapacity: true)
        isNew = true
    }

    /// Compares with a tree, the one of the last update or a new one.
    ///
    /// - Complexity: O(paths) without a change.
    public mutating func update(_ tree: PathTree) {
        events.removeAll(keepingCapacity: true)
        findRemoved(from: tree)
        let isOther = removed.count == mirror.paths.count
        if isNew || isOther && !mirror.paths.isEmpty {
            report(.treeReset)
            removed.removeAll(keepingCapacity: true)
        }
        isNew = false
        if let main = tree.mainID, let branch = mirror.path(main)?.branch {
            report(.childDetached(main, from: branch.parent))
        }
        // Children before their parents.
        for id in removed.reversed() { report(.pathRemoved(id)) }
        // Both are in the order of their names.
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

    /// Finds the reported paths that are not in the tree any more.
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
        report(
            .pathAdded(path.id, path.branch.map { TreeMirror.Branch($0) }, TreeMirror.Status(path)))
        for link in path.links { report(.linkAdded(path.id, TreeMirror.Link(link))) }
    }

    private mutating func compare(_ number: Int, of tree: PathTree, with known: Int) {
        let id = mirror.paths[known].id
        let start = tree.paths[number].links[0].start
        while let first = mirror.paths[known].links.first, first.start < start {
            report(.linkRemoved(id, first.link))
        }
        let status = TreeMirror.Status(tree.paths[number])
        if status != mirror.paths[known].status { report(.pathChanged(id, status)) }
        let count = mirror.paths[known].links.count
        if weighing != tree.weighing {
            for link in 0..<count {
                let probability = tree.paths[number].links[link].probability
                guard mirror.paths[known].links[link].probability != probability else { continue }
                report(.linkChanged(id, link, probability: probability))
            }
        }
        for link in count..<tree.paths[number].links.count {
            report(.linkAdded(id, TreeMirror.Link(tree.paths[number].links[link])))
        }
    }

    private mutating func report(_ event: TreeEvent) {
        events.append(event)
        mirror.apply(event)
    }
}
