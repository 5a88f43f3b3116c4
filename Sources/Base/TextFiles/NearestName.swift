/// The name that may have been meant by one that does not exist.
public enum NearestName {
    /// The nearest of some names, at most two characters or a fifth of the name away and with more than half of its
    /// characters in common; the first of equal ones, `nil` where none is near.
    public static func find(_ name: String, among names: some Sequence<String>) -> String? {
        let limit = max(2, name.utf8.count / 5)
        var best: (name: String, distance: Int)?
        for candidate in names
        where (candidate.utf8.count - name.utf8.count).magnitude <= UInt(limit) {
            let distance = distance(name, candidate)
            // A short name is not near to all other short ones.
            let length = max(name.utf8.count, candidate.utf8.count)
            guard distance <= limit, 2 * distance < length else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The same as words to add to a message, or nothing.
    public static func words(for name: String, among names: some Sequence<String>) -> String {
        find(name, among: names).map { "; did you mean \($0)?" } ?? ""
    }

    /// How many characters have to be put in, left out or replaced (Levenshtein 1966).
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        // Longer ones are never near.
        guard left.utf8.count < 200 else { return .max }
        var row = Array(0...right.count)
        for (index, character) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
