import CANDatabase
import CANFrames
import Positioning
import Quantities
import RandomNumbers
import Simulation
import SocketCAN
import VehicleSignals

/// The bus of a car with its own signals, as real sensors report them (``SensorModel``), and what faults make of them.
final class SimulatedSignals {
    /// What the daemon reads of the frames.
    let signals: VehicleSignals
    private let traits: CarTraits.Signals
    private var readings: SensorReadings
    private var random: SplitMix64
    private var indicator = TurnIndicator.off
    private var last: VehicleMotion?
    /// The frames that the daemon has not read yet.
    private var received: [CANSocket.Received] = []
    /// When the next frames are sent.
    private(set) var next: MonotonicTime
    /// Whether the interface exists.
    private(set) var exists = true
    /// Whether it has a socket.
    var isOpen = true
    /// The faults of now.
    private var faults: Set<Fault> = []

    /// The kernel holds about 270 frames, and drops the next ones.
    private static let mostReceived = 270
    private static let database = """
        VERSION ""
        BU_: CAR
        BO_ 257 Wheels: 8 CAR
         SG_ Speed : 0|16@1- (0.01,0) [-327.68|327.67] "km/h" CAR
        BO_ 258 Inertia: 8 CAR
         SG_ YawRate : 0|16@1- (0.01,0) [-327.68|327.67] "deg/s" CAR
        BO_ 259 Cluster: 8 CAR
         SG_ Odometer : 0|32@1+ (0.1,0) [0|429496729.5] "m" CAR
        BO_ 260 Lamps: 8 CAR
         SG_ Left : 0|1@1+ (1,0) [0|1] "" CAR
         SG_ Right : 1|1@1+ (1,0) [0|1] "" CAR

        """

    init(_ traits: CarTraits.Signals, seed: UInt64) throws {
        self.traits = traits
        random = SplitMix64(seed: seed &+ 91)
        var motion: [VehicleQuantity: MotionSource] = [:]
        if traits.hasSpeed { motion[.speed] = "Speed" }
        if traits.hasYawRate { motion[.yawRate] = "YawRate" }
        if traits.hasOdometer { motion[.odometer] = "Odometer" }
        var driver = DriverSource()
        if traits.hasIndicator { driver.indicator = .sides(left: "Left", right: "Right") }
        signals = try VehicleSignals(
            try Database(parsing: Self.database), motion: motion, driver: driver)
        readings = SensorReadings(SensorModel(), random: SplitMix64(seed: random.next()))
        next = traits.start + .milliseconds(Int64.random(in: 0..<20, using: &random))
    }

    /// Whether the interface is up.
    var isUp: Bool { exists && !faults.contains(.signalsDown) }

    /// The system's clock, which the frames have their time from.
    static func clock(at now: MonotonicTime) -> UTCTime { UTCTime(nanoseconds: now.nanoseconds) }

    /// Whether there is something to read.
    var hasReceived: Bool { isOpen && !received.isEmpty && !faults.contains(.heldSignals) }

    /// Takes what the socket has.
    func take(into items: inout [CANSocket.Received]) {
        items += received
        received.removeAll(keepingCapacity: true)
    }

    /// Nobody reads any more, or somebody begins to: what is queued is gone.
    func forgetDaemon() {
        received.removeAll()
        isOpen = exists
    }

    /// The faults of now: what begins and what ends with them.
    func note(_ new: Set<Fault>) {
        let before = faults
        faults = new
        if new.contains(.signalsDown), !before.contains(.signalsDown) {
            // Reported before the frames that wait.
            received.insert(.linkDown, at: 0)
        }
        exists = !new.contains(.signalsGone)
        if !exists, !before.contains(.signalsGone) { received.append(.gone) }
    }

    /// Sends the frames of now.
    func send(_ car: SimulatedCar, at now: MonotonicTime) {
        guard next <= now else { return }
        next = next + traits.interval
        // A host that slept does not get what was sent meanwhile one by one.
        if next <= now { next = now + traits.interval }
        let read = readings.read(at: now - .zero) { car.motion(at: $0) }
        if Int.random(in: 0..<100, using: &random) == 0 {
            indicator = [.off, .off, .left, .right].randomElement(using: &random) ?? .off
        }
        let isAway = !exists || !isOpen || faults.contains(.signalsDown)
        guard !isAway, !faults.contains(.silentSignals), var motion = read else { return }
        spoil(&motion)
        for frame in signals.frames(of: motion, driver: DriverSignals(indicator: indicator)) {
            let isLost = faults.contains(.lostSignals) && Bool.random(using: &random)
            guard !isLost, received.count < Self.mostReceived else { continue }
            let receipt = CANSocket.Receipt(
                time: Self.clock(at: now), isOwn: false, isLocal: false)
            received.append(.data(frame, receipt))
        }
    }

    private func spoil(_ motion: inout VehicleMotion) {
        if faults.contains(.frozenSignals), let last { motion = last }
        last = motion
        if faults.contains(.spinningWheels), let speed = motion.speed {
            motion.speed = MetresPerSecond(min(speed.value * 2 + 3, 90))
        }
        if faults.contains(.wildSignals) {
            motion = VehicleMotion(
                speed: MetresPerSecond(Double.random(in: -91...91, using: &random)),
                yawRate: DegreesPerSecond(Double.random(in: -327...327, using: &random)),
                odometer: Metres(Double.random(in: 0...4e8, using: &random)))
        }
    }
}
