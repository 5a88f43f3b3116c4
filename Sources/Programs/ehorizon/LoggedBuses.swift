/// The buses of a log, by the names of their interfaces, with the number of their frames.
struct LoggedBuses {
    /// The buses that are told apart; a log of more is damaged.
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
    func line(chosen interface: String?, by option: String?) -> String? {
        if let interface {
            guard !buses.isEmpty, places[interface] == nil else { return nil }
            return "the log has no frame of \(interface); it has frames of \(list)"
        }
        guard buses.count > 1 else { return nil }
        let choice = option.map { "; \($0) chooses one" } ?? ""
        return "the log has frames of \(buses.count) buses, and all were read: \(list)\(choice)"
    }

    private var list: String {
        let named = buses.prefix(Self.mostNamed).map { bus in
            "\(bus.name) (\(bus.frames == 1 ? "1 frame" : "\(bus.frames) frames"))"
        }
        let rest = buses.count - named.count
        return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
