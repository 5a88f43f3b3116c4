/// How many values were dropped from reports that were used without them, by what they should have
/// been.
///
/// A fix with an impossible speed still says where the car is: its speed is then not known. Only what
/// a fix cannot be without (a place; a time where the format has one in each report) takes the report
/// with it.
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

    /// Counts a value; a field that no fix can be without is none.
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

/// Takes a value that is dropped while its report is used: which it is, and what is wrong with it.
typealias DroppedValueSink = (InputField, InputProblem) -> Void
