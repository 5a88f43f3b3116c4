import Quantities

/// Whether the paths on the wire need an update from the tree, or only the vehicle's place has
/// changed.
struct UpdateGate {
    /// The tree's revision at the last update of the paths; `nil` if an update is due.
    private var revision: Int?
    /// The start of the main path, relative to the vehicle, at the last update.
    private var start = Centimetres.zero
    /// Nothing changes while the main path begins no farther behind than this.
    private var farthest = Centimetres.zero

    /// Whether an update of the paths from the tree is due, also where the tree is the same.
    var isOpen: Bool { revision == nil }

    /// An update of the paths from the tree is due.
    mutating func open() { revision = nil }

    /// The paths were updated from a revision of the tree. Its main path begins at `start` relative
    /// to the vehicle. Nothing changes until the vehicle has driven the distance; without a
    /// distance anything may change.
    mutating func close(at start: Centimetres, in revision: Int, for distance: Centimetres?) {
        guard let distance else { return open() }
        self.revision = revision
        self.start = start
        farthest = distance.value > 1_000_000_00 ? Centimetres(Int.min) : start - distance
    }

    /// The distance that the vehicle has driven since the last update; `nil` if an update is due.
    /// An update is due for another tree, after driving backwards, or after a longer distance.
    func distance(to start: Centimetres, in revision: Int) -> Centimetres? {
        guard self.revision == revision, start <= self.start, start >= farthest else { return nil }
        return self.start - start
    }

    /// The vehicle has moved; the paths are unchanged.
    mutating func move(to start: Centimetres) { self.start = start }
}
