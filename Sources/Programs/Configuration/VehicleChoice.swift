import CANDatabase
import Engine
import Horizon
import Quantities
public import TextFiles
public import VehicleSignals

/// The signals by which the car reports how it moves, what the road is like and what its driver is about to
/// do, as they are chosen.
///
/// The DBC is only read by ``load()``.
public struct VehicleChoice: Sendable {
    /// The path of the car's DBC.
    var database: String?
    /// The names of the signals.
    var speed: String?
    var yawRate: String?
    var odometer: String?
    /// Their units, where not those of the DBC.
    var speedUnit: String?
    var yawRateUnit: String?
    var odometerUnit: String?
    /// What is not 0 where the yaw rate is negative.
    var yawRateSign: String?
    /// The side that a positive yaw rate turns to.
    var yawRatePositive = RoadSide.left
    var surface: String?
    /// What the numbers of the last one stand for, as `0=dry,1=wet`.
    var surfaceValues: String?
    /// What the driver is about to do.
    var driver = DriverChoice()
    /// What is on or off.
    var switches = SwitchChoice()
    /// The interface that they come from; `nil` is that of the daemon.
    public internal(set) var interface: String?
    /// What reads them, once loaded; `nil` without a DBC.
    public private(set) var signals: VehicleSignals?

    /// Reads a DBC and finds signals in it, by their names.
    public static func signals(
        of path: String, motion: [VehicleQuantity: MotionSource], surface: SurfaceSource? = nil,
        driver: DriverSource = DriverSource()
    ) throws(Failure) -> VehicleSignals {
        let database = try DatabaseFile.read(path)
        do throws(VehicleSignalError) {
            return try VehicleSignals(
                database, motion: motion, surface: surface, driver: driver)
        } catch {
            let cure = error.quantityWithoutUnit.map { "; name the unit with \($0.unitFlag)" }
            throw Failure("\(path): \(error)\(cure ?? "")\(error.proposal(in: database))")
        }
    }

    /// Why the parts of a choice do not go together, with the settings that it is about.
    struct Problem: Error {
        let settings: [String]
        let text: String
    }

    private var motion: [(quantity: VehicleQuantity, source: MotionSource)] {
        var found: [(VehicleQuantity, MotionSource)] = []
        if let speed { found.append((.speed, MotionSource(speed, unit: speedUnit))) }
        if let yawRate {
            var source = MotionSource(yawRate, unit: yawRateUnit, sign: yawRateSign)
            source.countsToTheRight = yawRatePositive == .right
            found.append((.yawRate, source))
        }
        if let odometer { found.append((.odometer, MotionSource(odometer, unit: odometerUnit))) }
        return found
    }

    /// What says more of a signal than its name, and is of no use without it.
    private var details: [(isSet: Bool, setting: String, of: String?, signal: String)] {
        [
            (speedUnit != nil, "vehicle.speed_unit", speed, "vehicle.speed_signal"),
            (yawRateUnit != nil, "vehicle.yaw_rate_unit", yawRate, "vehicle.yaw_rate_signal"),
            (
                yawRateSign != nil, "vehicle.yaw_rate_sign_signal", yawRate,
                "vehicle.yaw_rate_signal"
            ),
            (
                yawRatePositive != .left, "vehicle.yaw_rate_positive", yawRate,
                "vehicle.yaw_rate_signal"
            ),
            (odometerUnit != nil, "vehicle.odometer_unit", odometer, "vehicle.odometer_signal"),
            (
                surfaceValues != nil, "vehicle.surface_condition_values", surface,
                "vehicle.surface_condition_signal"
            ),
            (
                switches.ignitionValues != nil, "vehicle.ignition_values", switches.ignition,
                "vehicle.ignition_signal"
            ),
        ]
    }

    /// Checks without reading the file.
    func check() throws(Problem) {
        let named =
            motion.map { ($0.source.name, $0.quantity.setting) }
            + [surface.map { ($0, "vehicle.surface_condition_signal") }].compactMap(\.self)
            + driver.names.map { ($0.name, $0.setting) }
            + switches.names.map { ($0.name, $0.setting) }
        if let (name, setting) = named.first, database == nil {
            throw Problem(settings: [setting], text: "\(setting) \(name): vehicle.dbc is missing")
        }
        for detail in details where detail.isSet && detail.of == nil {
            throw Problem(
                settings: [detail.setting],
                text: "\(detail.setting): there is no \(detail.signal)")
        }
        try driver.check()
        if database != nil, named.isEmpty {
            throw Problem(
                settings: ["vehicle.dbc"], text: "vehicle.dbc: name at least one of its signals")
        }
        if interface != nil, database == nil {
            throw Problem(
                settings: ["vehicle.can"], text: "vehicle.can: there is no vehicle.dbc")
        }
    }

