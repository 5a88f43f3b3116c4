import Engine
import Geodesy
import Positioning
import Quantities
import Simulation

/// Dead reckoning of a recorded drive without a map, with outages of its fixes. The line that it counts along
/// is the line of the fixes.
struct OutageTrial {
    /// The end of an outage.
    struct Outage {
        /// The length asked for, and the beginning since the first fix.
        let length: Nanoseconds
        let start: Nanoseconds
        /// The driven distance by the fixes, m.
        let driven: Double
        /// How much longer the reckoned distance is, m.
        let along: Double
        /// The stated standard deviation of the reckoned distance, m.
        let deviation: Double
        /// The distance from the reckoned place to that of the fix, m; `nil` without a course.
        let place: Double?
    }

    /// The values that dead reckoning has learned from the fixes up to a moment.
    struct Learned {
        let time: Nanoseconds
        /// The time up to then in which the car drove: a car that stands shows no scale.
        let driving: Nanoseconds
        let scale: (value: Double, deviation: Double)
        /// deg/s, clockwise.
        let bias: (value: Double, deviation: Double)
    }

    private(set) var outages: [Outage] = []
    private(set) var learned: [Learned] = []
    /// Whether the drive has a yaw rate.
    let hasYawRate: Bool

    private let events: [DriveEvent]
    private let latency: Nanoseconds
    private var car: ReckonedCar
    /// Where and when each fix came, with the driven distance up to it.
    private let track: Track

    init(_ events: [DriveEvent], _ parameters: DeadReckoningParameters, latency: Nanoseconds) {
        self.events = events
        self.latency = latency
        car = ReckonedCar(parameters)
        track = Track(events)
        hasYawRate = events.contains {
            if case .vehicle(let motion) = $0.event { motion.yawRate != nil } else { false }
        }
    }

    /// Drives with outages of each length.
    mutating func drive(
        outages lengths: [Nanoseconds], every interval: Nanoseconds, after warmUp: Nanoseconds
    ) {
        guard let first = track.points.first else { return }
        var next = first.arrival + warmUp
        var number = 0
        for (index, event) in events.enumerated() {
            switch event.event {
            case .vehicle(let motion): car.ingest(motion, at: event.arrival)
            case .position(.fix(let fix)):
                let point = track.points[number]
                car.ingest(
                    fix, at: event.arrival, along: point.along, trueAt: moment(of: point))
                note(event.arrival - first.arrival, driving: point.driving)
                if event.arrival >= next {
                    next = next + interval
                    for length in lengths { lose(length, from: number, behind: index) }
                }
                number += 1
            default: break
            }
        }
    }

    private func moment(of point: Track.Point) -> MonotonicTime {
        point.arrival - (latency + point.delay)
    }

    private mutating func note(_ time: Nanoseconds, driving: Nanoseconds) {
        let bias = car.reckoning.yawRateBias
        learned.append(
            Learned(
                time: time, driving: driving, scale: car.reckoning.scale,
                bias: (bias.value.value, bias.deviation.value)))
    }

    /// Loses the fixes behind the one of that number, and compares at the end.
    private mutating func lose(_ length: Nanoseconds, from number: Int, behind index: Int) {
        let start = track.points[number]
        guard let end = track.end(of: length, from: number),
            end.along - start.along >= Track.shortest
        else { return }
        var blind = car
        blind.begin(trueAt: moment(of: start))
        let last = moment(of: end)
        for event in events[(index + 1)...] {
            guard event.arrival < last else { break }
            if case .vehicle(let motion) = event.event { blind.ingest(motion, at: event.arrival) }
        }
        blind.advance(to: last)
        let driven = end.along - start.along
        outages.append(
            Outage(
                length: length, start: start.arrival - track.points[0].arrival, driven: driven,
                along: blind.distance - driven, deviation: blind.reckoning.deviation.value,
                place: blind.place.map {
                    ($0 - start.place.vector(to: end.place)).length
                }))
    }
}

