import ADASISv2
import CANFrames
import HorizonProvider
import Engine
import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing

/// Reads the records of a chunk one after the other.
struct RecordCursor {
    /// A record.
    enum Record {
        case end
        case event(RecordedEvent)
    }

    /// The time of the last record.
    private var time: MonotonicTime
    private var bytes: [UInt8] = []
    private var index = 0
    /// The place of the chunk's first record in the file, for errors.
    private var start: UInt64 = 0

    /// A cursor at the start of a recording.
    init(at time: MonotonicTime) { self.time = time }

    /// Goes to the first record of a chunk.
    mutating func begin(_ bytes: [UInt8], at start: UInt64) {
        self.bytes = bytes
        self.start = start
        index = 0
    }

    /// The next record, `nil` at the chunk's end.
    mutating func next() throws(RecordingError) -> Record? {
        guard index < bytes.count else { return nil }
        let place = start + UInt64(index)
        guard let kind = RecordingFormat.Kind(rawValue: bytes[index]) else { throw .invalid(place) }
        index += 1
        let step = try varint()
        let signed = Int64(bitPattern: step >> 1) ^ -Int64(bitPattern: step & 1)
        let (nanoseconds, overflows) = time.nanoseconds.addingReportingOverflow(signed)
        guard !overflows else { throw .invalid(place) }
        time = MonotonicTime(nanoseconds: nanoseconds)
        switch kind {
        case .end: return .end
        case .fix: return .event(.engine(.position(.fix(try fix())), time))
        case .noFix:
            let flags = try byte()
            guard flags < 4 else { throw .invalid(place) }
            let utc = flags & 1 == 0 ? nil : UTCTime(nanoseconds: Int64(bitPattern: try number(8)))
            let reason: NoFix.Reason = flags & 2 == 0 ? .void : .noPlace
            return .event(.engine(.position(.noFix(NoFix(time: utc, reason: reason))), time))
        case .tick: return .event(.engine(.tick, time))
        case .clientsLost: return .event(.engine(.clientsLost, time))
        case .request:
            guard let kind = MessageKind(rawValue: try byte()) else { throw .invalid(place) }
            let counter = try byte()
            guard counter < 4 || counter == 0xFF else { throw .invalid(place) }
            return .event(
                .engine(.request(kind, counter < 4 ? CyclicCounter(raw: counter) : nil), time))
        case .mask:
            let (mask, extent) = try mask()
            return .event(.engine(.mask(mask, extent: extent), time))
        case .bitRate:
            let rate = Int(try number(4))
            let package = Int(try number(2))
            guard PaceParameters.bitRates.contains(rate),
                PaceParameters.packageSizes.contains(package)
            else { throw .invalid(place) }
            return .event(.engine(.bitRate(rate, packageSize: package), time))
        case .map:
            let length = try number(8)
            let identity = MapIdentity(length: length, checksum: UInt32(try number(4)))
            return .event(.engine(.map(identity), time))
        case .course: return .event(.engine(.course(try course()), time))
        case .route: return .event(.engine(.route(try course()), time))
        case .restrictions: return .event(.engine(.restrictions(try restrictions()), time))
        case .vehicle: return .event(.engine(.vehicle(try motion()), time))
        case .surface:
            let code = try byte()
            guard let surface = SurfaceCondition.allCases.first(where: { $0.recordingCode == code })
            else { throw .invalid(place) }
            return .event(.engine(.surface(surface), time))
        case .driver: return .event(.engine(.driver(try driver()), time))
        case .lastPlace: return .event(.engine(.lastPlace(try lastPlace()), time))
        case .asked: return .event(.asked(time))
        case .sent: return .event(.sent(time, check: UInt16(try number(2))))
        case .frame: return .event(.frame(time, try frame()))
        }
    }

    private mutating func frame() throws(RecordingError) -> CANFrame {
        let place = start + UInt64(index)
        let number = UInt32(try number(4))
        let (isExtended, isFD) = (number >> 31 == 1, number >> 30 & 1 == 1)
        let value = number & 0x3FFF_FFFF
        let identifier = isExtended ? CANIdentifier(extended: value) : CANIdentifier(base: value)
        guard let identifier,
            var frame = CANFrame(identifier: identifier, length: Int(try byte()), isFD: isFD)
        else { throw .invalid(place) }
        for index in 0..<frame.length { frame.bytes[index] = try byte() }
        return frame
    }

    private mutating func byte() throws(RecordingError) -> UInt8 {
        guard index < bytes.count else { throw .invalid(start + UInt64(index)) }
        defer { index += 1 }
        return bytes[index]
    }

    private mutating func number(_ count: Int) throws(RecordingError) -> UInt64 {
        var number: UInt64 = 0
        for shift in 0..<count { number |= UInt64(try byte()) << UInt64(8 * shift) }
        return number
    }

    private mutating func varint() throws(RecordingError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .invalid(start + UInt64(index))
    }

    private mutating func double() throws(RecordingError) -> Double {
        Double(bitPattern: try number(8))
    }

