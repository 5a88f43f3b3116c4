import Geodesy
public import Positioning
public import Quantities
import RandomNumbers
public import RoadMap
public import Routing

/// A drive as a person drives it, measured by a receiver and by the car's own sensors.
///
/// ```swift
/// let drive = try NaturalDrive(along: route, on: map, seed: 1)
/// for report in drive.reports(of: receiver, start: start) { … }
/// for (time, motion) in drive.motions(every: .milliseconds(50)) { … }
/// ```
/// The same route, driver and seed give the same drive. Receiver and sensors have seeds of their
/// own.
public struct NaturalDrive {
    private let line: RouteLine
    private let profile: SpeedProfile
    private let seed: UInt64
    /// The signals of the driver, seconds.
    private let signals: [(from: Double, to: Double, indicator: TurnIndicator)]

    /// Drives a route.
    public init(
        along route: Route, on map: RoadMap, driver: DriverModel = DriverModel(), seed: UInt64
    ) throws(MapError) {
        line = try RouteLine(route, on: map)
        var random = SplitMix64(seed: seed)
        profile = SpeedProfile(line, driver, random: &random)
        self.seed = seed
        signals = Self.signals(line, profile, driver, seed: seed)
    }

    /// The turns that the driver signals, from before them until the car is out of the junction.
    private static func signals(
        _ line: RouteLine, _ profile: SpeedProfile, _ driver: DriverModel, seed: UInt64
    ) -> [(from: Double, to: Double, indicator: TurnIndicator)] {
        var random = SplitMix64(seed: seed ^ 0x5EED_0003)
        var signals: [(from: Double, to: Double, indicator: TurnIndicator)] = []
        for (stretch, next) in zip(line.stretches, line.stretches.dropFirst()) {
            guard let turn = stretch.turn, abs(turn.value) >= driver.leastSignalledTurn.value else {
                continue
            }
            let range = driver.signalSeconds
            let lead =
                range.lowerBound + random.nextShare() * (range.upperBound - range.lowerBound)
            signals.append(
                (
                    from: profile.arrival(at: next.start) - lead,
                    to: profile.arrival(at: next.start + Self.insideJunction),
                    indicator: turn.value < 0 ? .left : .right
                ))
        }
        return signals
    }

    /// The distance from the middle of a junction to its end, m.
    private static let insideJunction = 10.0

    /// The duration.
    public var duration: Nanoseconds { .seconds(profile.duration) }

    // MARK: The receiver

    /// The reports of a receiver at its rate: fixes, and that it has none.
    public func reports(of receiver: ReceiverModel, start: UTCTime) -> [ReceiverModel.Report] {
        var random = SplitMix64(seed: seed ^ 0x5EED_0001)
        var error = PlanarVector(x: random.nextGaussian(), y: random.nextGaussian())
        let step = 1 / Double(receiver.rate)
        let memory = exponential(-step / ReceiverModel.errorSeconds)
        let fresh = (1 - memory * memory).squareRoot()
        // The growth of the error without a fix, from report to report.
        let growth = exponential(logarithm(ReceiverModel.acquisitionError) * step)
        var reports: [ReceiverModel.Report] = []
        var silentUntil = -1.0
        let last = Int((profile.duration * Double(receiver.rate)).rounded(.down))
        for number in 0...last {
            if number > 0 {
                let change = PlanarVector(x: random.nextGaussian(), y: random.nextGaussian())
                error = error * memory + change * fresh
            }
            let second = Double(number) * step
            let stepped = receiver.clockStep.value != 0 && number * 2 >= last
            let time = UTCTime(
                nanoseconds: start.nanoseconds
                    + Int64(number) * 1_000_000_000 / Int64(receiver.rate)
                    + (stepped ? receiver.clockStep.value : 0))
            let seen = max(second - receiver.latency.seconds, 0)
            let (distance, speed) = profile.state(at: seen)
            if receiver.losesTunnels, line.isInTunnel(distance) {
                silentUntil = second + ReceiverModel.acquisitionSeconds
            }
            if second < silentUntil {
                reports.append(.noFix(time))
                // The first fixes afterwards have a larger error, which decays.
                error = error * growth
                continue
            }
            let place = line.shape.place(at: Metres(distance))
            let noise = receiver.noise
            var fix = Fix(
                time: time,
                place: LocalFrame(around: place).unproject(error * noise.value) ?? place)
            fix.speed = MetresPerSecond(
                max(speed + receiver.speedNoise.value * random.nextGaussian(), 0))
            // A receiver's course is that of its velocity, and noise where there is none.
            let (sine, cosine) = sineAndCosine(line.bearing(at: distance).value / degreesPerRadian)
            let across = receiver.speedNoise.value
            fix.course =
                PlanarVector(
                    x: sine * speed + across * random.nextGaussian(),
                    y: cosine * speed + across * random.nextGaussian()
                ).bearing
            fix.accuracy = noise > .zero ? noise : nil
            reports.append(.fix(fix))
        }
        return reports
    }

    // MARK: The car's sensors

    /// The turn indicator at a time since the beginning. Of two turns in a row the driver signals
    /// the first one until it is done.
    public func indicator(at time: Nanoseconds) -> TurnIndicator {
        for signal in signals where signal.from <= time.seconds && time.seconds <= signal.to {
            return signal.indicator
        }
        return .off
    }

    /// The motion that the car reports, in even steps, each with the time since the beginning. Steps whose
    /// frame is lost are left out.
    public func motions(
        of sensors: SensorModel = SensorModel(), every step: Nanoseconds
    ) -> [(time: Nanoseconds, motion: VehicleMotion)] {
        var readings = SensorReadings(sensors, random: SplitMix64(seed: seed ^ 0x5EED_0002))
        var motions: [(Nanoseconds, VehicleMotion)] = []
        var time = Nanoseconds.zero
        while time <= duration {
            if let motion = readings.read(at: time, { motion(at: $0) }) {
                motions.append((time, motion))
            }
            time = time + step
        }
        return motions
    }

    /// The true motion at a time, seconds.
    private func motion(at seconds: Double) -> TrueMotion {
        let (distance, speed) = profile.state(at: seconds)
        let before = line.bearing(at: profile.state(at: seconds - 0.1).distance)
        let after = line.bearing(at: profile.state(at: seconds + 0.1).distance)
        return TrueMotion(
            speed: speed, yawRate: after.turn(from: before).value / 0.2, distance: distance)
    }
}

/// A receiver and its errors.
public struct ReceiverModel: Sendable {
    /// Its report at a moment.
    public enum Report: Sendable, Hashable {
        case fix(Fix)
        case noFix(UTCTime)
    }

    /// Its rate, 1/s.
    public var rate = 1
    /// The standard deviation of a place in each axis. Errors wander: a first-order Gauss-Markov
    /// process with a time constant of 20 s.
    public var noise = Metres.zero
    /// The standard deviation of the velocity in each axis.
    public var speedNoise = MetresPerSecond(0.1)
    /// The age of the place at the time that it reports.
    public var latency = Nanoseconds.zero
    /// Whether it has no fix in tunnels, and 2 s beyond.
    public var losesTunnels = false
    /// The step of its clock in the middle of the drive.
    public var clockStep = Nanoseconds.zero

    static let errorSeconds = 20.0
    static let acquisitionSeconds = 2.0
    /// The factor of the error for each second without a fix. Afterwards the error decays with its
    /// time constant.
    static let acquisitionError = 1.05

    /// A perfect receiver.
    public init() {}
}
