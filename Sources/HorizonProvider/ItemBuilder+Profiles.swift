import ADASISv2
import Geodesy
import Quantities
import RoadMap

extension ItemBuilder {
    /// Thins out what is new of a path's continuous profiles, as far as it is needed, and makes items
    /// of it.
    ///
    /// As long as what was sent on reaches far enough, nothing is decided: the more of the path is
    /// known, the fewer spots it takes.
    mutating func closeProfiles(of path: inout WirePath, shortReach: Int, longReach: Int) {
        closeLine(.curvature, of: &path, reach: shortReach)
        closeLine(.slope, of: &path, reach: shortReach)
        if let end = path.slopeSteps.end, path.slopeSteps.sentEnd ?? .min < min(shortReach, end) {
            path.slopeSteps.close(bound: reduction.slopeStepError)
        }
        takeSlopeSteps(of: &path)
        if let end = path.altitude.end, path.altitude.sentEnd ?? .min < min(longReach, end) {
            closeAltitude(of: &path)
        }
        if let end = path.places.end, path.places.sentEnd ?? .min < min(longReach, end) {
            closePlaces(of: &path)
        }
    }

    private mutating func closeLine(
        _ profile: LineProfile, of path: inout WirePath, reach: Int
    ) {
        guard let end = path[profile].end, path[profile].sentEnd ?? .min < min(reach, end) else {
            return
        }
        close(profile, of: &path, isEnding: path.hasEnded)
    }

    /// Each message carries a piece of the profile: its first spot and, as value1, where it leads.
    private mutating func close(
        _ profile: LineProfile, of path: inout WirePath, isEnding: Bool
    ) {
        let reduction = reduction
        chooser.choose(count: path[profile].spots.count) { start, end in
            reduction.keeps(profile, path[profile].spots, start, end)
        }
        let chosen = chooser.chosen
        for (first, last) in zip(chosen, chosen.dropFirst()) {
            appendPieces(
                of: profile, from: path[profile].spots[first], to: path[profile].spots[last],
                to: &path)
        }
        if chosen.count == 1, !path[profile].hasAnchor, isEnding {
            let spot = path[profile].spots[0]
            append(profile, profile.code(spot.value), at: spot.metres, to: &path)
        }
        // One spot is no piece yet: it waits for the next.
        if chosen.count > 1 {
            path[profile].close()
            path[errorsOf: profile].drop(before: path[profile].end ?? .min)
        }
    }

    /// Ends a profile where its value is not known any more, unless that is no farther than rounding
    /// goes from a place where it is known.
    mutating func interrupt(_ profile: LineProfile, before metres: Int, of path: inout WirePath) {
        guard let end = path[profile].end, metres > end + 1 else { return }
        close(profile, of: &path, isEnding: true)
        append(profile, .notAvailable, at: end + 1, to: &path)
        path[profile].interrupt()
        path[errorsOf: profile].drop(before: end)
    }

    /// A piece longer than a message can span is sent as several.
    private mutating func appendPieces(
        of profile: LineProfile, from first: OpenSpots<Double>.Spot,
        to last: OpenSpots<Double>.Spot, to path: inout WirePath
    ) {
        let span = last.metres - first.metres
        let count = (span + ProfileDistanceCode.farthest - 1) / ProfileDistanceCode.farthest
        func value(_ metres: Int) -> Double {
            first.value + (last.value - first.value) * Double(metres - first.metres) / Double(span)
        }
        for number in 0..<count {
            let start = first.metres + span * number / count
            let end = first.metres + span * (number + 1) / count
            // No more exact than the worst place: errors run straight from spot to spot.
            var accuracy = max(
                accuracy(of: profile, value(start), at: start, on: path),
                accuracy(of: profile, value(end), at: end, on: path))
            for error in path[errorsOf: profile].spots
            where error.metres > start && error.metres < end {
                accuracy = max(
                    accuracy, self.accuracy(of: profile, value(error.metres), error.value))
            }
            // Where a curvature is none, no error is small beside it.
            if profile == .curvature, value(start) * value(end) < 0 {
                accuracy = max(accuracy, .lowest)
            }
            append(
                profile, profile.code(value(start)), at: start,
                then: profile.code(value(end)), after: end - start,
                AccuracyCode(raw: accuracy.rawValue), to: &path)
        }
    }

    private func accuracy(
        of profile: LineProfile, _ value: Double, at metres: Int, on path: WirePath
    ) -> ProfileAccuracy {
        path[errorsOf: profile].value(at: metres)
            .map { accuracy(of: profile, value, $0) } ?? .unknown
    }

    private func accuracy(
        of profile: LineProfile, _ value: Double, _ error: Double
    ) -> ProfileAccuracy {
        if error.isNaN { return .unknown }
        switch profile {
        case .curvature: return ProfileAccuracy(curvature: value, error: error)
        case .slope: return ProfileAccuracy(slopeError: error)
        }
    }

