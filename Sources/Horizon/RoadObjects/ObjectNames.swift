/// The names of the objects of the host and of the map by their numbers.
struct ObjectNames {
    let host: HostObjects
    let map: MapObjects

    /// The name of an object; those of the map have negative numbers.
    subscript(number: Int) -> CustomObject.ID? {
        number < 0 ? map[number]?.id : host.name(of: number)
    }
}
