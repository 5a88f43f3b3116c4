public import ADASISv2
public import Engine
public import Horizon
import HorizonProvider
import MapMatching
import Quantities
public import RoadMap

// A file without a type of its own: a program that asks for no reasons is linked without it.
extension HorizonReasons {
    /// The reasons for the present state of an engine. Exits have reasons if the engine keeps them
    /// (`Engine.keepReasons()`).
    public init(of engine: Engine) throws(MapError) {
        let tree = engine.tree
        let paths = tree.paths.map { path in
            PathReasons(
                path: path, index: engine.pathIndex(of: path.id),
                probability: tree.probability(of: path.id) ?? 0)
        }
        let values: PlaceValues? =
            if let place = tree.vehiclePlace { try PlaceValues(at: place, on: tree.map) } else {
                nil
            }
        self.init(
            vehicle: engine.vehicle, offset: tree.mainID.map { _ in tree.vehicleOffset },
            candidates: try engine.placeReasons(), paths: paths, junctions: tree.reasons(),
            values: values)
    }
}

extension ExitReasons {
    /// The probability as STUB and SEGMENT transmit it.
    public var code: ProbabilityCode { ProbabilityCode(probability) }
}
