public import Quantities

/// How well the heading shows the road.
public struct HeadingParameters: ParameterGroup {
    /// The lowest speed at which a receiver's course is used.
    public var minimumCourseSpeed = MetresPerSecond(2)
    /// The standard deviation of the receiver's course against the road, at speed.
    public var headingDeviation = Degrees(20)
    /// The standard deviation of the course between two fixes against the road. It is larger, since the
    /// errors of the fixes already contain much of it.
    public var movementDeviation = Degrees(45)
    /// The standard deviation of a receiver's velocity across the course.
    public var velocityDeviation = MetresPerSecond(0.5)
    /// The rate at which roads turn between two fixes. The course between them is the road's course
    /// half-way.
    public var turnRate = DegreesPerSecond(1)
    /// The share of headings without information: reversing, receivers that freeze.
    public var headingOutlierShare = 0.02

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.minimumCourseSpeed, "minimum_course_speed_m_per_s", 0...100,
            "Below this speed a receiver's course is noise",
            basis: "convention: four times `velocity_deviation_m_per_s`"),
        Parameter(
            \.headingDeviation, "heading_deviation_deg", 0.1...180,
            "The standard deviation of the receiver's course against the road, at speed",
            basis: "drives"),
        Parameter(
            \.movementDeviation, "movement_deviation_deg", 0.1...180,
            "The standard deviation of the course between two fixes, where the receiver gives no course",
            basis: "drives"),
        Parameter(
            \.velocityDeviation, "velocity_deviation_m_per_s", 0.01...100,
            "The standard deviation of a receiver's velocity across the course",
            basis: "convention"),
        Parameter(
            \.turnRate, "turn_rate_deg_per_s", 0...180,
            "The rate at which roads turn between two fixes, for the course between them",
            basis: "drives"),
        Parameter(
            \.headingOutlierShare, "heading_outlier_share", 0...1,
            "The share of headings without information",
            basis: "drives"),
    ]
}
