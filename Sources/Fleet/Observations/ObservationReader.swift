import RoadMap

/// Reads the bytes of a file of observations and never beyond them.
struct ObservationReader {
    private let bytes: [UInt8]
    private var at: Int
    /// The checksum begins here.
    private let end: Int

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        at = start
        end = max(bytes.count - 4, start)
    }

    /// The error at this place.
    var damage: ObservationsError { .damaged(at: at) }

    func checkSum() throws(ObservationsError) {
        guard bytes.count >= end + 4 else { throw damage }
        let sum = bytes[end...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard sum == CRC32C.of(bytes.span.extracting(..<end)) else { throw .damaged(at: end) }
    }

    func finish() throws(ObservationsError) { guard at == end else { throw damage } }

    mutating func u8() throws(ObservationsError) -> UInt8 {
        guard at < end else { throw damage }
        defer { at += 1 }
        return bytes[at]
    }

    private mutating func u32() throws(ObservationsError) -> UInt32 {
        var value: UInt32 = 0
        for place in 0..<4 { value |= UInt32(try u8()) << UInt32(8 * place) }
        return value
    }

    mutating func varint(atMost most: UInt64 = .max) throws(ObservationsError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try u8()
            value |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else {
                guard value <= most else { throw damage }
                return value
            }
        }
        throw damage
    }

    private mutating func zigzag() throws(ObservationsError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// The number of entries of a list: each has a byte at least.
    mutating func count() throws(ObservationsError) -> Int {
        Int(try varint(atMost: UInt64(end - at)))
    }

    mutating func road(after last: inout RoadID) throws(ObservationsError) -> RoadID {
        let way = last.link.way &+ (try zigzag())
        let start = last.link.startNode &+ (try zigzag())
        let end = start &+ (try zigzag())
        guard let direction = Direction(rawValue: try u8()) else { throw damage }
        last = RoadID(StableLinkID(way: way, startNode: start, endNode: end), direction)
        return last
    }

    mutating func observation(
        near road: RoadID, withCars: Bool
    ) throws(ObservationsError) -> RoadObservation {
        var observation = RoadObservation()
        var last = road
        for _ in 0..<(try count()) {
            let exit = try self.road(after: &last)
            let (count, cars) = try seen(withCars: withCars)
            observation.exits[exit] = PassCount(count: count, cars: cars)
        }
        var hours: UInt64 = 0
        for _ in 0..<(try count()) {
            hours += UInt64(try u8())
            guard hours < UInt64(HourOfWeek.count), let hour = HourOfWeek(number: UInt8(hours))
            else { throw damage }
            observation.speeds[hour] = try speeds(withCars: withCars)
        }
        if !withCars { observation.otherSpeeds = try speeds(withCars: false) }
        return observation
    }

    private mutating func speeds(
        withCars: Bool
    ) throws(ObservationsError) -> RoadObservation.Speeds {
        var speeds = RoadObservation.Speeds()
        if withCars { speeds.cars = try cars() }
        for _ in 0..<(try count()) {
            guard let band = SpeedBand(number: try u8()) else { throw damage }
            speeds.counts[band] = UInt32(try varint(atMost: UInt64(UInt32.max)))
        }
        return speeds
    }

    mutating func seen(
        withCars: Bool
    ) throws(ObservationsError) -> (count: UInt32, cars: CarSet) {
        let count = UInt32(try varint(atMost: UInt64(UInt32.max)))
        guard count > 0 else { throw damage }
        return (count, withCars ? try cars() : CarSet())
    }

    private mutating func cars() throws(ObservationsError) -> CarSet {
        var tokens: [UInt32] = []
        for _ in 0..<(try u8()) { tokens.append(try u32()) }
        guard let cars = CarSet(ascending: tokens) else { throw damage }
        return cars
    }

    mutating func misfit(after last: inout RoadID) throws(ObservationsError) -> Misfit {
        let kind = try u8()
        switch kind {
        case 0:
            let south = Int32(bitPattern: try u32())
            let west = Int32(bitPattern: try u32())
            guard Misfit.souths.contains(south), Misfit.wests.contains(west) else { throw damage }
            return .offRoad(south: south, west: west)
        case 1:
            let road = try self.road(after: &last)
            var from = road
            return .forbiddenTurn(road, into: try self.road(after: &from))
        case 2: return .againstOneWay(try self.road(after: &last))
        default:
            guard kind > 2, let side = Misfit.Side(rawValue: kind - 3) else { throw damage }
            return .besideRoad(try self.road(after: &last), side)
        }
    }
}
