/// The buses of a log, by the names of their interfaces, with the number of their frames.
struct LoggedBuses {
    /// The most buses that are counted. A log with more is damaged.
    private static let most = 1000
    /// The buses that a line names.
    private static let mostNamed = 8

    private var buses: [(name: String, frames: Int)] = []
    private var places: [String: Int] = [:]
    /// The place of the last frame's bus: the next frame is likely of the same one.
    private var last = 0

    /// Counts a frame of an interface.
    mutating func count(_ interface: String) {
        if last < buses.count, buses[last].name == interface {
            buses[last].frames += 1
        } else if let place = places[interface] {
            last = place
            buses[place].frames += 1
        } else if buses.count < Self.most {
            last = buses.count
            places[interface] = last
            buses.append((interface, 1))
        }
    }

    /// A line about a log of several buses that were all read, or about a chosen bus without a frame; otherwise `nil`.
    /// - Parameter isWhole: Whether the log was read to its end.
    func line(chosen interface: String?, by option: String?, isWhole: Bool) -> String? {
        if let interface {
            // A bus may come in the part that was not read.
            guard isWhole, !buses.isEmpty, places[interface] == nil else { return nil }
            return "the log has no frame of \(interface); it has frames of \(list)"
        }
        guard buses.count > 1 else { return nil }
        let choice = option.map { "; \($0) chooses one" } ?? ""
        let read =
            isWhole
            ? "the log has frames of \(buses.count) buses, and all were read"
            : "the part that was read has frames of \(buses.count) buses"
        return "\(read): \(list)\(choice)"
    }

    private var list: String {
        let named = buses.prefix(Self.mostNamed).map { bus in
            "\(bus.name) (\(bus.frames == 1 ? "1 frame" : "\(bus.frames) frames"))"
        }
        let rest = buses.count - named.count
        return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
