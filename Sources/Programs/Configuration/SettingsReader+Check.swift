import ADASISv2
import Engine
import Horizon
import HorizonProvider
import Quantities
import Routing

// What single values do not show: combinations that do not work.
extension SettingsReader {
    /// What one path may span on the wire: beyond it a client cannot know where an offset that has
    /// wrapped around belongs (the offset has 13 bits, and 8191 is not one).
    private static let longestOnWire = 7900.0

    /// Looks at all settings together.
    ///
    /// - Parameters:
    ///   - readsVehicle: whether the DBC of the car's own signals is needed.
    ///   - readsRequests: whether the DBC of the requests of clients is needed.
    mutating func check(readsVehicle: Bool = false, readsRequests: Bool = false) {
        checkLayout()
        checkRequests(reads: readsRequests)
        checkVehicle(reads: readsVehicle)
        checkIdentifiers()
        followVehicle()
        checkPreset()
        checkLearning()
        checkBitRates()
        checkLink()
        checkLevels()
        checkReach()
        checkBudget()
        followBudget()
        checkOrder("matching.minimum_search_radius_m", "matching.maximum_search_radius_m")
        checkOrder("matching.return_to_road_probability", "matching.leave_road_probability")
        checkOrder("matching.best_accuracy_m", "matching.worst_accuracy_m")
        checkOrder(
            "intent.comfortable_deceleration_m_per_s2", "intent.hardest_deceleration_m_per_s2")
    }

    /// The layout, and that what is asked for by name has a place in it.
    mutating func checkLayout() {
        do throws(LayoutChoice.Problem) {
            try loadLayout()
        } catch {
            report(error.settings, error.text)
            return
        }
        let settings = loaded.settings
        for name in settings.enabled where !settings.disabled.contains(name) {
            guard !name.isCarried(by: settings.layout.layout) else { continue }
            report(
                ["messages.enable", "layout.name"],
                "\(said("messages.enable")) \(name.name): the layout \(settings.layout.name) has no place"
                    + " for it")
        }
    }

    /// The requests of clients.
    private mutating func checkRequests(reads: Bool) {
        do throws(RequestChoice.Problem) {
            try loaded.settings.requests.check()
            if reads { try loadRequests() }
        } catch {
            report(error.settings, error.text)
        }
    }

    /// The car's own signals.
    private mutating func checkVehicle(reads: Bool) {
        do throws(VehicleChoice.Problem) {
            try loaded.settings.vehicle.check()
            if reads { try loadVehicle() }
        } catch {
            report(error.settings, error.text)
        }
        let settings = loaded.settings
        if let signal = settings.vehicle.surface, settings.engine.surface != .unknown {
            report(
                ["vehicle.surface_condition", "vehicle.surface_condition_signal"],
                "\(said("vehicle.surface_condition")) \(settings.engine.surface.rawValue):"
                    + " \(said("vehicle.surface_condition_signal")) \(signal) reports"
                    + " the surface; remove one of both")
        }
    }

    /// A truck's route is one for trucks.
    private mutating func followVehicle() {
        let vehicle = loaded.settings.engine.horizon.vehicle
        let mode = loaded.settings.route.mode
        guard loaded.origins["vehicle.mode"] != nil, mode != vehicle else { return }
        guard loaded.origins["route.mode"] != nil else {
            adopt(.text(vehicle.rawValue), for: "route.mode", from: "vehicle.mode")
            return
        }
        report(
            ["route.mode", "vehicle.mode"],
            "\(said("route.mode")) \(mode.rawValue): \(said("vehicle.mode")) is"
                + " \(vehicle.rawValue)")
    }

    /// What is asked for by name beside a preset that never sends it.
    private mutating func checkPreset() {
        let settings = loaded.settings
        for name in settings.enabled where !settings.disabled.contains(name) {
            guard !settings.preset.extent.includes(name.kind) else { continue }
            report(
                ["messages.enable", "messages.preset"],
                "\(said("messages.enable")) \(name.name): \(said("messages.preset"))"
                    + " \(settings.preset.rawValue) sends no \(name.kind.name)")
        }
    }

    /// A file for what is not learned.
    private mutating func checkLearning() {
        guard let path = loaded.settings.daemon.learnedTurns,
            !loaded.settings.engine.horizon.learnsTurns
        else { return }
        report(
            ["daemon.learned_turns"],
            "\(said("daemon.learned_turns")) \(path): horizon.learning is false")
    }

