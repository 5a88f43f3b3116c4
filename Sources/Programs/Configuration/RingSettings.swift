/// The ring buffer: the last minutes as a recording in memory, and the files that it is written to.
public struct RingSettings: Sendable, Hashable {
    /// The folder of the files; `nil` for no ring buffer.
    public var folder: String?
    /// The length of time that is kept, s.
    public var length = 300
    /// The memory, MiB.
    public var capacity = 2
    /// The most files that are kept.
    public var mostFiles = 10
}

extension SettingTable {
    /// Settings of the ring buffer, and of the log of speed limits.
    static let ring: [Setting] = [
        .optionalText(
            "daemon.ring_directory", "a path",
            "The folder for recordings of a ring buffer in memory, which is written after a fault or on command;"
                + " it is created with mode 0700", \.daemon.ring.folder, check: path),
        .count(
            "daemon.ring_s", 10...86_400, unit: "s",
            "The length of time that the ring buffer keeps, if its memory suffices",
            \.daemon.ring.length),
        .count(
            "daemon.ring_limit_mib", 1...256, unit: "MiB", "The memory of the ring buffer",
            \.daemon.ring.capacity),
        .count(
            "daemon.ring_files", 1...1000, unit: "files",
            "The files of the ring buffer that are kept; the oldest is removed for a new one",
            \.daemon.ring.mostFiles),
        .optionalText(
            "daemon.limit_log", "a path",
            "The log of the speed limits that are sent, with their sources", \.daemon.limitLog,
            check: path),
        .count(
            "daemon.limit_log_mib", 1...1_048_576, unit: "MiB",
            "The size at which the log of speed limits is renamed to FILE.1, in place of an older one",
            \.daemon.limitLogLimit),
    ]
}
