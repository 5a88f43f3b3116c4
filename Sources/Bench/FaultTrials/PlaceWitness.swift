import Engine
import Geodesy
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap
import Routing

/// Sees whether a car whose receiver and signals are in order is again and again where POSITION has it: nothing that
/// went wrong before keeps it lost, or elsewhere.
struct PlaceWitness {
    /// The longest time without a right place, and the most reports of a receiver in it.
    static let longest = (time: Nanoseconds.seconds(90), reports: 12.0)
    /// So far from the true place a right one is at most: dead reckoning and the receiver have errors.
    static let farthest = Metres(150)

    private let patience: Nanoseconds
    private var lastRight = MonotonicTime.zero
    private var nextLook = MonotonicTime.zero
    private var shape = Shape()

    init(_ traits: CarTraits) {
        patience = max(
            Self.longest.time, .seconds(traits.interval.seconds * Self.longest.reports))
    }

    /// Whether it is time to look, once a second.
    func isDue(at now: MonotonicTime) -> Bool { now >= nextLook }

    /// Looks. Returns what is wrong.
    /// - Parameter fix: Where the car is on the map; `nil` while its place is not to be expected.
    mutating func look(
        _ engine: borrowing Engine, truth fix: Fix?, at now: MonotonicTime
    ) -> String? {
        let before = nextLook
        nextLook = now + .seconds(1)
        guard let fix else {
            lastRight = now
            return nil
        }
        // A car that stands shows nothing new; the time counts while it drives.
        if fix.speed == .zero { lastRight = min(lastRight + (nextLook - before), now) }
        let truth = fix.place
        let reported = engine.vehicle.place == .onPath ? place(in: engine) : nil
        if let reported, LocalFrame(around: truth).project(reported).length <= Self.farthest.value {
            lastRight = now
        }
        guard now - lastRight > patience else { return nil }
        let seconds = (now - lastRight).seconds
        lastRight = now
        guard let reported else { return "none for \(seconds) s: \(engine.vehicle.place)" }
        let distance = LocalFrame(around: truth).project(reported).length
        return "\(distance) m away after \(seconds) s"
    }

    private mutating func place(in engine: borrowing Engine) -> Coordinate? {
        let tree = engine.tree
        guard let place = tree.vehiclePlace, let record = try? tree.map.link(place.link.link)
        else { return nil }
        shape.removeAll()
        do { try tree.map.appendShape(of: record, to: &shape) } catch { return nil }
        if place.link.direction == .backward { shape = Shape(shape.points.reversed()) }
        return shape.place(at: place.offset)
    }
}
