import CANDatabase
public import Console
import Engine
import Horizon
import Quantities
public import VehicleSignals

/// The signals by which the car tells how it moves, what the road is like and what its driver is about to
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
    var surface: String?
    /// What the numbers of the last one stand for, as `0=dry,1=wet`.
    var surfaceValues: String?
    /// What the driver is about to do.
    var driver = DriverChoice()
    /// The interface that they come from; `nil` is that of the daemon.
    public internal(set) var interface: String?
    /// What reads them, once loaded; `nil` without a DBC.
    public private(set) var signals: VehicleSignals?

    /// Reads a DBC and finds signals in it, by their names.
    public static func signals(
        of path: String, names: [VehicleQuantity: String], surface: SurfaceSource? = nil,
        driver: DriverSource = DriverSource()
    ) throws(Failure) -> VehicleSignals {
        let database = try DatabaseFile.read(path)
        do throws(VehicleSignalError) {
            return try VehicleSignals(
                database, names: names, surface: surface, driver: driver)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// Why the parts of a choice do not go together, with the settings that it is about.
    struct Problem: Error {
        let settings: [String]
        let text: String
    }

    private var names: [(quantity: VehicleQuantity, name: String, setting: String)] {
        [
            (VehicleQuantity.speed, speed, "vehicle.speed_signal"),
            (.yawRate, yawRate, "vehicle.yaw_rate_signal"),
            (.odometer, odometer, "vehicle.odometer_signal"),
        ].compactMap { quantity, name, setting in
            name.map { (quantity, $0, setting) }
        }
    }

    /// What is wrong without a look at the file.
    func check() throws(Problem) {
        let named =
            names.map { ($0.name, $0.setting) }
            + [surface.map { ($0, "vehicle.surface_condition_signal") }].compactMap(\.self)
            + driver.names.map { ($0.name, $0.setting) }
        if let (name, setting) = named.first, database == nil {
            throw Problem(settings: [setting], text: "\(setting) \(name): of which DBC?")
        }
        if surfaceValues != nil, surface == nil {
            throw Problem(
                settings: ["vehicle.surface_condition_values"],
                text: "vehicle.surface_condition_values: there is no"
                    + " vehicle.surface_condition_signal")
        }
        try driver.check()
        if database != nil, named.isEmpty {
            throw Problem(
                settings: ["vehicle.dbc"], text: "vehicle.dbc: no signal of it is named")
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
        for (quantity, name, setting) in names {
            do throws(VehicleSignalError) {
                _ = try VehicleSignals(found, names: [quantity: name])
            } catch {
                throw Problem(settings: [setting, "vehicle.dbc"], text: "\(path): \(error)")
            }
        }
        let source = surface.map {
            SurfaceSource(
                name: $0, values: surfaceValues.flatMap(SurfaceValue.list(in:)) ?? [])
        }
        if let source {
            do throws(VehicleSignalError) {
                _ = try VehicleSignals(found, names: [:], surface: source)
            } catch {
                var settings = ["vehicle.surface_condition_signal", "vehicle.dbc"]
                if case .tooLarge = error {
                    settings.insert("vehicle.surface_condition_values", at: 0)
                }
                throw Problem(settings: settings, text: "\(path): \(error)")
            }
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, names: [:], driver: driver.indicatorSource)
        } catch {
            throw Problem(settings: driver.settings(of: error), text: "\(path): \(error)")
        }
        do throws(VehicleSignalError) {
            _ = try VehicleSignals(found, names: [:], driver: driver.laneSource)
        } catch {
            throw Problem(
                settings: ["vehicle.lane_signal", "vehicle.dbc"], text: "\(path): \(error)")
        }
        let all = Dictionary(uniqueKeysWithValues: names.map { ($0.quantity, $0.name) })
        signals = try? VehicleSignals(
            found, names: all, surface: source, driver: driver.source)
    }
}

extension SettingTable {
    /// Settings of the car's own signals.
    static let vehicle: [Setting] =
        [
            .choice(
                "vehicle.mode", "Whom closed roads and forbidden turns ahead are looked at for",
                \.engine.horizon.vehicle),
            .optionalText(
                "vehicle.dbc", "a path", "The DBC of the car's own signals", \.vehicle.database,
                check: path),
            signal("speed_signal", "The signal of the car's speed", \.vehicle.speed),
            signal("yaw_rate_signal", "The signal of its yaw rate, to the left", \.vehicle.yawRate),
            signal("odometer_signal", "The signal of its odometer", \.vehicle.odometer),
            signal(
                "surface_condition_signal",
                "The signal that says whether the road is dry, wet, or under snow or ice; limits that hold"
                    + " in rain or snow go by it", \.vehicle.surface),
            .optionalText(
                "vehicle.surface_condition_values", "as 0=dry,1=wet,2=wet,3=snow,4=ice",
                "What its raw numbers stand for, all others for unknown; where it is left out, the DBC's"
                    + " names of them say it", \.vehicle.surfaceValues
            ) { text in
                SurfaceValue.list(in: text) == nil
                    ? ValueProblem("expected numbers and dry, wet, snow or ice, as in 0=dry,1=wet")
                    : nil
            },
            .seconds(
                "vehicle.surface_condition_lifetime_s", 0.1...3600,
                "After this long without that signal the road is unknown again",
                \.engine.surfaceLifetime),
            .choice(
                "vehicle.surface_condition",
                "What the road is taken for on all of a drive; only without that signal",
                \.engine.surface),
        ] + driver + [
            .optionalText(
                "vehicle.can", "an interface",
                "The CAN interface that they come from; daemon.can where it is left out",
                \.vehicle.interface, check: interfaceName)
        ]

    static func signal(
        _ key: String, _ meaning: String, _ place: SettingPlace<String?>
    ) -> Setting {
        .optionalText("vehicle." + key, "SIGNAL or MESSAGE.SIGNAL", meaning, place) { text in
            text.isEmpty ? ValueProblem("expected SIGNAL or MESSAGE.SIGNAL") : nil
        }
    }
}