    private func append(
        _ profile: LineProfile, _ value: ProfileValueCode, at metres: Int,
        then next: ProfileValueCode? = nil, after distance: Int = 0,
        _ accuracy: AccuracyCode = .unknown, to path: inout WirePath
    ) {
        var message = ProfileShortMessage(
            profileType: profile.type, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = value
        message.accuracy = accuracy
        if let next, let code = ProfileDistanceCode(metres: distance) {
            message.distance1 = code
            message.value1 = next
        }
        path.insert(
            PathItem(
                message: .profileShort(message), metres: metres, series: Series(profile.type)))
    }

    /// Makes items of the steps of the slope that are decided.
    private mutating func takeSlopeSteps(of path: inout WirePath) {
        for number in path.slopeSteps.steps.indices {
            let step = path.slopeSteps.steps[number]
            append(
                .slopeStep, ProfileValueCode(slopePercent: step.value), at: step.metres, to: &path)
        }
        path.slopeSteps.dropDecided()
    }

    /// The same of the slope in steps.
    mutating func interruptSlopeSteps(before metres: Int, of path: inout WirePath) {
        guard let end = path.slopeSteps.end, metres > end + 1 else { return }
        path.slopeSteps.interrupt(bound: reduction.slopeStepError)
        takeSlopeSteps(of: &path)
        append(.slopeStep, .notAvailable, at: end, to: &path)
    }

    /// Adds a value of ten bits that stands alone.
    func append(
        _ type: ShortProfileType, _ value: ProfileValueCode, at metres: Int, to path: inout WirePath
    ) {
        var message = ProfileShortMessage(
            profileType: type, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = value
        path.insert(
            PathItem(message: .profileShort(message), metres: metres, series: Series(type)))
    }

    private mutating func closeAltitude(of path: inout WirePath) {
        let reduction = reduction
        chooser.choose(count: path.altitude.spots.count) { start, end in
            reduction.keepsAltitude(path.altitude.spots, start, end)
        }
        for index in chooser.chosen.dropFirst(path.altitude.hasAnchor ? 1 : 0) {
            let spot = path.altitude.spots[index]
            append(
                .altitude, LongValueCode(altitude: Metres(spot.value)), at: spot.metres, to: &path)
        }
        path.altitude.close()
    }

    /// The same of the altitude.
    mutating func interruptAltitude(before metres: Int, of path: inout WirePath) {
        guard let end = path.altitude.end, metres > end + 1 else { return }
        closeAltitude(of: &path)
        append(.altitude, .notAvailable, at: end + 1, to: &path)
        path.altitude.interrupt()
    }

    /// Longitude and latitude share their spots.
    private mutating func closePlaces(of path: inout WirePath) {
        let reduction = reduction
        chooser.choose(count: path.places.spots.count) { start, end in
            reduction.keepsPlace(path.places.spots, start, end)
        }
        for index in chooser.chosen.dropFirst(path.places.hasAnchor ? 1 : 0) {
            let spot = path.places.spots[index]
            append(place: spot.value.point, at: spot.metres, to: &path)
        }
        path.places.close()
    }

    private func append(place: Coordinate, at metres: Int, to path: inout WirePath) {
        append(
            .longitude, LongValueCode(longitude: Degrees(place.longitude)), at: metres, to: &path)
        append(.latitude, LongValueCode(latitude: Degrees(place.latitude)), at: metres, to: &path)
    }

    /// Adds a value of 32 bits; of a series of its own where several are at one place.
    func append(
        _ type: LongProfileType, _ value: LongValueCode, at metres: Int, series: Series? = nil,
        to path: inout WirePath
    ) {
        var message = ProfileLongMessage(
            profileType: type, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value = value
        path.insert(
            PathItem(
                message: .profileLong(message), metres: metres, series: series ?? Series(type)))
    }
}

extension ReductionParameters {
    /// Whether a client that has the ends of a piece knows the values in between.
    fileprivate func keeps(
        _ profile: LineProfile, _ spots: [OpenSpots<Double>.Spot], _ start: Int, _ end: Int
    ) -> Bool {
        // A client has the values as the wire rounds them.
        guard isEnabled, let first = profile.value(profile.code(spots[start].value)),
            let last = profile.value(profile.code(spots[end].value))
        else { return false }
        return keepsLine(spots, start, end, first, last) { value in
            switch profile {
            case .curvature: max(curvatureError.value, relativeCurvatureError * abs(value))
            case .slope: slopeError
            }
        }
    }

    /// The same of the altitude.
    fileprivate func keepsAltitude(
        _ spots: [OpenSpots<Double>.Spot], _ start: Int, _ end: Int
    ) -> Bool {
        isEnabled
            && keepsLine(spots, start, end, spots[start].value, spots[end].value) { _ in
                altitudeError.value
            }
    }

    private func keepsLine(
        _ spots: [OpenSpots<Double>.Spot], _ start: Int, _ end: Int, _ first: Double,
        _ last: Double, bound: (Double) -> Double
    ) -> Bool {
        let span = Double(spots[end].metres - spots[start].metres)
        for index in (start + 1)..<end {
            let fraction = Double(spots[index].metres - spots[start].metres) / span
            let error = abs(first + (last - first) * fraction - spots[index].value)
            if error > bound(spots[index].value) { return false }
        }
        return true
    }

    /// Whether a client that has the ends of a piece knows the places in between.
    fileprivate func keepsPlace(
        _ spots: [OpenSpots<PlaceSpot>.Spot], _ start: Int, _ end: Int
    ) -> Bool {
        guard isEnabled else { return false }
        let frame = LocalFrame(around: spots[start].value.point)
        let last = frame.project(spots[end].value.point)
        let origin = Double(spots[start].metres)
        let span = Double(spots[end].metres) - origin
        // A place that gave way to another on its own metre is only right beside that one.
        guard spots[end].value.distance.value >= Double(spots[end].metres) - 0.5 else {
            return false
        }
        let bound = placeError.value
        for index in (start + 1)..<end {
            // The client asks for the place at a distance along the path.
            let fraction = (spots[index].value.distance.value - origin) / span
            let error = last * fraction - frame.project(spots[index].value.point)
            if error.lengthSquared > bound * bound { return false }
        }
        return true
    }
}
