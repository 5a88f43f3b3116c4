import ADASISv2
import HorizonReconstructor
import Quantities
import TextFiles

/// A client's path tree for people: each path's stubs and segments by offset, the paths that leave it
/// drawn in beneath their stubs, profiles summed up.
///
/// ```
/// 1767254410.100000  path 8 at 412 m  speed 13.8 m/s  age 0 ms
/// path 8
/// │   398 m  segment  class 5  form single-carriageway  limit 50 km/h
/// │   512 m  ┬ path 9  turn 88.2°  probability 20.0 %
/// │          │     0 m  segment  class 6  form single-carriageway
/// ```
enum TreeText {
    /// The tree at a moment, which is written as `time`.
    static func lines(
        of tree: ReconstructedTree, _ names: LinkNames?, at time: String
    ) throws(Failure) -> String {
        var text = "\(time)  \(place(tree))\n"
        if let metaData = tree.metaData { text += "meta-data" + words(metaData.treeFields) + "\n" }
        if let link = tree.currentLink { text += "this link" + words(link.treeFields) + "\n" }
        // Paths under their stubs are drawn there; these are the ones where that begins.
        for path in tree.paths where path.parent.flatMap({ tree[$0] }) == nil {
            text += "path \(path.index.raw)\n"
            try draw(path, of: tree, names, "", &text)
        }
        let pending = tree.pendingPaths.map { "\($0.index.raw)" }
        if !pending.isEmpty {
            text += "waiting for their STUB: path \(pending.joined(separator: ", "))\n"
        }
        return text
    }

    private static func place(_ tree: ReconstructedTree) -> String {
        guard let vehicle = tree.vehicle else { return tree.whereabouts.name }
        var text = ""
        for candidate in 0..<4 {
            guard let position = tree.positions[candidate] else { continue }
            if candidate > 0 { text += "\n  or " }
            text += "path \(position.path.raw) at \(position.metres) m"
            text += words(position.message.treeFields)
        }
        assert(vehicle.path.isNormal)
        return text
    }

    private static func words(_ fields: [TreeField]) -> String {
        fields.compactMap(\.words).reduce("") { $0 + "  " + $1 }
    }

    private static func draw(
        _ path: ReconstructedPath, of tree: ReconstructedTree, _ names: LinkNames?,
        _ indent: String, _ text: inout String
    ) throws(Failure) {
        var segments = path.segments.items[...]
        func drawSegments(upTo metres: Int) {
            while let segment = segments.first, segment.metres <= metres {
                text += "\(indent)│\(offset(segment.metres))  segment"
                text += words(segment.content.treeFields) + "\n"
                segments.removeFirst()
            }
        }
        for stub in path.stubs.items {
            drawSegments(upTo: stub.metres)
            text += "\(indent)│\(offset(stub.metres))  "
            switch stub.content.subPathIndex {
            case .continuation: text += "┼ goes on"
            case .noFurtherData: text += "┬ no further data"
            default: text += "┬ path \(stub.content.subPathIndex.raw)"
            }
            text += words(stub.content.treeFields) + "\n"
            if let child = tree.path(at: stub, of: path), child.isReachable {
                try draw(child, of: tree, names, "\(indent)│          ", &text)
            }
        }
        drawSegments(upTo: .max)
        if let names {
            for (metres, identifier) in path.linkIdentifiers {
                let link =
                    try names[identifier]?.words ?? "link-identifier \(identifier), not in the map"
                text += "\(indent)│\(offset(metres))  link  \(link)\n"
            }
        }
        for profile in path.profiles {
            guard let first = profile.spots.first, let last = profile.spots.last else { continue }
            let count = profile.spots.count
            let unit = profile.kind.unit.isEmpty ? "" : " \(profile.kind.unit)"
            text += "\(indent)│  \(profile.kind.name)  \(count) \(count == 1 ? "spot" : "spots")"
            text += "  \(first.metres) m: \(profile.kind.text(of: first.content.raw).text)\(unit)"
            if count > 1 {
                text +=
                    " … \(last.metres) m: \(profile.kind.text(of: last.content.raw).text)\(unit)"
            }
            text += "\n"
        }
    }

    private static func offset(_ metres: Int) -> String {
        let digits = "\(metres)"
        return String(repeating: " ", count: max(0, 6 - digits.utf8.count)) + digits + " m"
    }
}
