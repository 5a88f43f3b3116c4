import RoadMap

/// The objects of the host by name, and the stretches of road that they lie on.
struct HostObjects {
    /// By number. Numbers count up and are never used again, so that they are in the order of adding.
    private var placed: [Int: PlacedObject] = [:]
    private var numbers: [CustomObject.ID: Int] = [:]
    /// The objects and their stretches on each link, in the order in which they were added.
    private var onLink: [DirectedLink: [(object: Int, stretch: ObjectStretch)]] = [:]
    private var nextNumber = 0
    /// The first time at which an object expires, `nil` where none does.
    private var nextExpiry: Int64?

    /// The names in the order in which the objects were added.
    var ids: [CustomObject.ID] {
        placed.sorted { $0.key < $1.key }.map(\.value.object.id)
    }

    /// The object of a name.
    subscript(id: CustomObject.ID) -> CustomObject? {
        numbers[id].flatMap { placed[$0]?.object }
    }

    /// The name of the object of a number.
    func name(of number: Int) -> CustomObject.ID? { placed[number]?.object.id }

    /// The objects and their stretches on a link, in the order in which they were added.
    func stretches(on link: DirectedLink) -> [(object: Int, stretch: ObjectStretch)] {
        onLink[link] ?? []
    }

    /// Adds an object of a new name on its stretches, and gives it a number.
    mutating func add(_ object: CustomObject, on stretches: [ObjectStretch]) -> Int {
        let number = nextNumber
        nextNumber += 1
        placed[number] = PlacedObject(object: object, stretches: stretches)
        numbers[object.id] = number
        if let expiry = object.expiry { nextExpiry = min(expiry, nextExpiry ?? expiry) }
        for stretch in stretches { onLink[stretch.link, default: []].append((number, stretch)) }
        return number
    }

    /// Removes the object of a name. The number that it had; `nil` where there is none.
    mutating func remove(_ id: CustomObject.ID) -> Int? {
        guard let number = numbers.removeValue(forKey: id),
            let object = placed.removeValue(forKey: number)
        else { return nil }
        for stretch in object.stretches {
            onLink[stretch.link]?.removeAll { $0.object == number }
            if onLink[stretch.link]?.isEmpty == true { onLink[stretch.link] = nil }
        }
        return number
    }

    /// Removes all objects.
    mutating func removeAll() {
        placed.removeAll()
        numbers.removeAll()
        onLink.removeAll()
        nextExpiry = nil
    }

    /// The names of the objects that have expired by a time, in the order of adding. They are not
    /// reported again.
    mutating func takeExpired(at moment: Int64) -> [CustomObject.ID] {
        guard let first = nextExpiry, first <= moment else { return [] }
        let expiring = placed.filter { $0.value.object.expiry != nil }
        let over = expiring.filter { $0.value.object.expiry.map { $0 <= moment } ?? false }
        nextExpiry = expiring.values.compactMap(\.object.expiry).filter { $0 > moment }.min()
        return over.sorted { $0.key < $1.key }.map(\.value.object.id)
    }
}
