/// One TPV report of gpsd, read apart from this project's own reader, which is on trial.
public struct GPSDReport: Sendable, Hashable {
    /// The moment as it is written, `2024-11-22T17:12:44.000Z`.
    public var time: String
    /// 1 no fix, 2 of two dimensions, 3 of three.
    public var mode: Int
    /// Degrees.
    public var latitude: Double?
    /// Degrees.
    public var longitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees from true north.
    public var track: Double?

    /// The reports among the lines of a log of gpsd's JSON.
    public static func reports(in text: String) -> [GPSDReport] {
        text.split(whereSeparator: \.isNewline).compactMap { GPSDReport(line: $0) }
    }

    /// The report that a line holds, `nil` where it holds none.
    init?(line: Substring) {
        guard line.hasPrefix("{\"class\":\"TPV\"") else { return nil }
        var members: [Substring: Substring] = [:]
        for member in line.dropFirst().dropLast().split(separator: ",") {
            // No value of a TPV has a comma in it, and of a time only the first colon divides.
            let parts = member.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            members[parts[0].filter { $0 != "\"" }[...]] = parts[1].filter { $0 != "\"" }[...]
        }
        func number(_ name: Substring) -> Double? { members[name].flatMap { Double($0) } }
        guard let mode = members["mode"].flatMap({ Int($0) }) else { return nil }
        time = members["time"].map { String($0) } ?? ""
        self.mode = mode
        latitude = number("lat")
        longitude = number("lon")
        speed = number("speed")
        track = number("track")
    }

    /// Whether it is a fix.
    public var isFix: Bool { mode >= 2 && latitude != nil && longitude != nil && !time.isEmpty }

    /// The time of day in hundredths of a second, to which gpsd itself distinguishes moments; `nil`
    /// where it has none.
    public var hundredths: Int? {
        let digits = time.drop { $0 != "T" }.dropFirst().prefix { $0 != "Z" }
        let parts = digits.split(separator: ":")
        guard parts.count == 3, let hour = Int(parts[0]), let minute = Int(parts[1]),
            let second = Double(parts[2])
        else { return nil }
        return (hour * 60 + minute) * 6000 + Int((second * 100).rounded())
    }
}
