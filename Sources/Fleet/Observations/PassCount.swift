/// How often something was driven, and by how many cars.
public struct PassCount: Sendable, Hashable {
    /// The number of passes.
    public internal(set) var count: UInt32 = 0
    /// The cars.
    public internal(set) var cars = CarSet()

    mutating func merge(_ other: Self) {
        count = count.addingSaturated(other.count)
        cars.formUnion(other.cars)
    }

    /// Counts a pass of the car with a token.
    mutating func add(_ token: UInt32) {
        count = count.addingSaturated(1)
        cars.insert(token)
    }
}
