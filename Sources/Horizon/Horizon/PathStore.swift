import Quantities
import RoadMap

/// The paths of a tree. Only this type opens, changes and removes paths, on request of the
/// policies.
///
/// Parents stand before their children, in the order of their names. It keeps the memory of removed
/// paths for new ones.
@usableFromInline
struct PathStore {
    /// The paths. The first one is the main path.
    @usableFromInline private(set) var paths: [HorizonPath] = []
    /// Incremented whenever a path is added, grows, is removed, or gets another probability, level
    /// or departure. A movement of the vehicle along the paths does not count.
    private(set) var revision = 0
    /// Incremented whenever existing links get other probabilities.
    private(set) var weighing = 0
    private var nextNumber: UInt64 = 1
    /// The reason why the tree has begun; `nil` before the first one.
    private(set) var beginning: TreeBeginning?
    /// Memory for the links of paths.
    private var spareLinks: [[PathLink]] = []
    /// Memory for the names of paths that stay.
    private var keptNames: [PathID] = []

    /// No paths; the argument is the largest number of paths.
    init(maximumPaths: Int) { keptNames.reserveCapacity(maximumPaths) }

    /// No paths. New ones get names that another store has not used.
    init(maximumPaths: Int, after other: PathStore) {
        self.init(maximumPaths: maximumPaths)
        nextNumber = other.nextNumber
        revision = other.revision + 1
    }

    /// Paths as they are, parents before their children.
    init(_ paths: [HorizonPath]) {
        self.paths = paths
        nextNumber = (paths.last?.id.number ?? 0) + 1
    }

    private mutating func makeID() -> PathID {
        defer { nextNumber += 1 }
        return PathID(number: nextNumber)
    }

    private mutating func links(beginningWith link: PathLink) -> [PathLink] {
        var links = spareLinks.popLast() ?? []
        // As many as a side path of a town has, so that memory seldom grows.
        links.reserveCapacity(16)
        links.append(link)
        return links
    }

    // MARK: Addition and removal of paths

    /// Removes all paths and begins a main path with a link. The trail is the list of ways that
    /// lead to it.
    mutating func begin(with link: PathLink, trail: WayTrail, because reason: TreeBeginning) {
        removeAll()
        revision += 1
        beginning = reason
        paths.append(
            HorizonPath(
                id: makeID(), branch: nil, level: 0, links: links(beginningWith: link),
                droppedLinks: 0, startDistance: .zero, end: .open, approach: nil, trail: trail))
    }

    /// Opens a side path that begins with a link at the end of a path.
    mutating func open(
        _ branch: Branch, from parent: Int, with link: PathLink, approach: Approach?,
        trail: WayTrail
    ) {
        revision += 1
        let first = links(beginningWith: link)
        let last = paths[parent].links.count - 1
        paths.append(
            HorizonPath(
                id: makeID(), branch: branch, level: paths[parent].level + 1, links: first,
                droppedLinks: 0, startDistance: paths[parent].endDistance,
                startSeconds: paths[parent].endSeconds,
                branchSeconds: paths[parent].links[last].endSeconds, end: .open,
                approach: approach, trail: trail))
    }

    /// Continues a path by a link.
    mutating func extend(_ index: Int, by link: PathLink, approach: Approach?) {
        revision += 1
        paths[index].append(link, approach: approach)
    }

    /// Stores the reason for a path's end.
    mutating func end(_ index: Int, _ end: HorizonPath.End) {
        revision += 1
        paths[index].setEnd(end)
    }

    /// Makes a side path the main path: paths that do not leave it are removed.
    mutating func promote(_ index: Int) {
        revision += 1
        let levels = paths[index].level
        keptNames.removeAll(keepingCapacity: true)
        keptNames.append(paths[index].id)
        paths[index].detach()
        giveLargerMemory(to: index)
        // Parents precede their children, so one pass finds all that leave the path.
        for other in index + 1..<paths.count {
            guard let parent = paths[other].branch?.parent, keptNames.contains(parent) else {
                continue
            }
            keptNames.append(paths[other].id)
        }
        removeOthers()
        for index in paths.indices { paths[index].setLevel(paths[index].level - levels) }
    }

    /// The new main path will have as many links as the old one, so it takes the larger memory.
    private mutating func giveLargerMemory(to index: Int) {
        var links: [PathLink] = []
        paths[0].exchangeLinks(with: &links)
        if links.capacity > paths[index].links.capacity {
            links.removeAll(keepingCapacity: true)
            links.append(contentsOf: paths[index].links)
            paths[index].exchangeLinks(with: &links)
        }
        paths[0].exchangeLinks(with: &links)
    }

