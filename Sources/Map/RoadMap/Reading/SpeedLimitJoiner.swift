/// Joins speed limits with the conditions that stand behind them in a list of attributes. The file ties
/// them by order alone, and no other code depends on that order.
struct SpeedLimitJoiner {
    /// A limit, one condition of it, and the attribute that holds its range.
    typealias Limit = (rule: SpeedLimitRule, condition: Condition?, attribute: Attribute)

    private let direction: Direction
    private var waiting: (rule: SpeedLimitRule, attribute: Attribute)?
    /// Whether a condition of the limit that waits has been read.
    private var hasCondition = false

    init(in direction: Direction) { self.direction = direction }

    /// Takes the next attribute of the list; returns the limit that is complete with it.
    mutating func take(_ attribute: Attribute) -> Limit? {
        if attribute.kind == .condition {
            guard let waiting else { return nil }
            hasCondition = true
            // A condition that this version does not know leaves the limit unknown.
            return Condition(attributeValue: attribute.value)
                .map { (waiting.rule, $0, waiting.attribute) }
        }
        let complete = finish()
        if attribute.kind == .speedLimit || attribute.kind == .particularSpeedLimit,
            attribute.directions.contains(direction),
            let rule = SpeedLimitRule(attributeValue: attribute.value)
        {
            waiting = (rule, attribute)
        }
        return complete
    }

    /// The limit that is complete at the end of the list.
    mutating func finish() -> Limit? {
        defer {
            waiting = nil
            hasCondition = false
        }
        guard let waiting, !hasCondition else { return nil }
        return (waiting.rule, nil, waiting.attribute)
    }
}
