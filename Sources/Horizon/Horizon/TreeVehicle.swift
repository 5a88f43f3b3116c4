import Quantities

/// The vehicle's place on the main path, and its driven distance.
struct TreeVehicle: Sendable {
    /// From the start of the main path.
    private(set) var offset = Metres.zero
    /// The distance driven along the trees since the first one; driving back does not count.
    private(set) var odometer = Metres.zero

    init() {}

    /// The vehicle of a new tree after another one: the odometer counts on.
    init(after other: TreeVehicle) { odometer = other.odometer }

    /// Sets the vehicle to an offset, without driving there.
    mutating func place(at offset: Metres) { self.offset = offset }

    /// Drives a distance to an offset. The path ended `rest` before the end of the distance.
    mutating func drive(_ distance: Metres, to offset: Metres, rest: Metres = .zero) {
        odometer = max(odometer + max(distance, .zero) - rest, odometer)
        self.offset = offset
    }
}
