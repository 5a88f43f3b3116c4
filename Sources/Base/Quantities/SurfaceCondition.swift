/// The surface of the road at the car, as reported by the car.
@frozen
public enum SurfaceCondition: String, Sendable, Hashable, CaseIterable {
    /// Not known, which is a value of its own: nothing counts then that depends on it.
    case unknown
    /// Neither water nor snow nor ice is on it.
    case dry
    /// Water is on it, as in rain.
    case wet
    /// Snow is on it.
    case snow
    /// Ice is on it.
    case ice
}
