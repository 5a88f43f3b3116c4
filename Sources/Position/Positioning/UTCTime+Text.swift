public import Quantities

extension UTCTime {
    /// A moment of ISO 8601 in its extended format, such as `2024-11-22T17:12:44.5+01:00`. A moment without a zone is
    /// UTC. `nil` for any other text.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard let moment = CalendarDate.moment(bytes.span, bytes.indices) else { return nil }
        self = moment
    }
}
