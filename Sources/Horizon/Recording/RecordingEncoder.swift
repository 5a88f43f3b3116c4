import ADASISv2
public import CANFrames
public import Engine
import Geodesy
import Positioning
public import Quantities
import RoadMap
import Routing

/// Writes the events of the engine into a chunk of memory. The host takes the chunk from time to
/// time and writes it into the file.
///
/// It allocates nothing: the chunk has the capacity of the longest one from the start.
public struct RecordingEncoder: Sendable {
    /// The chunk: room for its header, then the records.
    private var chunk: [UInt8]
    private var last: MonotonicTime

    /// An encoder at the start of a recording.
    public init(start: MonotonicTime) {
        chunk = RecordingEncoder.emptyChunk()
        last = start
    }

    /// A chunk without records, with the capacity of the longest one.
    public static func emptyChunk() -> [UInt8] {
        var chunk: [UInt8] = []
        chunk.reserveCapacity(RecordingFormat.longestChunk)
        chunk.append(contentsOf: repeatElement(0, count: RecordingFormat.chunkHeaderLength))
        return chunk
    }

    /// How many bytes the chunk has by now.
    public var byteCount: Int { chunk.count }

    /// Whether there are records in the chunk.
    public var hasRecords: Bool { chunk.count > RecordingFormat.chunkHeaderLength }

    /// Whether there is room for a record, whatever it is.
    public var hasRoom: Bool {
        chunk.count <= RecordingFormat.longestChunk - RecordingFormat.longestRecord
    }

    /// The time of the last record, or the start.
    public var lastTime: MonotonicTime { last }

