import MapCompiler
import RegionSet

extension FuzzEntry {
    /// An index that is read stays in its folder, and is the same when it was written again. The same bytes may be
    /// the polygons of an area.
    static func regions(_ bytes: [UInt8]) -> String? {
        _ = try? KeptArea(geoJSON: bytes)
        guard let index = try? RegionIndex(bytes) else { return nil }
        guard let again = try? RegionIndex(Array(index.text.utf8)) else {
            return "what was written is not read:\n\(index.text)"
        }
        guard again == index else { return "it has changed:\n\(index.text)" }
        for part in MapName.regions(index, folder: "set").parts
        where part.path.split(separator: "/", omittingEmptySubsequences: false).count != 2 {
            return "a region outside the folder: \(part.path)"
        }
        return nil
    }
}
