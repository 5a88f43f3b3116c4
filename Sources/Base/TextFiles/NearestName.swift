/// The name that may have been meant by one that does not exist.
public enum NearestName {
    /// The nearest of some names: at most two characters or a fifth of the name away, and at most a third of the
    /// shorter one. The first of equal ones; `nil` where none is near.
    public static func find(_ name: String, among names: some Sequence<String>) -> String? {
        let limit = max(2, name.utf8.count / 5)
        var best: (name: String, distance: Int)?
        for candidate in names
        where (candidate.utf8.count - name.utf8.count).magnitude <= UInt(limit) {
            let distance = distance(name, candidate)
            // A short name is not near to all other short ones.
            let length = min(name.utf8.count, candidate.utf8.count)
            guard distance <= limit, 3 * distance <= length else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The same as words to add to a message, or nothing.
    public static func words(for name: String, among names: some Sequence<String>) -> String {
        find(name, among: names).map { "; did you mean \($0)?" } ?? ""
    }

    /// How many characters have to be put in, left out or replaced, or neighbours interchanged (optimal string alignment,
    /// Damerau 1964).
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        // Longer ones are never near.
        guard left.count < 200 else { return .max }
        var rows = [Array(0...right.count)]
        for (index, character) in left.enumerated() {
            var row = [index + 1]
            for (column, other) in right.enumerated() {
                let replaced = rows[index][column] + (character == other ? 0 : 1)
                var least = min(replaced, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, character == right[column - 1], left[index - 1] == other {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
