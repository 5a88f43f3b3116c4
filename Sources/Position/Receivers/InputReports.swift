import Positioning

/// The lines about a position source: each loss once, and a limited number of errors.
struct InputReports {
    private let source: String
    private var problems = 0
    private var isLossReported = false
    private var isRolloverReported = false

    /// The numbers of evaluated changes of gpsd's devices, and the reported names.
    private var deviceChanges = 0
    private var otherChanges = 0
    private var device: String?
    private var others: [String] = []

    /// The largest number of errors of the input that are reported one by one.
    static let mostProblems = 20

    /// Reports about a source of this name.
    init(_ source: PositionSource) { self.source = source.description }

    /// The line about an error; `nil` after too many errors.
    mutating func line(of problem: InputProblem) -> String? {
        problems += 1
        if problems <= Self.mostProblems { return "\(source): \(problem)" }
        return problems == Self.mostProblems + 1
            ? "\(source): further errors of its input are not reported" : nil
    }

    /// The line about a new connection.
    mutating func connected() -> String {
        isLossReported = false
        // A new connection has a new reader.
        (deviceChanges, otherChanges) = (0, 0)
        return "connected to \(source)"
    }

    /// The lines about gpsd's devices: the one that is used, once a change, and each other one, once.
    mutating func devices(_ gpsd: GPSDReader) -> [String] {
        var lines: [String] = []
        if gpsd.deviceChanges != deviceChanges {
            deviceChanges = gpsd.deviceChanges
            if let name = gpsd.device, name != device {
                lines.append(
                    "\(source): fixes come from \(name)" + (device.map { ", not from \($0)" } ?? "")
                )
                device = name
            }
        }
        if gpsd.otherDeviceChanges != otherChanges {
            otherChanges = gpsd.otherDeviceChanges
            if let name = gpsd.otherDevice, !others.contains(name), others.count < Self.mostProblems
            {
                others.append(name)
                lines.append("\(source): \(name) reports fixes too; they are not used")
            }
        }
        return lines
    }

    /// The line about a failed attempt; `nil` if the loss was reported before.
    mutating func unreachable(_ reason: String) -> String? {
        defer { isLossReported = true }
        return isLossReported ? nil : "cannot reach \(source): \(reason); trying again"
    }

    /// The line about the end of a connection.
    mutating func disconnected(isDevice: Bool) -> String {
        isLossReported = true
        let end = isDevice ? "is disconnected" : "closed the connection"
        return "\(source) \(end); trying again"
    }

    /// The line about a datagram of another sender than the one that is read.
    func foreign(_ sender: InternetAddress?, wanted: InternetAddress) -> String {
        "\(source): datagrams from \(sender?.description ?? "an unknown sender") are discarded; only those from"
            + " \(wanted) are read"
    }

    /// The line about dates that are a number of weeks too early, once.
    mutating func rollover(weeks: Int) -> String? {
        guard weeks > 0, !isRolloverReported else { return nil }
        isRolloverReported = true
        return
            "\(source): the receiver's dates are before those of the map's data; \(weeks) weeks are"
            + " added (GPS week rollover)"
    }
}
