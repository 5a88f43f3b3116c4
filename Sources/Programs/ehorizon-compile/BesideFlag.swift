import ArgumentParser
import Console
import MapDifference
import Quantities
import RoadMap
import RoadMapWriter
import TextFiles

/// The map beside which the output is corrections.
struct BesideFlag: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write corrections beside this map in place of a whole map: the links that are new or "
                + "differ. Give both to a program, the corrections first, or make them one map with "
                + "`ehorizon map regions`.",
            valueName: "file.ehmap"
        )
    )
    var beside: String?

    /// The links of that map; `nil` without one.
    func difference() throws(Failure) -> LinkSelection? {
        guard let beside else { return nil }
        do throws(MapError) {
            let map = try RoadMap(
                source: FileBlockSource(path: beside), cacheBytes: 64 << 20)
            return LinkSelection(try MapDifference(from: map), map.identity, beside)
        } catch {
            throw Failure("\(beside): \(error)")
        }
    }
}

/// The links of the output: those that are new, or that differ from the map beside it.
final class LinkSelection {
    private var difference: MapDifference
    private let identity: MapIdentity
    private let path: String
    private var error: MapDifferenceError?
    private var removed = 0

    init(_ difference: MapDifference, _ identity: MapIdentity, _ path: String) {
        self.difference = difference
        self.identity = identity
        self.path = path
    }

    /// Whether a link is part of the output. Behind an error none is.
    func takes(_ link: CompiledLink) -> Bool {
        guard error == nil else { return false }
        do throws(MapDifferenceError) {
            return try difference.isNew(link.link, link.encoded)
        } catch {
            self.error = error
            return false
        }
    }

    /// The links that stand for those of the map that are no roads any more.
    func finish() throws(Failure) -> [NewLink] {
        if let error { throw Failure("--beside \(path): \(error)") }
        do throws(MapError) {
            let links = try difference.removed()
            removed = links.count
            return links
        } catch { throw Failure("\(path): \(error)") }
    }

    /// The note of the output.
    var note: (key: String, value: String) { (key: RoadMap.besideNote, value: "\(identity)") }

    /// The sums in one line.
    var text: String {
        "beside \(path): \(difference.newLinks) links are new or differ, \(removed) are removed, "
            + "\(difference.sameLinks) are the same"
    }
}