    /// Reads the DBC and finds the signals in it.
    mutating func load() throws(Problem) {
        guard let path = database else { return }
        let found: Database
        do throws(Failure) {
            found = try DatabaseFile.read(path)
        } catch {
            throw Problem(settings: ["vehicle.dbc"], text: error.description)
        }
        // One by one, so that the problem is that of the setting.
        for (quantity, source) in motion {
            var unsigned = source
            unsigned.sign = nil
            do throws(VehicleSignalError) {
                _ = try VehicleSignals(found, motion: [quantity: unsigned])
            } catch {
                let cure = error.quantityWithoutUnit.map {
                    "; name the unit with \($0.unitSetting)"
                }
                throw Problem(
                    settings: [quantity.setting, "vehicle.dbc"],
                    text: "\(path): \(error)\(cure ?? "")\(error.proposal(in: found))")
            }
            do throws(VehicleSignalError) {
                _ = try VehicleSignals(found, motion: [quantity: source])
            } catch {
                throw Problem(
                    settings: ["vehicle.yaw_rate_sign_signal", "vehicle.dbc"],
                    text: "\(path): \(error)\(error.proposal(in: found))")
            }
        }
        let source = surface.map {
            SurfaceSource(
                name: $0, values: surfaceValues.flatMap(SurfaceValue.list(in:)) ?? [])
        }
        if let source {
            do throws(VehicleSignalError) {
                _ = try VehicleSignals(found, motion: [:], surface: source)
            } catch {
                var settings = ["vehicle.surface_condition_signal", "vehicle.dbc"]
                if case .tooLarge = error {
                    settings.insert("vehicle.surface_condition_values", at: 0)
                }
                throw Problem(
                    settings: settings, text: "\(path): \(error)\(error.proposal(in: found))")
            }
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, motion: [:], driver: driver.indicatorSource)
        } catch {
            throw Problem(
                settings: driver.settings(of: error),
                text: "\(path): \(error)\(error.proposal(in: found))")
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, motion: [:], driver: driver.laneSource)
        } catch {
            throw Problem(
                settings: ["vehicle.lane_signal", "vehicle.dbc"],
                text: "\(path): \(error)\(error.proposal(in: found))")
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, motion: [:], switches: switches.eventSource)
        } catch {
            throw Problem(
                settings: ["vehicle.event_signal", "vehicle.dbc"],
                text: "\(path): \(error)\(error.proposal(in: found))")
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, motion: [:], switches: switches.sources)
        } catch {
            var settings = ["vehicle.ignition_signal", "vehicle.dbc"]
            if case .tooLarge = error { settings.insert("vehicle.ignition_values", at: 0) }
            throw Problem(settings: settings, text: "\(path): \(error)\(error.proposal(in: found))")
        }
        let all = Dictionary(uniqueKeysWithValues: motion.map { ($0.quantity, $0.source) })
        signals = try? VehicleSignals(
            found, motion: all, surface: source, driver: driver.source,
            switches: switches.sources)
    }
}

extension VehicleQuantity {
    private var key: String {
        switch self {
        case .speed: "speed"
        case .yawRate: "yaw_rate"
        case .odometer: "odometer"
        }
    }

    /// The setting that names its signal.
    fileprivate var setting: String { "vehicle.\(key)_signal" }

    /// The setting that names its unit, and the flag.
    fileprivate var unitSetting: String { "vehicle.\(key)_unit" }
    fileprivate var unitFlag: String { "--\(key.replacing("_", with: "-"))-unit" }
}

extension VehicleSignalError {
    /// The signal of a DBC that was meant by one that it has not, as words to add.
    fileprivate func proposal(in database: Database) -> String {
        guard case .unknown(let name) = self else { return "" }
        let signals = database.messages.flatMap { message in
            message.signals.map { name.contains(".") ? "\(message.name).\($0.name)" : $0.name }
        }
        return NearestName.words(for: name, among: signals)
    }

    /// What has no unit that is known, where that is what is wrong.
    fileprivate var quantityWithoutUnit: VehicleQuantity? {
        if case .unit(_, _, let quantity) = self { quantity } else { nil }
    }
}
