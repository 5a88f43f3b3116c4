import RoadMap

extension RoadSurface {
    /// The surface in a value of `surface` (https://wiki.openstreetmap.org/wiki/Key:surface); `nil`
    /// if it names none, or several without their places.
    init?(tag: String) {
        switch tag {
        case "paved": self = .paved
        case "asphalt", "chipseal": self = .asphalt
        case "concrete", "concrete:plates", "concrete:lanes": self = .concrete
        case "paving_stones", "paving_stones:lanes", "bricks", "brick": self = .pavingStones
        case "sett": self = .sett
        case "cobblestone", "unhewn_cobblestone", "cobblestone:flattened": self = .cobblestone
        case "metal", "metal_grid": self = .metal
        case "wood": self = .wood
        case "grass_paver": self = .grassPaver
        case "unpaved": self = .unpaved
        case "compacted": self = .compacted
        case "fine_gravel": self = .fineGravel
        case "gravel": self = .gravel
        case "pebblestone": self = .pebblestone
        case "ground", "dirt", "earth", "soil": self = .ground
        case "grass": self = .grass
        case "sand": self = .sand
        case "mud": self = .mud
        case "rock", "stone": self = .rock
        case "ice": self = .ice
        case "snow": self = .snow
        default: return nil
        }
    }
}
