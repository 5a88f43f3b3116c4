/// Objects that others use too, held so that this owner ends them: the last reference to each is dropped by
/// ``release()``.
public struct HeldObjects<Object: AnyObject> {
    private var objects: [Object] = []

    /// Holds objects.
    public init(_ objects: [Object]) { self.objects = objects }

    /// Holds more objects, each once.
    public mutating func hold(_ more: [Object]) {
        var held = Set(objects.map { ObjectIdentifier($0) })
        objects += more.filter { held.insert(ObjectIdentifier($0)).inserted }
    }

    /// Drops those that nobody else uses any more.
    public mutating func release() {
        for index in objects.indices.reversed() where isKnownUniquelyReferenced(&objects[index]) {
            objects.remove(at: index)
        }
    }
}

extension HeldObjects: Sendable where Object: Sendable {}
