import Quantities
import RoadMap

// The bytes of a file, as docs/guide/fleet.md states them. Everything is in ascending order, so that equal observations are
// equal bytes.
extension Observations {
    private static let magic = Array("EHOBS001".utf8)

    /// The observations as the content of a file.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.bytes(Self.magic)
        writer.u8(UInt8(leastCars ?? 0))
        writer.varint(UInt64((settings.cut.value * 100).rounded()))
        for sum in totals.sums { writer.varint(sum) }
        writer.varint(UInt64(roads.count))
        var last = RoadID.first
        for (road, observation) in roads.sorted(by: { $0.key < $1.key }) {
            writer.road(road, after: &last)
            writer.observation(observation, near: road, withCars: leastCars == nil)
        }
        writer.varint(UInt64(misfits.count))
        last = .first
        for (misfit, seen) in misfits.sorted(by: { $0.key < $1.key }) {
            writer.misfit(misfit, after: &last)
            writer.seen(seen.count, seen.cars, withCars: leastCars == nil)
        }
        writer.u32(CRC32C.of(writer.bytes.span))
        return writer.bytes
    }

    /// Reads the content of a file. It validates everything.
    public init(_ bytes: [UInt8]) throws(ObservationsError) {
        guard bytes.starts(with: Self.magic) else { throw .otherFormat }
        var reader = ObservationReader(bytes, from: Self.magic.count)
        try reader.checkSum()
        let least = Int(try reader.u8())
        guard least <= CarSet.most else { throw reader.damage }
        let cut = try reader.varint(atMost: 10_000_000)
        var settings = Settings()
        settings.cut = Metres(Double(cut) / 100)
        self.init(settings)
        leastCars = least == 0 ? nil : least
        var sums: [UInt64] = []
        for _ in totals.sums { sums.append(try reader.varint()) }
        totals.sums = sums
        var last = RoadID.first
        for _ in 0..<(try reader.count()) {
            let road = try reader.road(after: &last)
            guard roads[road] == nil else { throw reader.damage }
            roads[road] = try reader.observation(near: road, withCars: leastCars == nil)
        }
        last = .first
        for _ in 0..<(try reader.count()) {
            let misfit = try reader.misfit(after: &last)
            guard misfits[misfit] == nil else { throw reader.damage }
            let (count, cars) = try reader.seen(withCars: leastCars == nil)
            misfits[misfit] = PassCount(count: count, cars: cars)
        }
        try reader.finish()
        // One form alone: what is in another order is no file of this format.
        guard self.bytes == bytes else { throw .damaged(at: Self.magic.count) }
    }
}

extension Observations.Totals {
    /// The sums in the order of the file.
    fileprivate var sums: [UInt64] {
        get { [drives, fixes, metres, turns, unsureTurns, cutTurns] }
        set {
            (drives, fixes, metres) = (newValue[0], newValue[1], newValue[2])
            (turns, unsureTurns, cutTurns) = (newValue[3], newValue[4], newValue[5])
        }
    }
}

extension RoadID {
    /// What the first road of a list is written as the difference from.
    static let first = RoadID(StableLinkID(way: 0, startNode: 0, endNode: 0), .forward)
}

extension ByteWriter {
    /// A road as the difference from the one before.
    mutating func road(_ road: RoadID, after last: inout RoadID) {
        zigzag(road.link.way &- last.link.way)
        zigzag(road.link.startNode &- last.link.startNode)
        zigzag(road.link.endNode &- road.link.startNode)
        u8(road.direction.rawValue)
        last = road
    }

    fileprivate mutating func observation(
        _ observation: RoadObservation, near road: RoadID, withCars: Bool
    ) {
        varint(UInt64(observation.exits.count))
        var last = road
        for (exit, seen) in observation.exits.sorted(by: { $0.key < $1.key }) {
            self.road(exit, after: &last)
            self.seen(seen.count, seen.cars, withCars: withCars)
        }
        varint(UInt64(observation.speeds.count))
        var lastHour: UInt8 = 0
        for (hour, own) in observation.speeds.sorted(by: { $0.key < $1.key }) {
            u8(hour.number - lastHour)
            lastHour = hour.number
            speeds(own, withCars: withCars)
        }
        if !withCars { speeds(observation.otherSpeeds, withCars: false) }
    }

    private mutating func speeds(_ speeds: RoadObservation.Speeds, withCars: Bool) {
        if withCars { cars(speeds.cars) }
        varint(UInt64(speeds.counts.count))
        for (band, count) in speeds.counts.sorted(by: { $0.key < $1.key }) {
            u8(band.number)
            varint(UInt64(count))
        }
    }

    fileprivate mutating func seen(_ count: UInt32, _ cars: CarSet, withCars: Bool) {
        varint(UInt64(count))
        if withCars { self.cars(cars) }
    }

    private mutating func cars(_ cars: CarSet) {
        u8(UInt8(cars.count))
        for token in cars.tokens { u32(token) }
    }

    /// A misfit with its roads as differences.
    mutating func misfit(_ misfit: Misfit, after last: inout RoadID) {
        switch misfit {
        case .offRoad(let south, let west):
            u8(0)
            u32(UInt32(bitPattern: south))
            u32(UInt32(bitPattern: west))
        case .forbiddenTurn(let road, let exit):
            u8(1)
            self.road(road, after: &last)
            var from = road
            self.road(exit, after: &from)
        case .againstOneWay(let road):
            u8(2)
            self.road(road, after: &last)
        case .besideRoad(let road, let side):
            u8(3 + side.rawValue)
            self.road(road, after: &last)
        }
    }
}
