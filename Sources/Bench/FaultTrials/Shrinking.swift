/// Finds a shorter plan that still breaks something: leaves out halves, quarters and single faults as long as what
/// is left fails.
/// - Parameter fails: Whether a plan breaks something.
/// - Returns: A plan of which no single fault can be left out.
public func shortest(_ plan: FaultPlan, fails: (FaultPlan) throws -> Bool) rethrows -> FaultPlan {
    var plan = plan
    var part = max(plan.faults.count / 2, 1)
    while true {
        var hasShrunk = false
        var start = 0
        while start < plan.faults.count {
            var faults = plan.faults
            faults.removeSubrange(start..<min(start + part, faults.count))
            let shorter = plan.with(faults)
            if try fails(shorter) {
                plan = shorter
                hasShrunk = true
            } else {
                start += part
            }
        }
        if part == 1 && !hasShrunk { return plan }
        part = max(part / 2, 1)
    }
}
