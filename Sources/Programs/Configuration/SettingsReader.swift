import ADASISv2
public import Console
import Engine
public import HorizonProvider

/// A value that a flag gives to one or more settings.
public struct FlagSetting: Sendable {
    /// The flag with its dashes.
    let flag: String
    /// The value as it was given.
    let given: String
    /// The settings.
    let names: [String]
    /// The value.
    let value: SettingValue

    /// A flag's value for settings.
    public init(_ flag: String, given: String, _ names: [String], _ value: SettingValue) {
        self.flag = flag
        self.given = given
        self.names = names
        self.value = value
    }

    /// A text that a flag gives to a setting; `nil` where it was not given.
    public init?(_ flag: String, _ text: String?, _ name: String) {
        guard let text else { return nil }
        self.init(flag, given: text, [name], .text(text))
    }
}

/// Settings on the heap. The code that copies all of them is long; so it exists once, and not for each type that has them.
private indirect enum KeptSettings: Sendable {
    case heap(Settings)

    var settings: Settings {
        switch self {
        case .heap(let settings): settings
        }
    }
}

/// Settings with where each of them comes from.
public struct LoadedSettings: Sendable {
    /// The settings.
    public internal(set) var settings: Settings {
        get { kept.settings }
        set { kept = .heap(newValue) }
    }
    private var kept = KeptSettings.heap(Settings())
    /// Only of settings that are not at their defaults.
    var origins: [String: SettingOrigin] = [:]
    /// Whether the package size follows the bus load limit: nobody set it.
    var followsBudget = false
    /// Notes about settings that may not be intended, one line each.
    public internal(set) var notes: [String] = []

    /// The parameters of the provider, with a package size only if somebody set one: it follows the bus load limit
    /// where that changes.
    public var providerParameters: ProviderParameters {
        var parameters = settings.engineParameters.provider
        if followsBudget { parameters.pace.packageSize = nil }
        return parameters
    }

    /// Where a setting's value comes from.
    func origin(of setting: Setting) -> SettingOrigin {
        origins[setting.name]
            ?? (setting.fallback ?? setting.source).flatMap { origins[$0] } ?? .standard
    }

    /// Names the files that are read by them, by the flags or else the settings that name them; not the map's.
    public func name(_ files: inout NamedFiles) {
        let read = [
            ("layout.name", settings.layout.isDatabase ? settings.layout.name : nil),
            ("layout.mapping", settings.layout.mapping),
            ("vehicle.dbc", settings.vehicle.database), ("route.file", settings.route.file),
        ]
        for (name, path) in read {
            if case .flag(let flag) = origins[name] {
                files.reads(flag, path)
            } else {
                files.reads(name, path)
            }
        }
    }

    /// The value that holds.
    func value(of setting: Setting) -> SettingValue? {
        setting.value(settings)
            ?? setting.fallback.flatMap { SettingTable.setting(named: $0)?.value(settings) }
    }
}

/// Puts settings together from the defaults, a file and the flags, in this order, and gathers all
/// that is wrong with them.
struct SettingsReader {
    private(set) var loaded = LoadedSettings()
    private(set) var problems: [SettingProblem] = []

    // MARK: Files

