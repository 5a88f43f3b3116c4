import ADASISv2
import Geodesy
public import HorizonReconstructor
public import Quantities

/// Draws the tree that a client holds: what a control unit knows from the bus alone.
///
/// Lines come from the longitude and latitude of PROFILE LONG where these are transmitted. Elsewhere a path runs straight
/// on by its offsets and turns by the angles of its STUBs, from a point at 0° north, 0° east.
public struct ClientPainter {
    /// Whether a path had transmitted coordinates so far.
    public private(set) var hasCoordinates = false
    /// The names of the paths on the wire, by index: an index is used again for other paths.
    private var names: [PathIndex: Name] = [:]
    private var count = 0
    /// The paths of the last picture by their names.
    private var last: [Int: PathPicture] = [:]
    /// Whether speeds are shown in miles per hour.
    private let showsMiles: Bool

    private struct Name {
        var id: Int
        var parent: PathIndex?
        var branch: Int
    }

    /// A painter that shows speeds in km/h, or in miles per hour.
    public init(showsMiles: Bool = false) { self.showsMiles = showsMiles }

    /// The picture of a client's tree at a moment.
    public mutating func picture(
        of tree: ReconstructedTree, at time: MonotonicTime
    ) -> TreePicture {
        var picture = TreePicture()
        let paths = tree.paths
        rename(paths)
        var lines = ClientLines()
        for path in ordered(paths) {
            guard let name = names[path.index] else { continue }
            var drawn = frame(of: path, named: name)
            drawn.shape = lines.line(of: path, after: last[name.id])
            if lines.hasCoordinates { hasCoordinates = true }
            ClientValues(showsMiles: showsMiles, isMiles: tree.metaData?.speedUnit == .milesPerHour)
                .add(path, to: &drawn)
            picture.paths.append(drawn)
        }
        picture.paths.sort { $0.id < $1.id }
        last = Dictionary(uniqueKeysWithValues: picture.paths.map { ($0.id, $0) })
        setTotals(&picture, root: tree.vehicle.flatMap { names[$0.path]?.id })
        picture.car = car(of: tree, in: picture, at: time)
        for candidate in 1..<4 {
            guard let position = tree.positions[candidate], let name = names[position.path],
                let place = picture.path(name.id)?.knownPlace(at: position.offset(at: time).value)
            else { continue }
            picture.others.append(
                OtherPlace(
                    place, probability: position.message.positionProbability.reading.value))
        }
        return picture
    }

    /// Gives new paths a name. A path whose branch point is another one is another path.
    private mutating func rename(_ paths: [ReconstructedPath]) {
        for (index, _) in names where !paths.contains(where: { $0.index == index }) {
            names[index] = nil
        }
        for path in paths {
            if let old = names[path.index] {
                let isSame =
                    path.parent == nil || old.parent == nil
                    || (old.parent == path.parent && old.branch == path.stubMetres)
                if isSame {
                    if path.parent != nil {
                        names[path.index]?.parent = path.parent
                        names[path.index]?.branch = path.stubMetres
                    }
                    continue
                }
            }
            count += 1
            names[path.index] = Name(id: count, parent: path.parent, branch: path.stubMetres)
        }
    }

    /// Parents before their children.
    private func ordered(_ paths: [ReconstructedPath]) -> [ReconstructedPath] {
        var done: [ReconstructedPath] = []
        var rest = paths
        while !rest.isEmpty {
            let ready = rest.filter { path in
                !rest.contains { $0.index == path.parent && $0.index != path.index }
            }
            guard !ready.isEmpty else { return done + rest }
            done += ready
            rest.removeAll { path in ready.contains { $0.index == path.index } }
        }
        return done
    }

    private func frame(of path: ReconstructedPath, named name: Name) -> PathPicture {
        var picture = PathPicture(id: name.id, index: Int(path.index.raw))
        guard let parent = path.parent, let above = names[parent] else {
            picture.probability = 1
            return picture
        }
        picture.parent = above.id
        picture.branchOffset = Double(path.stubMetres)
        picture.turnAngle = path.stub?.turnAngle.reading.value?.value
        picture.probability = path.stub?.relativeProbability.reading.value
        // A probability of 0 also says that driving is not allowed.
        picture.isDrivable = picture.probability.map { $0 > 0 }
        return picture
    }

    /// Sets the levels, the probabilities from the vehicle on, and the most probable path.
    private func setTotals(_ picture: inout TreePicture, root: Int?) {
        for number in picture.paths.indices {
            var level = 0
            var total: Double? = 1
            var id = picture.paths[number].id
            while id != root, let path = picture.path(id), let parent = path.parent, level < 56 {
                level += 1
                total = total.flatMap { total in path.probability.map { $0 * total } }
                id = parent
            }
            picture.paths[number].level = level
            picture.paths[number].total = total
        }
        picture.main = root.map { [$0] } ?? []
    }

    private func car(
        of tree: ReconstructedTree, in picture: TreePicture, at time: MonotonicTime
    ) -> CarPicture {
        var car = CarPicture(state: tree.whereabouts.sceneName)
        guard let vehicle = tree.vehicle, tree.whereabouts == .onPath else { return car }
        car.speed = vehicle.message.speed.reading.value?.value
        car.probability = vehicle.message.positionProbability.reading.value
        guard let id = names[vehicle.path]?.id, let path = picture.path(id) else { return car }
        let offset = vehicle.offset(at: time).value
        car.path = id
        car.offset = offset
        car.place = path.knownPlace(at: offset)
        if let bearing = path.bearing(at: offset) {
            let relative = vehicle.message.relativeHeading.reading.value?.value ?? 0
            car.heading = Degrees(bearing + relative).normalized.value
        }
        return car
    }
}

extension Whereabouts {
    /// Its name in a scene.
    fileprivate var sceneName: String {
        switch self {
        case .onPath: "on-path"
        case .noMap: "no-map"
        case .offRoad: "off-road"
        case .notCalibrated: "not-calibrated"
        case .noPosition: "no-position"
        }
    }
}
