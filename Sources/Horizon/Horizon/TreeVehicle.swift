import Quantities

/// The vehicle's place on the main path, and its driven distance.
struct TreeVehicle: Sendable {
    /// From the start of the main path.
    private(set) var offset = Metres.zero
    /// The distance driven along the trees since the first one; driving back does not count.
    private(set) var odometer = Metres.zero
    /// How far the vehicle has come along the trees since the first one: driving back takes off.
    private(set) var progress = Metres.zero

    init() {}

    /// The vehicle of a new tree after another one: both distances count on.
    init(after other: TreeVehicle) {
        odometer = other.odometer
        progress = other.progress
    }

    /// Sets the vehicle to an offset, without driving there.
    mutating func place(at offset: Metres) { self.offset = offset }

    /// Drives a distance, which is negative backwards, to an offset. The path ended `rest` before the end of the distance;
    /// backwards that is negative.
    mutating func drive(_ distance: Metres, to offset: Metres, rest: Metres = .zero) {
        let isBack = distance < .zero
        let driven =
            isBack
            ? min(distance - min(rest, .zero), .zero) : max(distance - max(rest, .zero), .zero)
        if !isBack { odometer = odometer + driven }
        progress = progress + driven
        self.offset = offset
    }
}