/// The fixes of a drive as a line.
struct Track {
    /// A fix.
    struct Point {
        let arrival: MonotonicTime
        let delay: Nanoseconds
        let place: Coordinate
        /// The distance along the fixes, m.
        let along: Double
        /// The time up to it in which the car drove.
        let driving: Nanoseconds
    }

    private(set) var points: [Point] = []

    /// A percentage of a shorter distance says little, m.
    static let shortest = 100.0
    /// The places of a car that stands wander, m/s.
    private static let standing = 0.5
    /// The receiver itself misses fixes where they are farther apart.
    private static let longestGap = Nanoseconds.seconds(3.5)

    init(_ events: [DriveEvent]) {
        for event in events {
            guard case .position(.fix(let fix)) = event.event else { continue }
            var (along, driving) = points.last.map { ($0.along, $0.driving) } ?? (0, .zero)
            let isStanding = fix.speed.map { $0.value < Self.standing } ?? false
            if let last = points.last, !isStanding {
                along += last.place.distance(to: fix.place).value
                driving = driving + (event.arrival - last.arrival)
            }
            points.append(
                Point(
                    arrival: event.arrival, delay: fix.delay ?? .zero, place: fix.place,
                    along: along, driving: driving))
        }
    }

    /// The first fix so long after another one; `nil` behind the last fix, and where fixes are missing.
    func end(of length: Nanoseconds, from number: Int) -> Point? {
        for next in points.indices[(number + 1)...] {
            guard points[next].arrival - points[next - 1].arrival <= Self.longestGap else {
                return nil
            }
            if points[next].arrival - points[number].arrival >= length { return points[next] }
        }
        return nil
    }
}

/// A car whose place is reckoned on the plane.
struct ReckonedCar {
    private(set) var reckoning: DeadReckoning
    private var tick = MonotonicTime.zero
    /// The reckoned distance since ``begin(trueAt:)``, m.
    private(set) var distance = 0.0
    /// The reckoned way since then, m; `nil` without a course.
    private(set) var place: PlanarVector?
    private var isFirst = true

    /// As often as the engine.
    private static let step = Nanoseconds.milliseconds(100)

    init(_ parameters: DeadReckoningParameters) { reckoning = DeadReckoning(parameters) }

    /// Counts the way since a moment a little while ago.
    mutating func begin(trueAt moment: MonotonicTime) {
        distance = 0
        place = reckoning.course.map { _ in PlanarVector(x: 0, y: 0) }
        add(reckoning.carried(since: moment).value, before: reckoning.course?.value)
    }

    mutating func advance(to time: MonotonicTime) {
        while tick < time {
            step(to: tick)
            tick = tick + Self.step
        }
        step(to: time)
    }

    private mutating func step(to time: MonotonicTime) {
        let (along, course) = (reckoning.along, reckoning.course?.value)
        reckoning.advance(to: time)
        guard let along, let now = reckoning.along else { return }
        add((now - along).value, before: course)
    }

    private mutating func add(_ metres: Double, before: Degrees?) {
        distance += metres
        guard let place else { return }
        guard let before, let after = reckoning.course?.value else { return self.place = nil }
        let middle = (before.value + after.value) / 2
        let (sine, cosine) = sineAndCosine(middle / degreesPerRadian)
        self.place = place + PlanarVector(x: metres * sine, y: metres * cosine)
    }

    mutating func ingest(_ motion: VehicleMotion, at time: MonotonicTime) {
        advance(to: time)
        let along = reckoning.along
        reckoning.ingest(motion, at: time)
        guard let along, let now = reckoning.along else { return }
        add((now - along).value, before: reckoning.course?.value)
    }

    /// Takes in a fix, so far along the line of the fixes.
    mutating func ingest(
        _ fix: Fix, at time: MonotonicTime, along: Double, trueAt moment: MonotonicTime
    ) {
        advance(to: time)
        reckoning.ingestVelocity(of: fix, trueAt: moment)
        if isFirst {
            isFirst = false
            reckoning.begin(at: Metres(along), deviation: fix.accuracy, trueAt: moment)
        } else {
            _ = reckoning.correct(at: Metres(along), deviation: fix.accuracy, trueAt: moment)
        }
    }
}
