import ArgumentParser
import RoadMap

/// A link on the command line: `WAY:START-END`, the OpenStreetMap ids of its way and of the nodes at its
/// ends, or `WAY` for all links of the way.
struct LinkArgument: ExpressibleByArgument {
    /// The way.
    let way: Int64
    /// The link; `nil` for all links of the way.
    let link: StableLinkID?

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let way = Int64(parts[0]), parts.last?.isEmpty == false
        else { return nil }
        self.way = way
        guard parts.count == 2 else {
            link = nil
            return
        }
        // The ids may be negative, so that the hyphen is the one that a digit precedes.
        var ends = parts[1]
        var start = String(ends.removeFirst())
        while let character = ends.first, character != "-" {
            start.append(character)
            ends.removeFirst()
        }
        guard ends.first == "-", let startNode = Int64(start), let endNode = Int64(ends.dropFirst())
        else { return nil }
        link = StableLinkID(way: way, startNode: startNode, endNode: endNode)
    }
}

extension StableLinkID {
    /// Its form on the command line.
    var text: String { "\(way):\(startNode)-\(endNode)" }
}