    /// Removes the links and the side paths that lie wholly behind the trailing length.
    mutating func drop(behind trailing: Centimetres) {
        guard !paths.isEmpty else { return }
        let behind = Centimetres.zero - trailing
        var count = 0
        while count < paths[0].links.count - 1,
            paths[0].startDistance + paths[0].links[count].end < behind
        {
            count += 1
        }
        if count > 0 { paths[0].dropLinks(count) }
        guard hasSidePath(behind: behind) else { return }
        keptNames.removeAll(keepingCapacity: true)
        for index in paths.indices {
            if let branch = paths[index].branch,
                paths[index].startDistance < behind || !keptNames.contains(branch.parent)
            {
                continue
            }
            keptNames.append(paths[index].id)
        }
        removeOthers()
    }

    private func hasSidePath(behind distance: Centimetres) -> Bool {
        for index in paths.indices where paths[index].startDistance < distance {
            if paths[index].branch != nil { return true }
        }
        return false
    }

    /// Removes all paths.
    mutating func removeAll() {
        keptNames.removeAll(keepingCapacity: true)
        removeOthers()
    }

    /// Removes the paths whose names are not kept, and keeps the memory of their links.
    private mutating func removeOthers() {
        var kept = 0
        for index in paths.indices {
            if kept < keptNames.count, paths[index].id == keptNames[kept] {
                if kept < index { paths.swapAt(kept, index) }
                kept += 1
            } else {
                var links: [PathLink] = []
                paths[index].exchangeLinks(with: &links)
                links.removeAll(keepingCapacity: true)
                spareLinks.append(links)
            }
        }
        guard kept < paths.count else { return }
        revision += 1
        paths.removeLast(paths.count - kept)
    }

    // MARK: Movement of the vehicle

    /// Sets the distance from the vehicle to each path's start, and the travel time if the
    /// look-ahead has times.
    mutating func updateDistances(from vehicle: Metres, withTimes: Bool) {
        var parent = 0
        for index in paths.indices {
            if let branch = paths[index].branch, findPath(branch.parent, near: &parent) {
                paths[index].setStart(distance: paths[parent].startDistance + branch.offset)
                if withTimes {
                    paths[index].setStart(
                        seconds: paths[parent].startSeconds + paths[index].branchSeconds)
                }
            } else {
                paths[index].setStart(
                    distance: Centimetres(rounding: Metres.zero - vehicle) ?? .zero)
                if withTimes, let seconds = seconds(from: vehicle, toStartOf: index) {
                    paths[index].setStart(seconds: seconds)
                }
            }
        }
    }

    private func seconds(from vehicle: Metres, toStartOf index: Int) -> Double? {
        let number = paths[index].number(at: vehicle)
        let start = paths[index].links[number].start.metres
        guard start <= vehicle else { return nil }
        let along = (vehicle - start).value
        let speed = paths[index].links[number].traits.expectedSpeed.value
        return -paths[index].links[number].startSeconds - along / speed
    }

    /// Sets the departure of the most probable path from a path.
    mutating func setDeparture(_ departure: Departure?, from index: Int) {
        if paths[index].departure != departure?.offset { revision += 1 }
        paths[index].setDeparture(departure)
    }

    /// Sets the number of turns off the most probable path that lead to a path.
    mutating func setLevel(_ level: Int, of index: Int) {
        guard paths[index].level != level else { return }
        revision += 1
        paths[index].setLevel(level)
    }

    // MARK: Probabilities

    /// Records that links get other probabilities.
    mutating func beginWeighing() { weighing += 1 }

    /// Sets the probability of a link of a path.
    mutating func weighLink(_ number: Int, of index: Int, _ probability: Double) {
        guard paths[index].links[number].probability != probability else { return }
        revision += 1
        paths[index].weighLink(number, probability)
    }

    /// Sets the probability that a vehicle turns off into a side path.
    mutating func weighBranch(of index: Int, _ probability: Double) {
        guard paths[index].branch?.probability != probability else { return }
        revision += 1
        paths[index].weighBranch(probability)
    }

    /// Sets the probabilities of the exits of a junction of the main path, if one of them changes
    /// by more than a limit.
    mutating func weigh(_ junction: JunctionExits, unlessWithin least: Double) {
        var change = 0.0
        for exit in junction.exits.indices {
            let known = probability(of: junction.exits[exit], at: junction.offset)
            change = max(change, abs(known - junction.exits[exit].probability))
        }
        guard change > least else { return }
        for exit in junction.exits.indices {
            let probability = junction.exits[exit].probability
            if let side = junction.exits[exit].side {
                paths[side].weighBranch(probability)
            } else {
                for number in paths[0].links.indices.dropFirst()
                where paths[0].links[number].start == junction.offset {
                    paths[0].weighLink(number, probability)
                }
            }
        }
        weighing += 1
        revision += 1
    }

    private func probability(of exit: IntendedExit, at offset: Centimetres) -> Double {
        if let side = exit.side { return paths[side].branch?.probability ?? 0 }
        return paths[0].links.last { $0.start == offset }?.probability ?? 0
    }
}
