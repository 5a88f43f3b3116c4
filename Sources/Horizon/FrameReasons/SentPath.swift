import ADASISv2
import HorizonProvider
import Quantities

/// The messages that were sent on a path.
struct SentPath {
    /// Messages of a path or of all paths are sent again from a moment on.
    struct Renewal {
        let cause: TransmissionCause
        let time: MonotonicTime

        init(_ cause: TransmissionCause, _ time: MonotonicTime) {
            self.cause = cause
            self.time = time
        }
    }

    /// A message with the moment at which it was sent.
    struct Record {
        let content: Message
        let counter: CyclicCounter
        let time: MonotonicTime
        let odometer: Metres
        /// Whether a client has asked for it.
        var isRequested = false
    }

    /// A moment of the drive.
    struct Moment {
        let time: MonotonicTime
        let odometer: Metres
        /// The offset of the vehicle on the path, and the length behind it that clients keep.
        let vehicle: Metres
        let trailing: Metres
    }

    /// What was sent before a message.
    struct Found {
        /// The record of the same data; `nil` for the first time.
        let before: Record?
        /// Whether the data have another value now.
        let isOther: Bool
        /// Whether the path has never had a message of this kind and type.
        let isFirstOfKind: Bool
        /// Whether the place was within reach when the path was first named.
        let isOfNewPath: Bool
        let pathBegan: MonotonicTime
        let renewal: Renewal?
    }

    /// When a message last named the path.
    private(set) var named: MonotonicTime
    private let began: MonotonicTime
    /// Whatever clients knew of the path is sent again.
    private var renewal: Renewal?
    private let vehicleAtStart: Metres
    private let reach: LevelParameters
    private var records: [Series: [Int: [Record]]] = [:]

    /// The messages of one kind and profile type.
    private struct Series: Hashable {
        let kind: MessageKind
        let type: UInt8
    }

    /// A path that a message names for the first time.
    init(at time: MonotonicTime, vehicle: Metres, _ reach: LevelParameters) {
        named = time
        began = time
        vehicleAtStart = vehicle
        self.reach = reach
    }

    /// A message names the path.
    mutating func name(at time: MonotonicTime, forgottenAfter memory: Nanoseconds) {
        if time - named > memory { renewal = Renewal(.clientsForgot, time) }
        named = time
    }

    /// Finds what was sent before a message, and keeps it.
    mutating func note(_ message: Message, at moment: Moment) -> Found? {
        let vehicle = Int(moment.vehicle.value.rounded())
        guard let metres = message.place?.offset.metres(nearestTo: vehicle) else { return nil }
        let content = message.withoutCounterAndFlags
        let series = Series(kind: message.kind, type: message.profileType)
        let isFirstOfKind = records[series] == nil
        let here = records[series]?[metres] ?? []
        var number = here.firstIndex { $0.content == content }
        let isSame = number != nil
        if number == nil { number = here.firstIndex { $0.isReplaced(by: message) } }
        var before = number.map { here[$0] }
        // The flag is the sender's own word.
        var isOther = before != nil && !isSame && !message.retransmission
        // A value in force behind the trailing length has the offset of its end.
        let end = moment.vehicle - moment.trailing + Metres(2)
        if before == nil, message.kind != .stub, Metres(Double(metres)) <= end {
            before = last(of: series, before: metres)
            isOther = false
        }
        let record = Record(
            content: content, counter: message.cyclicCounter, time: moment.time,
            odometer: moment.odometer)
        if let number {
            records[series]?[metres]?[number] = record
        } else {
            records[series, default: [:]][metres, default: []].append(record)
        }
        let stream = reach.stream(of: message.kind)
        return Found(
            before: before, isOther: isOther, isFirstOfKind: isFirstOfKind,
            isOfNewPath: Metres(Double(metres)) <= vehicleAtStart + stream.reach + Metres(1),
            pathBegan: began, renewal: renewal)
    }

    /// The last time of a message of a kind with a counter; `nil` without one.
    func lastTime(of kind: MessageKind, _ counter: CyclicCounter) -> MonotonicTime? {
        var last: MonotonicTime?
        for (series, places) in records where series.kind == kind {
            for record in places.values.joined() where record.counter == counter {
                last = max(last ?? record.time, record.time)
            }
        }
        return last
    }

    /// A client asks for a message that was sent at this time.
    mutating func noteRequest(
        of kind: MessageKind, _ counter: CyclicCounter, sentAt time: MonotonicTime
    ) {
        for series in Array(records.keys) where series.kind == kind {
            for metres in Array((records[series] ?? [:]).keys) {
                for number in (records[series]?[metres] ?? []).indices {
                    let record = records[series]?[metres]?[number]
                    guard record?.counter == counter, record?.time == time else { continue }
                    records[series]?[metres]?[number].isRequested = true
                }
            }
        }
    }

    /// The nearest record before a place.
    private func last(of series: Series, before metres: Int) -> Record? {
        guard let places = records[series], let place = places.keys.filter({ $0 < metres }).max()
        else { return nil }
        return places[place]?.last
    }
}

extension SentPath.Record {
    /// Whether a message at its place has another value of the same data. Several STUBs, and several values of some
    /// profile types, may be at one place.
    fileprivate func isReplaced(by message: Message) -> Bool {
        switch (content, message) {
        case (.stub(let old), .stub(let new)):
            // Two roads at one place differ in their angles; an index is that of one path.
            new.update
                && (old.turnAngle == new.turnAngle
                    || new.subPathIndex.isNormal && old.subPathIndex == new.subPathIndex)
        case (.profileLong, .profileLong(let new)): new.update
        default: true
        }
    }
}

extension Message {
    /// Its profile type; 0 for other messages.
    var profileType: UInt8 {
        switch self {
        case .profileShort(let message): UInt8(message.profileType.raw)
        case .profileLong(let message): UInt8(message.profileType.raw)
        default: 0
        }
    }
}
