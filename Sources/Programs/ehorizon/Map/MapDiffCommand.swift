import ArgumentParser
import Console
import Geodesy
import Quantities
import RoadMap

/// `ehorizon map diff`: the differences of two maps.
struct MapDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two maps, link by link.",
        discussion: """
            Example:

              ehorizon map diff old.ehmap new.ehmap

            Each line is a link that differs, in the order of ids. "- link" is only in the first map, \
            "+ link" only in the second. "~ link NAME ..." lists the differences: line, directions, \
            attributes or profiles. The exit status is 0 with and without differences.
            """
    )

    @Argument(help: ArgumentHelp("The old map.", valueName: "a.ehmap"))
    var before: String

    @Argument(help: ArgumentHelp("The new map.", valueName: "b.ehmap"))
    var after: String

    func run() throws {
        let old = try links(of: before)
        let new = try links(of: after)
        var counts = (removed: 0, added: 0, changed: 0)
        let ids = Set(old.keys).union(new.keys).sorted {
            ($0.way, $0.startNode, $0.endNode) < ($1.way, $1.startNode, $1.endNode)
        }
        for id in ids {
            switch (old[id], new[id]) {
            case (nil, _):
                counts.added += 1
                print("+ \(id.text)")
            case (_, nil):
                counts.removed += 1
                print("- \(id.text)")
            case (let first?, let second?):
                let parts = first.differences(from: second)
                guard !parts.isEmpty else { continue }
                counts.changed += 1
                print("~ \(id.text) \(parts.joined(separator: " "))")
            }
        }
        Program.say(
            "\(counts.added) links added, \(counts.removed) removed, \(counts.changed) changed, "
                + "\(ids.count - counts.added - counts.removed - counts.changed) the same"
        )
    }

    private func links(of path: String) throws -> [StableLinkID: LinkDigest] {
        let roads = try RoadMap(files: [path])
        var links: [StableLinkID: LinkDigest] = [:]
        links.reserveCapacity(Int(clamping: min(roads.header.linkCount, 10_000_000)))
        try reading([path]) {
            for block in 0..<roads.header.blockCount {
                try roads.forEachLink(inBlock: block) { (link) throws(MapError) in
                    let whole = try LinkDescription(of: link, in: roads)
                    links[whole.id] = LinkDigest(whole)
                }
            }
        }
        return links
    }
}

/// Checksums of the data of a link: enough to detect differences, small enough for a country.
private struct LinkDigest {
    private let line: UInt32
    private let directions: DirectionSet
    /// By kind: attributes below 256, profiles above.
    private let parts: [UInt16: UInt32]

    init(_ link: LinkDescription) {
        var line = ByteWriter()
        for point in link.shape.points {
            line.u32(UInt32(bitPattern: point.latitudeE7))
            line.u32(UInt32(bitPattern: point.longitudeE7))
        }
        self.line = CRC32C.of(line.bytes.span)
        directions = link.link.directions
        var writers: [UInt16: ByteWriter] = [:]
        for (index, attribute) in link.attributes.enumerated() {
            var writer = ByteWriter()
            writer.u8(attribute.directions.rawValue | attribute.provenance.rawValue << 2)
            writer.varint(UInt64(attribute.from.value))
            writer.varint(UInt64(attribute.to.value))
            // The position of a text differs from map to map.
            if let text = link.texts[index] {
                writer.bytes(text.utf8)
            } else {
                writer.varint(attribute.value)
            }
            writers[UInt16(attribute.kind.rawValue), default: ByteWriter()].bytes(writer.bytes)
        }
        for profile in link.profiles {
            var writer = ByteWriter()
            for spot in profile.spots {
                writer.varint(UInt64(spot.offset.value))
                writer.zigzag(Int64(spot.value))
            }
            for void in profile.voids {
                writer.varint(UInt64(void.from.value))
                writer.varint(UInt64(void.to.value))
            }
            writers[256 + UInt16(profile.kind.rawValue)] = writer
        }
        parts = writers.mapValues { CRC32C.of($0.bytes.span) }
    }

    /// The names of the differences.
    func differences(from other: LinkDigest) -> [String] {
        var names: [String] = []
        if line != other.line { names.append("line") }
        if directions != other.directions { names.append("directions") }
        for kind in Set(parts.keys).union(other.parts.keys).sorted()
        where parts[kind] != other.parts[kind] {
            let attribute = UInt8(exactly: kind).flatMap {
                AttributeKind(rawValue: $0).record?.name
            }
            let profile = ProfileKind.named.first { 256 + UInt16($0.kind.rawValue) == kind }?.name
            names.append(attribute ?? profile ?? "kind\(kind)")
        }
        return names
    }
}
