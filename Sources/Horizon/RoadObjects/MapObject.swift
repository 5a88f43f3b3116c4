public import Quantities
public import RoadMap

/// Something on the road that the map knows of, which the vehicle meets as it does objects of the host.
public struct MapObject: Sendable, Hashable, Identifiable {
    /// Its name: what it is, the link that the way comes to it by as ``/RoadMap/StableLinkID`` has it, and
    /// where on that: `tunnel 4358023:17-29 forward 1240`; what the map says of access to it and of its
    /// direction follows as a number where it says so. It survives map updates as far as those do.
    public let id: String
    /// What it is.
    public let kind: Kind
    /// What the map says of it; `nil` of a tunnel and a bridge.
    public let object: RoadObject?
    /// The link by which the way comes to it, and the way along it.
    public let link: DirectedLink
    /// Where on that, from where one enters it.
    public let offset: Centimetres

    /// A kind of things that the map knows as objects.
    @frozen
    public enum Kind: Sendable, Hashable {
        /// A tunnel, entered and left.
        case tunnel
        /// A bridge, entered and left.
        case bridge
        /// What stands at one place, and is passed.
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