    private mutating func restrictions() throws(RecordingError) -> [RoadRestriction] {
        let place = start + UInt64(index)
        let count = Int(try number(2))
        guard count <= EngineEvent.mostRestrictions else { throw .invalid(place) }
        var list: [RoadRestriction] = []
        for _ in 0..<count {
            guard let link = DirectedLink(packed: try number(8)) else { throw .invalid(place) }
            let from = Centimetres(Int(try number(4)))
            let to = Centimetres(Int(try number(4)))
            let code = UInt16(try number(2))
            if code == .max {
                list.append(RoadRestriction(link, from: from, to: to, .closed))
            } else if let limit = SpeedLimit(recordingCode: code) {
                list.append(RoadRestriction(link, from: from, to: to, .limit(limit)))
            } else {
                throw .invalid(place)
            }
        }
        return list
    }

    private mutating func fix() throws(RecordingError) -> Fix {
        let place = start + UInt64(index)
        let flags = try byte()
        let latitude = Int32(bitPattern: UInt32(try number(4)))
        let longitude = Int32(bitPattern: UInt32(try number(4)))
        guard
            let coordinate = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
        else { throw .invalid(place) }
        var fix = Fix(time: nil, place: coordinate)
        if flags & 1 != 0 { fix.time = UTCTime(nanoseconds: Int64(bitPattern: try number(8))) }
        if flags & 2 != 0 { fix.course = Degrees(try double()) }
        if flags & 4 != 0 { fix.speed = MetresPerSecond(try double()) }
        if flags & 8 != 0 { fix.accuracy = Metres(try double()) }
        if flags & 16 != 0 { fix.altitude = Metres(try double()) }
        if flags & 32 != 0 { fix.heading = Degrees(try double()) }
        if flags & 64 != 0 {
            let delay = Int64(bitPattern: try number(8))
            guard delay >= 0 else { throw .invalid(place) }
            fix.delay = Nanoseconds(delay)
        }
        if flags & 128 != 0 {
            guard let mode = FixMode(rawValue: try byte()) else { throw .invalid(place) }
            fix.mode = mode
        }
        return fix
    }

    private mutating func motion() throws(RecordingError) -> VehicleMotion {
        let place = start + UInt64(index)
        let flags = try byte()
        guard flags < 8 else { throw .invalid(place) }
        var motion = VehicleMotion()
        if flags & 1 != 0 { motion.speed = MetresPerSecond(try double()) }
        if flags & 2 != 0 { motion.yawRate = DegreesPerSecond(try double()) }
        if flags & 4 != 0 { motion.odometer = Metres(try double()) }
        return motion
    }

    private mutating func lastPlace() throws(RecordingError) -> LastPlace {
        let place = start + UInt64(index)
        switch try byte() {
        case 0: return .offRoad
        case 1:
            guard let link = DirectedLink(packed: try number(8)) else { throw .invalid(place) }
            let offset = Metres(try double())
            let accuracy = Metres(try double())
            return .onRoad(
                LinkPlace(link, offset: offset), accuracy: accuracy, probability: try double())
        case 2: return .unknown
        default: throw .invalid(place)
        }
    }

    private mutating func driver() throws(RecordingError) -> DriverSignals {
        let place = start + UInt64(index)
        let flags = try byte()
        guard flags < 4 else { throw .invalid(place) }
        var signals = DriverSignals()
        if flags & 1 != 0 {
            let code = try byte()
            signals.indicator = TurnIndicator.allCases.first { $0.recordingCode == code }
            guard signals.indicator != nil else { throw .invalid(place) }
        }
        if flags & 2 != 0 {
            guard let lane = DrivenLane(recordingCode: try byte()) else { throw .invalid(place) }
            signals.lane = lane
        }
        return signals
    }

    private mutating func course() throws(RecordingError) -> [DirectedLink] {
        let place = start + UInt64(index)
        let count = Int(try number(2))
        guard count <= EngineEvent.longestCourse else { throw .invalid(place) }
        var links: [DirectedLink] = []
        links.reserveCapacity(count)
        for _ in 0..<count {
            let place = start + UInt64(index)
            guard let link = DirectedLink(packed: try number(8)) else { throw .invalid(place) }
            links.append(link)
        }
        return links
    }

    private mutating func mask() throws(RecordingError) -> (
        MessageMask, ProviderParameters.Extent
    ) {
        let place = start + UInt64(index)
        var mask = MessageMask()
        let kinds = try byte()
        for kind: MessageKind in [.position, .segment, .stub, .metaData]
        where kinds & 1 << kind.rawValue != 0 {
            mask.set(kind, to: true)
        }
        let short = UInt32(try number(4))
        let long = UInt32(try number(4))
        for raw in UInt8(0)..<32 {
            if short & 1 << UInt32(raw) != 0 { mask.set(ShortProfileType(raw: raw), to: true) }
            if long & 1 << UInt32(raw) != 0 { mask.set(LongProfileType(raw: raw), to: true) }
        }
        let bits = kinds & ~0x4E
        guard
            let extent = ProviderParameters.Extent.allCases.first(where: {
                $0.recordingBits == bits
            })
        else { throw .invalid(place) }
        return (mask, extent)
    }
}
