import MapMatching
import Horizon
import Engine
import Quantities
import Reasons
import RoadAhead
import RoadMap
import Routing
import TextFiles

/// The reasons of a horizon at a moment, for people and scripts. Lengths are in metres, angles in degrees clockwise,
/// probabilities from 0 to 1.
struct Explanation: Encodable {
    /// Seconds since 1970; since the start for a drive without times.
    let time: Double
    let place: Place
    let candidates: [Candidate]
    let paths: [Path]
    let junctions: [Junction]
    /// The frames around the moment, in the order of the bus.
    var frames: [Frame] = []
    /// Changes of the main path around the moment, in the order of time.
    var changes: [Change] = []
    /// The values at the place; `nil` off road.
    let values: PlaceDescription?
    /// What lies ahead on the most probable path.
    let ahead: [AheadAnswer.Item]
    /// The time of the map's data; `nil` if unknown.
    let dataTime: String?

    /// The place of the vehicle.
    struct Place: Encodable {
        /// `on-road`, `off-road`, `no-map` or `not-calibrated`, as POSITION reports it.
        let state: String
        let latitude: Double?
        let longitude: Double?
        /// The number of the main path in the tree, its index on the wire, and the offset of the vehicle on it.
        let path: UInt64?
        let pathIndex: UInt8?
        let offset: Double?
        let probability: Double?
        /// The standard deviation along the path.
        let accuracy: Double?
    }

    /// A place of the last fix.
    struct Candidate: Encodable {
        /// `nil` off the road.
        let road: Road?
        let offset: Double?
        /// The distance of the fix from the road, and its standard deviation.
        let distance: Double?
        let deviation: Double
        let relativeHeading: Double?
        /// `answer`, `before`, `beyond` (both count for the answer) or `apart`.
        let relation: String?
        let probability: Double
        /// The sum of the terms; `nil` for an impossible place.
        let score: Double?
        let terms: [Term]
        let previous: Previous?
    }

    /// A term of a log-likelihood; `nil` is minus infinity.
    struct Term: Encodable {
        let factor: String
        let log: Double?
    }

    /// The best place before.
    struct Previous: Encodable {
        let road: Road?
        let probability: Double
        /// The length of the route from there; `nil` for a move back on the same road, which has its length below.
        let routeLength: Double?
        let backwardLength: Double?
        let drivenLength: Double?
        let uTurns: Int?
        let forbiddenTurns: Int?
    }

    /// A link in driving direction.
    struct Road: Encodable {
        let way: Int64
        let link: String
        /// The value of profile-long.link-identifier on the wire.
        let linkIdentifier: UInt32
        let direction: String
        let name: String?
    }

    /// A path of the tree.
    struct Path: Encodable {
        let path: UInt64
        /// The path index on the wire; `nil` if it is not transmitted.
        let index: UInt8?
        let level: Int
        let parent: UInt64?
        let parentIndex: UInt8?
        let branchOffset: Double?
        /// The probability that the vehicle enters it.
        let probability: Double
        /// From the vehicle; negative behind it.
        let distanceToStart: Double
        let length: Double
        /// The links in driving order.
        let roads: [Road]
    }

    /// A junction ahead.
    struct Junction: Encodable {
        let path: UInt64
        let pathIndex: UInt8?
        let offset: Double
        let distance: Double
        let exits: [Exit]
    }

    /// An exit of a junction.
    struct Exit: Encodable {
        let path: UInt64
        let pathIndex: UInt8?
        let road: Road
        let turnAngle: Double
        /// `legal`, `one-way`, `forbidden-turn` or `closed`.
        let legality: String
        let isUTurn: Bool
        let timesTaken: Double
        let probability: Double
        /// The code of STUB and SEGMENT, in steps of 1/30.
        let code: UInt8
        let steps: [Step]
    }

    /// A reason, the probability with it and all before, and its part.
    struct Step: Encodable {
        let factor: String
        let probability: Double
        let change: Double
    }

    /// A frame with the reason why it was sent.
    struct Frame: Encodable {
        let time: Double
        /// From the explained moment, in seconds.
        let after: Double
        /// The identifier and the payload, hexadecimal.
        let id: String
        let data: String
        /// The name of the message, and of the profile type.
        let message: String
        let profileType: String?
        let pathIndex: UInt8?
        let subPathIndex: UInt8?
        let offset: Int?
        /// A name of ``/FrameReasons/TransmissionCause``.
        let cause: String
        /// Since the same data were sent before: seconds, and metres driven.
        let interval: Double?
        let distance: Double?
    }

    /// A change of the most probable path.
    struct Change: Encodable {
        let time: Double
        /// From the explained moment, in seconds.
        let after: Double
        /// `new`, `turned-off`, `other-path` or `none`.
        let change: String
        /// A name of ``/Reasons/TreeCause``.
        let cause: String
        /// The event of the engine.
        let event: String
        let evidence: [String]
        let from: UInt64?
        let fromIndex: UInt8?
        let to: UInt64?
        let toIndex: UInt8?
        /// Where the most probable path turns off the main path, from the vehicle.
        let turnOffDistance: Double?
    }
}

extension Explanation {
    init(of engine: Engine, at time: Double) throws(MapError) {
        let map = engine.tree.map
        let reasons = try HorizonReasons(of: engine)
        self.time = time
        place = Place(reasons, engine.reportedPlace)
        var candidates: [Candidate] = []
        for place in reasons.candidates where place.probability >= Self.leastProbability {
            candidates.append(try Candidate(place, on: map))
        }
        self.candidates = candidates
        var paths: [Path] = []
        let indexes = KnownIndexes(reasons)
        for path in reasons.paths { paths.append(try Path(path, on: map, indexes)) }
        self.paths = paths
        var junctions: [Junction] = []
        for junction in reasons.junctions where junction.exits.count > 1 {
            junctions.append(try Junction(junction, on: map, indexes))
        }
        self.junctions = junctions
        values =
            if let values = reasons.values { try PlaceDescription(values, on: map) } else { nil }
        var parameters = AheadParameters()
        parameters.kinds.remove(.junction)
        var ahead = RoadAhead(map: map, parameters: parameters)
        self.ahead = try ahead.items(of: engine.tree).map { AheadAnswer.Item($0, indexes) }
        dataTime = map.header.dataTime.map(utcText)
    }

    /// Less probable places are not listed.
    static let leastProbability = 0.001
}
