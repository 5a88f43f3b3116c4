/// The number of rejected values of reports that were used without them, by kind of value.
///
/// A fix with an impossible speed still has a place: only its speed is unknown. A report is
/// rejected as a whole if its place cannot be used, or its time, where the format has one in each
/// report.
public struct DroppedValues: Sendable, Hashable {
    /// Courses over ground.
    public private(set) var courses = 0
    /// Headings.
    public private(set) var headings = 0
    /// Speeds.
    public private(set) var speeds = 0
    /// Accuracies, each of an axis or of both.
    public private(set) var accuracies = 0
    /// Horizontal dilutions.
    public private(set) var dilutions = 0
    /// Altitudes.
    public private(set) var altitudes = 0

    /// Counts a value. A field that a fix must have does not count.
    mutating func count(_ field: InputField) {
        switch field {
        case .course: courses += 1
        case .heading: headings += 1
        case .speed: speeds += 1
        case .accuracy: accuracies += 1
        case .dilution: dilutions += 1
        case .altitude: altitudes += 1
        case .time, .date, .latitude, .longitude, .satellites, .status, .mode: break
        }
    }

    /// For a tally.
    var parts: [(String, Int)] {
        [
            ("courses that cannot be used", courses), ("headings that cannot be used", headings),
            ("speeds that cannot be used", speeds),
            ("accuracies that cannot be used", accuracies),
            ("dilutions that cannot be used", dilutions),
            ("altitudes that cannot be used", altitudes),
        ]
    }
}

/// Takes a rejected value of a report that is used: its field, and its error.
typealias DroppedValueSink = (InputField, InputProblem) -> Void