    /// Hands the records so far to `body`, without the chunk's header.
    public func withRecords<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(chunk.span.extracting(RecordingFormat.chunkHeaderLength..<chunk.count))
    }

    /// Removes the records. The next one counts its time from the last one on.
    public mutating func removeRecords() {
        chunk.removeLast(chunk.count - RecordingFormat.chunkHeaderLength)
    }

    /// Removes the records, and counts the time of the next one from a moment on.
    public mutating func restart(at time: MonotonicTime) {
        removeRecords()
        last = time
    }

    /// Hands the chunk out, ready to be written, in exchange for an empty one of
    /// ``emptyChunk()``'s capacity, which may be one that was handed out before.
    public mutating func exchange(_ other: inout [UInt8]) {
        seal()
        other.removeAll(keepingCapacity: true)
        for _ in 0..<RecordingFormat.chunkHeaderLength { other.append(0) }
        swap(&chunk, &other)
    }

    /// The chunk that ends a recording.
    public static var endChunk: [UInt8] {
        var encoder = RecordingEncoder(start: .zero)
        encoder.begin(.end, at: .zero)
        encoder.seal()
        return encoder.chunk
    }

    /// Notes an event, before the engine takes it in. There has to be room.
    public mutating func note(_ event: EngineEvent, at time: MonotonicTime) {
        switch event {
        case .position(.fix(let fix)):
            begin(.fix, at: time)
            append(fix)
        case .position(.noFix(let noFix)):
            begin(.noFix, at: time)
            chunk.append((noFix.time == nil ? 0 : 1) | (noFix.reason == .noPlace ? 2 : 0))
            if let time = noFix.time { append(UInt64(bitPattern: time.nanoseconds)) }
        case .vehicle(let motion):
            begin(.vehicle, at: time)
            append(motion)
        case .surface(let surface):
            begin(.surface, at: time)
            chunk.append(surface.recordingCode)
        case .driver(let signals):
            begin(.driver, at: time)
            chunk.append((signals.indicator == nil ? 0 : 1) | (signals.lane == nil ? 0 : 2))
            if let indicator = signals.indicator { chunk.append(indicator.recordingCode) }
            if let lane = signals.lane { chunk.append(lane.recordingCode) }
        case .lastPlace(let place):
            begin(.lastPlace, at: time)
            append(place)
        case .tick: begin(.tick, at: time)
        case .clientsLost: begin(.clientsLost, at: time)
        case .request(let kind, let counter):
            begin(.request, at: time)
            chunk.append(kind.rawValue)
            chunk.append(counter?.raw ?? 0xFF)
        case .mask(let mask, let extent):
            begin(.mask, at: time)
            append(mask, extent.recordingBits)
        case .bitRate(let rate, let package):
            begin(.bitRate, at: time)
            append(UInt32(clamping: rate))
            append(UInt16(clamping: package))
        case .map(let identity):
            begin(.map, at: time)
            append(identity.length)
            append(identity.checksum)
        case .course(let links):
            begin(.course, at: time)
            append(links)
        case .route(let links):
            begin(.route, at: time)
            append(links)
        case .restrictions(let list):
            begin(.restrictions, at: time)
            append(list)
        }
    }

    /// Notes that the host asked for a frame and the bus took none.
    public mutating func noteAsked(at time: MonotonicTime) { begin(.asked, at: time) }

    /// Notes that the host asked for a frame and the bus took it.
    public mutating func noteSent(_ frame: CANFrame, at time: MonotonicTime) {
        begin(.sent, at: time)
        let check = frame.recordingCheck
        chunk.append(UInt8(truncatingIfNeeded: check))
        chunk.append(UInt8(truncatingIfNeeded: check >> 8))
    }

    /// Notes that the host asked for a frame and the bus took it, with all of the frame.
    public mutating func noteWhole(_ frame: CANFrame, at time: MonotonicTime) {
        begin(.frame, at: time)
        let format: UInt32 =
            (frame.identifier.isExtended ? 1 << 31 : 0) | (frame.isFD ? 1 << 30 : 0)
        append(frame.identifier.value | format)
        chunk.append(UInt8(truncatingIfNeeded: frame.length))
        for index in 0..<frame.length { chunk.append(frame.bytes[index]) }
    }

    // MARK: Bytes

    private mutating func append(_ links: [DirectedLink]) {
        let count = min(links.count, EngineEvent.longestCourse)
        append(UInt16(count))
        for index in 0..<count { append(links[index].packed) }
    }

    private mutating func append(_ restrictions: [RoadRestriction]) {
        let count = min(restrictions.count, EngineEvent.mostRestrictions)
        append(UInt16(count))
        for index in 0..<count {
            append(restrictions[index].link.packed)
            append(UInt32(clamping: restrictions[index].from.value))
            append(UInt32(clamping: restrictions[index].to.value))
            switch restrictions[index].kind {
            case .closed: append(UInt16.max)
            case .limit(let limit): append(limit.recordingCode)
            }
        }
    }

    private mutating func begin(_ kind: RecordingFormat.Kind, at time: MonotonicTime) {
        chunk.append(kind.rawValue)
        let step = (time - last).value
        last = time
        // Times never go back, but a recording has to show a clock that did.
        var rest = UInt64(bitPattern: step << 1 ^ step >> 63)
        while rest >= 0x80 {
            chunk.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        chunk.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(_ fix: Fix) {
        var flags: UInt8 = fix.time == nil ? 0 : 1
        if fix.course != nil { flags |= 2 }
        if fix.speed != nil { flags |= 4 }
        if fix.accuracy != nil { flags |= 8 }
        if fix.altitude != nil { flags |= 16 }
        if fix.heading != nil { flags |= 32 }
        if fix.delay != nil { flags |= 64 }
        if fix.mode != nil { flags |= 128 }
        chunk.append(flags)
        append(UInt32(bitPattern: fix.place.latitudeE7))
        append(UInt32(bitPattern: fix.place.longitudeE7))
        if let time = fix.time { append(UInt64(bitPattern: time.nanoseconds)) }
        if let course = fix.course { append(course.value.bitPattern) }
        if let speed = fix.speed { append(speed.value.bitPattern) }
        if let accuracy = fix.accuracy { append(accuracy.value.bitPattern) }
        if let altitude = fix.altitude { append(altitude.value.bitPattern) }
        if let heading = fix.heading { append(heading.value.bitPattern) }
        if let delay = fix.delay { append(UInt64(bitPattern: delay.value)) }
        if let mode = fix.mode { chunk.append(mode.rawValue) }
    }

    private mutating func append(_ place: LastPlace) {
        switch place {
        case .offRoad: chunk.append(0)
        case .unknown: chunk.append(2)
        case .onRoad(let place, let accuracy, let probability):
            chunk.append(1)
            append(place.link.packed)
            for number in [place.offset.value, accuracy.value, probability] {
                append(number.bitPattern)
            }
        }
    }

    private mutating func append(_ motion: VehicleMotion) {
        var flags: UInt8 = motion.speed == nil ? 0 : 1
        if motion.yawRate != nil { flags |= 2 }
        if motion.odometer != nil { flags |= 4 }
        chunk.append(flags)
        if let speed = motion.speed { append(speed.value.bitPattern) }
        if let yawRate = motion.yawRate { append(yawRate.value.bitPattern) }
        if let odometer = motion.odometer { append(odometer.value.bitPattern) }
    }

    private mutating func append(_ mask: MessageMask, _ extent: UInt8) {
        var kinds = extent
        for kind: MessageKind in [.position, .segment, .stub, .metaData] where mask.allows(kind) {
            kinds |= 1 << kind.rawValue
        }
        chunk.append(kinds)
        var short: UInt32 = 0
        var long: UInt32 = 0
        for raw in UInt8(0)..<32 {
            if mask.allows(ShortProfileType(raw: raw)) { short |= 1 << UInt32(raw) }
            if mask.allows(LongProfileType(raw: raw)) { long |= 1 << UInt32(raw) }
        }
        append(short)
        append(long)
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        for byte in 0..<Number.bitWidth / 8 {
            chunk.append(UInt8(truncatingIfNeeded: number >> Number(byte * 8)))
        }
    }

    /// Fills the chunk's header in.
    private mutating func seal() {
        let start = RecordingFormat.chunkHeaderLength
        put(UInt32(chunk.count - start), at: 0)
        put(CRC32C.of(chunk.span.extracting(start..<chunk.count)), at: 4)
    }

    private mutating func put(_ number: UInt32, at offset: Int) {
        for byte in 0..<4 {
            chunk[offset + byte] = UInt8(truncatingIfNeeded: number >> UInt32(byte * 8))
        }
    }
}

extension RecordingHeader {
    /// The bytes that a recording begins with.
    public func encoded() -> [UInt8] {
        var bytes = RecordingFormat.magic
        func append(_ number: UInt64, _ count: Int) {
            for byte in 0..<count {
                bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))))
            }
        }
        append(UInt64(RecordingFormat.version), 4)
        append(UInt64(configuration.count), 4)
        append(UInt64(bitPattern: start.nanoseconds), 8)
        append(UInt64(bitPattern: startUTC.nanoseconds), 8)
        append(map.length, 8)
        append(UInt64(map.checksum), 4)
        append(UInt64(learnedTurns.count), 4)
        append(beginsInside ? 1 : 0, RecordingFormat.fixedHeaderLength - bytes.count)
        bytes += configuration
        bytes += learnedTurns
        append(UInt64(CRC32C.of(bytes.span)), 4)
        return bytes
    }
}
