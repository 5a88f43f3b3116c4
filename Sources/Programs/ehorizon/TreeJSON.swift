import ADASISv2
import HorizonReconstructor
import TextFiles

/// A client's path tree as one JSON object, its keys and paths always in the same order.
enum TreeJSON {
    /// The object with its line feed. `text` is the time as text, which it has beside the number.
    static func line(
        of tree: ReconstructedTree, _ names: LinkNames?, _ nanoseconds: Int64, text time: String?
    ) throws(Failure) -> String {
        var members = ["\"time\":\(secondsText(nanoseconds))"]
        if let time { members.append("\"timeText\":\"\(time)\"") }
        members.append("\"position\":\"\(tree.whereabouts.name)\"")
        var candidates: [String] = []
        for candidate in 0..<4 {
            guard let position = tree.positions[candidate] else { continue }
            candidates.append(
                object(
                    [
                        "\"positionIndex\":\(candidate)", "\"pathIndex\":\(position.path.raw)",
                        "\"offset\":\(position.metres)",
                    ] + position.message.treeFields.map(\.json)))
        }
        members.append("\"candidates\":\(array(candidates))")
        if let metaData = tree.metaData {
            members.append("\"metaData\":" + object(metaData.treeFields.map(\.json)))
        }
        if let link = tree.currentLink {
            members.append("\"currentLink\":" + object(link.treeFields.map(\.json)))
        }
        for (name, paths) in [("paths", tree.paths), ("pending", tree.pendingPaths)] {
            var texts: [String] = []
            for path in paths { texts.append(try text(path, names)) }
            members.append("\"\(name)\":" + array(texts))
        }
        return object(members) + "\n"
    }

    private static func text(
        _ path: ReconstructedPath, _ names: LinkNames?
    ) throws(Failure) -> String {
        var members = ["\"pathIndex\":\(path.index.raw)"]
        if let parent = path.parent {
            members.append("\"parent\":\(parent.raw)")
            members.append("\"stubOffset\":\(path.stubMetres)")
        }
        let stubs = path.stubs.items.map {
            let sub = TreeField(.subPathIndex, $0.content.subPathIndex, .stub)
            return object(
                ["\"offset\":\($0.metres)", sub.json] + $0.content.treeFields.map(\.json))
        }
        let segments = path.segments.items.map {
            object(["\"offset\":\($0.metres)"] + $0.content.treeFields.map(\.json))
        }
        let profiles = path.profiles.filter { !$0.spots.isEmpty }.map { profile in
            let form = profile.kind.form
            let spots = profile.spots.map { spot in
                let value = profile.kind.text(of: spot.content.raw)
                return object(["\"offset\":\(spot.metres)", value.members("value", as: form)])
            }
            return "\"\(profile.kind.maskName)\":\(array(spots))"
        }
        members.append("\"stubs\":\(array(stubs))")
        members.append("\"segments\":\(array(segments))")
        members.append("\"profiles\":\(object(profiles))")
        if let names {
            var links: [String] = []
            for (metres, identifier) in path.linkIdentifiers {
                let link = try names[identifier]?.json ?? "null"
                links.append(
                    "{\"offset\":\(metres),\"linkIdentifier\":\(identifier),\"link\":\(link)}")
            }
            members.append("\"links\":\(array(links))")
        }
        return object(members)
    }

    private static func object(_ members: [String]) -> String {
        "{" + members.joined(separator: ",") + "}"
    }

    private static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}

extension ReconstructedPath {
    /// The link-identifiers of the path with their offsets in metres.
    var linkIdentifiers: [(metres: Int, identifier: UInt32)] {
        profiles.filter { $0.kind == .long(.linkIdentifier) }.flatMap { profile in
            profile.spots.compactMap { spot in
                LongValueCode(raw: spot.content.raw).linkIdentifier.value.map { (spot.metres, $0) }
            }
        }
    }
}
