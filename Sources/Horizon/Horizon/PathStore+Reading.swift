import Quantities
import RoadMap
import Routing

extension PathStore {
    /// The number of a path. Logarithmic time.
    @usableFromInline
    func index(of id: PathID) -> Int? {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].id == id ? low : nil
    }

    /// Sets the number of a path. For most parents it is the number of the previous parent; `false`
    /// if the path does not exist.
    func findPath(_ id: PathID, near place: inout Int) -> Bool {
        if paths[place].id == id { return true }
        guard let found = index(of: id) else { return false }
        place = found
        return true
    }

    /// The number of links of all paths.
    var linkCount: Int {
        var count = 0
        for index in paths.indices { count += paths[index].links.count }
        return count
    }

    /// The number of links between the vehicle's link and a later link of a path.
    func linksBehind(_ vehicle: Metres, _ path: Int, _ number: Int) -> Int {
        path == 0 ? max(paths[0].number(at: vehicle) - number, 0) : 0
    }

    /// The vehicle's link, or the first kept one if the vehicle is before it; `nil` off road.
    func link(at vehicle: Metres) -> DirectedLink? {
        guard !paths.isEmpty else { return nil }
        return paths[0].links[paths[0].number(at: vehicle)].link
    }

    /// The vehicle's place on its link; `nil` off road.
    func place(of vehicle: Metres) -> LinkPlace? {
        guard !paths.isEmpty else { return nil }
        let number = paths[0].number(at: vehicle)
        let start = paths[0].links[number].start.metres
        guard start <= vehicle else { return nil }
        return LinkPlace(paths[0].links[number].link, offset: vehicle - start)
    }

    /// The position on the main path that is nearest to the vehicle. A path may have a link again
    /// that it still keeps behind the vehicle.
    func offsetOnMainPath(of place: LinkPlace, near vehicle: Metres) -> Metres? {
        guard !paths.isEmpty else { return nil }
        var best: Metres?
        for number in paths[0].links.indices where paths[0].links[number].link == place.link {
            let offset = paths[0].links[number].start.metres + place.offset
            if let known = best,
                abs((known - vehicle).value) <= abs((offset - vehicle).value)
            {
                continue
            }
            best = offset
        }
        return best
    }

    /// The place on a side path that is nearest to the vehicle.
    func placeOnSidePath(of place: LinkPlace) -> (index: Int, offset: Metres)? {
        var best: (index: Int, offset: Metres, distance: Double)?
        for index in paths.indices.dropFirst() {
            for number in paths[index].links.indices
            where paths[index].links[number].link == place.link {
                let offset = paths[index].links[number].start.metres + place.offset
                let distance = abs((paths[index].startDistance.metres + offset).value)
                if best.map({ distance < $0.distance }) ?? true {
                    best = (index, offset, distance)
                }
            }
        }
        return best.map { ($0.index, $0.offset) }
    }

    /// The side path that the most probable path turns into from the main path.
    func sideOnCourse(at departure: Centimetres) -> Int? {
        guard !paths.isEmpty else { return nil }
        let main = paths[0].id
        return paths.indices.first {
            paths[$0].leaves(main, at: departure) && paths[$0].level == 0
        }
    }

    /// A probability times the probabilities of the exits along the main path between two offsets.
    func probability(
        _ probability: Double, ofExitsFrom start: Metres, before end: Centimetres
    ) -> Double {
        var probability = probability
        for number in paths[0].links.indices {
            let place = paths[0].links[number].start
            if place.metres > start, place < end {
                probability *= paths[0].links[number].probability
            }
        }
        return probability
    }

    /// The probability that a vehicle drives along the main path from one offset to a later one.
    func probabilityOfExits(from start: Metres, to end: Metres) -> Double {
        var probability = 1.0
        guard end > start, !paths.isEmpty else { return probability }
        for number in paths[0].links.indices {
            let place = paths[0].links[number].start.metres
            if place > start, place <= end {
                probability *= paths[0].links[number].probability
            }
        }
        return probability
    }
}
