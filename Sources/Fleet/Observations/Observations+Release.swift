extension Observations {
    /// The same without what fewer than so many cars showed, and without tokens of cars: for others than those who collected
    /// it. 1...``CarSet/most`` cars.
    ///
    /// An hour with too few cars counts for the whole week alone, where all of these hours together have enough.
    public func released(leastCars: Int) -> Self {
        precondition((1...CarSet.most).contains(leastCars), "a set counts 1 to 8 cars")
        guard self.leastCars == nil else { return self }
        var release = Self(settings)
        release.totals = totals
        release.leastCars = leastCars
        for (road, observation) in roads {
            let kept = observation.released(leastCars)
            if !kept.isEmpty { release.roads[road] = kept }
        }
        release.misfits = misfits.compactMapValues { $0.released(leastCars) }
        return release
    }
}

extension RoadObservation {
    fileprivate func released(_ least: Int) -> Self {
        var kept = Self()
        kept.exits = exits.compactMapValues { $0.released(least) }
        var others = Speeds()
        for (hour, own) in speeds {
            if own.cars.count >= least {
                kept.speeds[hour] = Speeds(counts: own.counts)
            } else {
                others.merge(own)
            }
        }
        if others.cars.count >= least { kept.otherSpeeds.counts = others.counts }
        return kept
    }
}

extension PassCount {
    fileprivate func released(_ least: Int) -> Self? {
        cars.count >= least ? Self(count: count) : nil
    }
}