    /// The bit rate that the interface is set to is that of the bus.
    private mutating func checkBitRates() {
        guard let rate = loaded.settings.daemon.bitRate else { return }
        let settings = loaded.settings.engine.provider.pace
        switch (loaded.origins["pace.bit_rate"], loaded.origins["daemon.bitrate"]) {
        case (.flag, _): return
        case (.file, .file) where settings.bitRate != rate:
            report(
                ["pace.bit_rate"],
                "daemon.bitrate is \(rate) and pace.bit_rate is \(settings.bitRate); remove one of"
                    + " both")
        default: adopt(.integer(rate), for: "pace.bit_rate", from: "daemon.bitrate")
        }
    }

    /// The daemon sets an interface up as a whole or not at all.
    private mutating func checkLink() {
        let daemon = loaded.settings.daemon
        if daemon.bitRate == nil {
            for name in SettingTable.linkNames where loaded.origins[name] != nil {
                report(
                    [name],
                    "\(name): daemon.bitrate is not set; the daemon sets up the interface only with it"
                )
            }
        }
        if let rate = daemon.bitRate, let data = daemon.dataBitRate, data < rate {
            report(
                ["daemon.data_bitrate"],
                "daemon.data_bitrate \(data): \(said("daemon.bitrate")) is \(rate); the data phase is not"
                    + " slower")
        }
    }

    private mutating func checkLevels() {
        let levels = loaded.settings.sideLevels
        if case .flag = loaded.origins["horizon.side_levels"] { return }
        for setting in SettingTable.all where setting.path.first == "level" {
            guard let level = Int(setting.path[1]), level > levels,
                case .file = loaded.origins[setting.name]
            else { continue }
            report(
                [setting.name],
                "\(setting.name): there is no level \(level), horizon.side_levels is \(levels)")
        }
    }

    private mutating func checkReach() {
        let trailing = loaded.settings.engine.horizon.trailing.metres.value
        for level in 0...loaded.settings.sideLevels {
            let settings = loaded.settings.levels[level]
            for kind in StreamKind.allCases where settings[kind].isEnabled {
                let reach = settings[kind].reach ?? settings.reach
                guard reach + trailing > SettingsReader.longestOnWire else { continue }
                let own = "level.\(level).\(kind.rawValue).reach_m"
                let name = settings[kind].reach == nil ? "level.\(level).reach_m" : own
                report(
                    [name, "horizon.trailing_m"],
                    "\(said(name)) and \(said("horizon.trailing_m")) are"
                        + " \(numberText(reach + trailing)) m together; clients can only unwrap"
                        + " offsets up to \(numberText(SettingsReader.longestOnWire)) m")
                break
            }
        }
    }

    private mutating func checkBudget() {
        guard let shortage = loaded.settings.shortageOfBudget else { return }
        report(
            ["pace.bus_load_percent", "pace.bit_rate", "timing.position_s"],
            "\(said("pace.bus_load_percent")) \(shortage)")
    }

    /// Where the size of packages is left open it follows the budget. Where it is set, the smaller of
    /// both holds.
    private mutating func followBudget() {
        let provider = loaded.settings.engineParameters.provider
        guard provider.pace.packageSize == nil else { return }
        followPackageSize()
        guard provider.packageSize > PaceParameters.usualPackage else { return }
        let sources = ["pace.bus_load_percent", "pace.bit_rate", "pace.package_interval_s"]
        let source = sources.first { loaded.origins[$0] != nil }
        adopt(
            .integer(min(provider.packageSize, PaceParameters.packageSizes.upperBound)),
            for: "pace.package_size",
            from: source ?? sources[0])
    }

    private mutating func checkOrder(_ lower: String, _ upper: String) {
        func number(_ name: String) -> Double? {
            SettingTable.setting(named: name)?.value(loaded.settings)?.asNumber
        }
        guard let low = number(lower), let high = number(upper), low > high else { return }
        report([lower, upper], "\(lower) is more than \(upper)")
    }

    /// A setting by the flag that set it, or its name.
    private func said(_ name: String) -> String {
        if case .flag(let flag) = loaded.origins[name] { return flag }
        return name
    }

    /// Reports at the first of the settings that a file has set.
    private mutating func report(_ names: [String], _ text: String) {
        for name in names {
            if case .file(let place) = loaded.origins[name] {
                report(place, text)
                return
            }
        }
        report(nil, text)
    }
}