    /// Reads a configuration file.
    mutating func read(_ bytes: [UInt8], file: String) {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(bytes)
        } catch {
            report(FilePlace(file: file, place: error.place), error.reason)
            return
        }
        var seen: [String] = []
        for table in document.tables {
            let place = FilePlace(file: file, place: table.place)
            if let list = table.path.firstIndex(where: { $0.hasPrefix("[") }) {
                let name = Setting.name(of: Array(table.path[..<list]))
                if !seen.contains(name) {
                    report(place, "\(name) is a list of tables; no setting is a list of tables")
                }
                seen.append(name)
            } else if !SettingTable.all.contains(where: { $0.path.starts(with: table.path) }),
                !document.entries.contains(where: { $0.path.starts(with: table.path) })
            {
                report(place, "unknown table \(Setting.name(of: table.path))")
            }
        }
        for entry in document.entries where !entry.path.contains(where: { $0.hasPrefix("[") }) {
            read(entry, file: file)
        }
        problems.sort { ($0.place?.place ?? TextPlace()) < ($1.place?.place ?? TextPlace()) }
    }

    private mutating func read(_ entry: TOMLDocument.Entry, file: String) {
        let name = Setting.name(of: entry.path)
        guard let setting = SettingTable.setting(entry.path) else {
            let isTable = SettingTable.all.contains { $0.path.starts(with: entry.path) }
            report(
                FilePlace(file: file, place: entry.keyPlace),
                isTable
                    ? "\(name) is a table, found \(entry.value.description)"
                    : "unknown key \(name)" + SettingTable.suggestion(for: entry.path))
            return
        }
        if let problem = setting.set(&loaded.settings, entry.value) {
            let place = problem.element.map { entry.elementPlaces[$0] } ?? entry.valuePlace
            let element = problem.element.flatMap { entry.value.element($0) }
            report(
                FilePlace(file: file, place: place),
                "\(name) = \((element ?? entry.value).shortText): \(problem.reason)")
            return
        }
        loaded.origins[name] = .file(FilePlace(file: file, place: entry.valuePlace))
    }

    // MARK: Flags

    /// Takes what flags say over whatever a file said.
    mutating func apply(_ flags: [FlagSetting]) {
        for flag in flags {
            for name in flag.names {
                guard let setting = SettingTable.setting(named: name) else { continue }
                if let problem = setting.set(&loaded.settings, flag.value) {
                    report(nil, "\(flag.flag) \(flag.given): \(problem.reason)")
                    // The other settings of one flag would say the same.
                    break
                }
                loaded.origins[name] = .flag(flag.flag)
            }
        }
    }

    /// Takes the flags of the mask over. A preset stands for itself, without what a file enables or
    /// disables; names come after those of a file.
    mutating func apply(preset: String?, enable: [String], disable: [String]) {
        if let preset {
            loaded.settings.enabled = []
            loaded.settings.disabled = []
            loaded.origins["messages.enable"] = nil
            loaded.origins["messages.disable"] = nil
            apply([
                FlagSetting("--messages", given: preset, ["messages.preset"], .text(preset))
            ])
        }
        guard !enable.isEmpty || !disable.isEmpty else { return }
        let on = parse(enable, flag: "--enable")
        let off = on == nil ? nil : parse(disable, flag: "--disable")
        guard let on, let off else { return }
        var mask = loaded.settings.mask
        for name in on { mask.set(name, to: true) }
        for name in off { mask.set(name, to: false) }
        let hadNames = !loaded.settings.enabled.isEmpty || !loaded.settings.disabled.isEmpty
        if hadNames {
            // Two lists after two lists are more than two lists can say in general: name what is
            // on and off in the end.
            (loaded.settings.enabled, loaded.settings.disabled) =
                mask.difference(from: loaded.settings.preset.mask)
        } else {
            loaded.settings.enabled = on
            loaded.settings.disabled = off
        }
        if hadNames || !enable.isEmpty { loaded.origins["messages.enable"] = .flag("--enable") }
        if hadNames || !disable.isEmpty { loaded.origins["messages.disable"] = .flag("--disable") }
    }

    /// The messages and profile types that a flag names; `nil`, with a report, where there is no such name.
    private mutating func parse(_ names: [String], flag: String) -> [MessageName]? {
        var found: [MessageName] = []
        for name in names {
            do throws(UnknownMessageName) {
                found.append(try MessageName(name))
            } catch {
                report(nil, "\(flag) \(name): \(error.words)")
                return nil
            }
        }
        return found
    }

    /// Takes back what a file has set.
    mutating func forget(_ name: String, _ clear: (inout Settings) -> Void) {
        loaded.origins[name] = nil
        clear(&loaded.settings)
    }

    /// Puts the layout together, which reads the files that it is in.
    mutating func loadLayout() throws(LayoutChoice.Problem) { try loaded.settings.layout.load() }

    /// Finds the car's own signals, which reads the file that they are in.
    mutating func loadVehicle() throws(VehicleChoice.Problem) {
        try loaded.settings.vehicle.load()
    }

    /// Finds the requests of clients, which reads the file that they are in.
    mutating func loadRequests() throws(RequestChoice.Problem) {
        try loaded.settings.requests.load(beside: loaded.settings.layout.layout)
    }

    mutating func note(_ text: String) { loaded.notes.append(text) }

    mutating func report(_ place: FilePlace?, _ text: String) {
        problems.append(SettingProblem(place: place, text: text))
    }

    /// Takes note that nobody set the package size.
    mutating func followPackageSize() { loaded.followsBudget = true }

    /// Sets what follows from another setting, with its origin.
    mutating func adopt(_ value: SettingValue, for name: String, from other: String) {
        guard let setting = SettingTable.setting(named: name) else { return }
        if setting.set(&loaded.settings, value) == nil {
            loaded.origins[name] = loaded.origins[other]
        }
    }
}

extension SettingValue {
    func element(_ index: Int) -> SettingValue? {
        guard case .list(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    /// The value for a line of a problem: cut where it is long.
    var shortText: String {
        let text = tomlText
        return text.count > 60 ? text.prefix(59) + "…" : text
    }
}
