public import Quantities
public import RoadMap

/// An object on the road that comes from the map. The vehicle meets it like an object of the host.
public struct MapObject: Sendable, Hashable, Identifiable {
    /// The name of the object: its kind, the link on which the path reaches it (``/RoadMap/StableLinkID``), and the
    /// offset on this link, as in `tunnel 4358023:17-29 forward 1240`. If the map states access or direction of
    /// the object, a number follows. The name survives map updates if link and offset do.
    public let id: String
    /// The kind of the object.
    public let kind: Kind
    /// The object in the map; `nil` for a tunnel and a bridge.
    public let object: RoadObject?
    /// The link on which the path reaches the object, with its driving direction.
    public let link: DirectedLink
    /// The offset on this link, in driving direction.
    public let offset: Centimetres

    /// The kinds of objects in the map.
    @frozen
    public enum Kind: Sendable, Hashable {
        /// A tunnel, entered and left.
        case tunnel
        /// A bridge, entered and left.
        case bridge
        /// An object at one position; the vehicle passes it.
        case object(RoadObjectKind)

        /// Tunnels, bridges, toll booths and gantries, checkpoints at borders, rest areas, railways that
        /// cross.
        public static var usual: Set<Kind> {
            [
                .tunnel, .bridge, .object(.tollBooth), .object(.tollGantry),
                .object(.borderCrossing), .object(.restArea), .object(.levelCrossing),
            ]
        }
    }
}

extension MapObject.Kind: CustomStringConvertible {
    /// Its name: `tunnel`, `bridge`, or that of the object, as `tollBooth`.
    public var description: String {
        switch self {
        case .tunnel: "tunnel"
        case .bridge: "bridge"
        case .object(let kind): "\(kind)"
        }
    }
}
