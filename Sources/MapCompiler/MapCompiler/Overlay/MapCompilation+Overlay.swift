import Quantities

extension MapCompilation {
    /// The entries that are valid, on the ways of the input, and the results of the others.
    func placedOverlay() throws(MapCompileError) -> PlacedOverlay {
        guard !overlay.isEmpty else { return PlacedOverlay() }
        var moment = moment
        if moment == nil, overlay.contains(where: \.isTimed) {
            guard let age = try dataTime() else { throw .noMoment }
            let (nanoseconds, overflows) = age.multipliedReportingOverflow(by: 1_000_000_000)
            moment = UTCTime(nanoseconds: overflows ? .max : nanoseconds)
        }
        var outcomes: [OverlayOutcome] = []
        var valid: [Int] = []
        for (number, entry) in overlay.enumerated() {
            var state = OverlayOutcome.State.stale
            if let moment, let from = entry.validFrom, moment < from {
                state = .notYetValid
            } else if let moment, let until = entry.validUntil, until <= moment {
                state = .expired
            } else {
                valid.append(number)
            }
            outcomes.append(
                OverlayOutcome(file: entry.file, number: entry.number, id: entry.id, state: state))
        }
        var placer = OverlayPlacer(overlay, outcomes, valid, in: files)
        return try placer.placed()
    }

    /// The age of the oldest file, seconds since 1970; `nil` if a file does not state it.
    private func dataTime() throws(MapCompileError) -> Int64? {
        var oldest: Int64?
        for file in files {
            let pass = try OpenStreetMapPass.begin(file, .relations)
            guard let time = pass.timestamp else { return nil }
            oldest = min(oldest ?? time, time)
        }
        return oldest
    }
}
