import ArgumentParser
public import Console
import TextFiles

/// A configuration as text, with the name that its problems are reported under.
public struct NamedConfiguration: Sendable {
    let name: String
    let bytes: [UInt8]

    /// A configuration that was kept elsewhere than in a file of its own.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension MessageFlags {
    /// The settings of the file and the flags, checked, or all that is wrong with them.
    ///
    /// - Parameters:
    ///   - own: The flags of the program besides these.
    ///   - base: What the file of `--config` is put on top of.
    ///   - readsVehicle: Whether the car's own signals are read, and so their DBC.
    ///   - readsRequests: Whether the requests of clients are read, and so their DBC.
    ///   - takesPipe: Whether the file may be a pipe, which is waited for.
    public func read(
        adding own: [FlagSetting] = [], onto base: NamedConfiguration? = nil,
        readsVehicle: Bool = false, readsRequests: Bool = false, takesPipe: Bool = true
    ) -> (loaded: LoadedSettings, problems: [SettingProblem]) {
        var reader = SettingsReader()
        if let base { reader.read(base.bytes, file: base.name) }
        if let config { reader.read(path: config, takesPipe: takesPipe) }
        reader.apply(self)
        reader.apply(own)
        // What does not work together is of interest once each by itself does.
        if reader.problems.isEmpty {
            reader.check(readsVehicle: readsVehicle, readsRequests: readsRequests)
        }
        return (reader.loaded, reader.problems)
    }

    /// The settings to run with; `nil` where the user asked to check or print them, which has been
    /// done then. Each problem is reported in a line of its own, and ends the program with status 2.
    public func load(
        adding own: [FlagSetting] = [], onto base: NamedConfiguration? = nil,
        readsVehicle: Bool = false, readsRequests: Bool = false
    ) throws -> LoadedSettings? {
        let (loaded, problems) = read(
            adding: own, onto: base, readsVehicle: readsVehicle, readsRequests: readsRequests)
        try problems.endIfAny()
        for note in loaded.notes { Program.note(note) }
        if printConfig {
            let output = try TextOutput("-")
            try output.write(loaded.toml)
            try output.finish()
        }
        return printConfig || checkConfig ? nil : loaded
    }
}

extension LoadedSettings {
    /// The settings of a file, if there is one, and the flags of a program that sends nothing. Each problem is
    /// reported in a line of its own, and ends the program with status 2.
    public init(file: String?, adding own: [FlagSetting], readsVehicle: Bool) throws {
        var reader = SettingsReader()
        if let file { reader.read(path: file) }
        reader.apply(own)
        if reader.problems.isEmpty { reader.check(readsVehicle: readsVehicle) }
        try reader.endIfBad()
        for note in reader.loaded.notes { Program.note(note) }
        self = reader.loaded
    }
}

extension SettingsReader {
    /// Reads a configuration file by its path.
    /// - Parameter takesPipe: Whether it may be a pipe, which is waited for.
    mutating func read(path: String, takesPipe: Bool = true) {
        do {
            let read = takesPipe ? Files.read : Files.readRegular
            self.read(try read(path, 1 << 20), file: path)
        } catch {
            report(nil, error.description)
        }
    }

    /// Reports the problems and ends the program where there are any.
    func endIfBad() throws { try problems.endIfAny() }
}

extension [SettingProblem] {
    /// Reports each in a line of its own, and ends the program with status 2 where there are any.
    fileprivate func endIfAny() throws {
        guard !isEmpty else { return }
        for problem in self { Program.note(problem.description) }
        throw ExitCode(2)
    }
}

/// The value of an argument that is needed except where a configuration is only checked or printed.
public func given<Value>(_ value: Value?, _ argument: String) throws(UsageFailure) -> Value {
    guard let value else {
        throw UsageFailure("Missing expected argument '\(argument)' (see --help)")
    }
    return value
}
