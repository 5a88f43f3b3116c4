import ADASISv2
import Geodesy
import Quantities
import RoadMap

/// Thins out the continuous profiles of paths and converts them to items.
struct ProfileReducer {
    private let reduction: ReductionParameters
    private var chooser = SpotChooser()
    /// The values of a profile as rounded on the wire, NaN without one, and the bounds of their errors.
    private var rounded: [Double] = []
    private var bounds: [Double] = []

    init(_ reduction: ReductionParameters) { self.reduction = reduction }

    /// Thins out the new part of a path's continuous profiles as far as needed, and converts it to
    /// items.
    ///
    /// It decides nothing while the items reach far enough: a longer known path needs fewer
    /// points.
    mutating func closeProfiles(of path: inout WirePath, shortReach: Int, longReach: Int) {
        closeLine(.curvature, of: &path, reach: shortReach)
        closeLine(.slope, of: &path, reach: shortReach)
        if let end = path.open.slopeSteps.end,
            path.open.slopeSteps.sentEnd ?? .min < min(shortReach, end)
        {
            path.open.slopeSteps.close(bound: reduction.slopeStepError)
        }
        takeSlopeSteps(of: &path)
        if let end = path.open.altitude.end,
            path.open.altitude.sentEnd ?? .min < min(longReach, end)
        {
            closeAltitude(of: &path)
        }
        if let end = path.open.places.end, path.open.places.sentEnd ?? .min < min(longReach, end) {
            closePlaces(of: &path)
        }
        path.settleItems()
    }

    private mutating func closeLine(
        _ profile: LineProfile, of path: inout WirePath, reach: Int
    ) {
        guard let end = path[open: profile].end,
            path[open: profile].sentEnd ?? .min < min(reach, end)
        else {
            return
        }
        close(profile, of: &path, isEnding: path.building.hasEnded)
    }

    /// Each message carries a piece of the profile: its first point, and its last point as value1.
    private mutating func close(
        _ profile: LineProfile, of path: inout WirePath, isEnding: Bool
    ) {
        prepare(profile, of: path)
        choose(among: path[open: profile].spots)
        let chosen = chooser.chosen
        for (first, last) in zip(chosen, chosen.dropFirst()) {
            appendPieces(
                of: profile, from: path[open: profile].spots[first],
                to: path[open: profile].spots[last],
                to: &path)
        }
        if chosen.count == 1, !path[open: profile].hasAnchor, isEnding {
            let spot = path[open: profile].spots[0]
            path.append(profile, profile.code(spot.value), at: spot.metres)
        }
        // One point is no piece yet: it waits for the next point.
        if chosen.count > 1 {
            path[open: profile].close()
            path[errorsOf: profile].drop(before: path[open: profile].end ?? .min)
        }
    }

    /// Rounds the values of a profile as clients have them.
    private mutating func prepare(_ profile: LineProfile, of path: borrowing WirePath) {
        rounded.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
        for spot in path[open: profile].spots {
            rounded.append(profile.value(profile.code(spot.value)) ?? .nan)
            bounds.append(reduction.bound(of: profile, at: spot.value))
        }
    }

    /// Chooses the points from which a client knows the values in between.
    private mutating func choose(among spots: [OpenSpots<Double>.Spot]) {
        let isEnabled = reduction.isEnabled
        chooser.choose(count: spots.count) { start, end in
            guard isEnabled, !rounded[start].isNaN, !rounded[end].isNaN else { return false }
            let span = Double(spots[end].metres - spots[start].metres)
            for index in (start + 1)..<end {
                let fraction = Double(spots[index].metres - spots[start].metres) / span
                let value = rounded[start] + (rounded[end] - rounded[start]) * fraction
                if abs(value - spots[index].value) > bounds[index] { return false }
            }
            return true
        }
    }

    /// Begins an update.
    mutating func beginUpdate() { chooser.beginUpdate() }

    /// Ends a profile before a place without a known value. It does not end if that place is within
    /// the rounding of a place with a known value.
    mutating func interrupt(_ profile: LineProfile, before metres: Int, of path: inout WirePath) {
        guard let end = path[open: profile].end, metres > end + 1 else { return }
        close(profile, of: &path, isEnding: true)
        path.append(profile, .notAvailable, at: end + 1)
        path[open: profile].interrupt()
        path[errorsOf: profile].drop(before: end)
    }

    /// A piece longer than the span of a message is sent as several messages.
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
            // The accuracy of a piece is that of its worst place: errors are interpolated linearly
            // between points.
            var accuracy = max(
                accuracy(of: profile, value(start), at: start, on: path),
                accuracy(of: profile, value(end), at: end, on: path))
            for error in path[errorsOf: profile].spots
            where error.metres > start && error.metres < end {
                accuracy = max(
                    accuracy, self.accuracy(of: profile, value(error.metres), error.value))
            }
            // At a curvature of 0, no error is small in proportion.
            if profile == .curvature, value(start) * value(end) < 0 {
                accuracy = max(accuracy, .lowest)
            }
            path.append(
                profile, profile.code(value(start)), at: start,
                then: profile.code(value(end)), after: end - start,
                AccuracyCode(raw: accuracy.rawValue))
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

    /// Converts the decided steps of the slope to items.
    private mutating func takeSlopeSteps(of path: inout WirePath) {
        for number in path.open.slopeSteps.steps.indices {
            let step = path.open.slopeSteps.steps[number]
            path.append(
                .slopeStep, ProfileValueCode(slopePercent: step.value), at: step.metres)
        }
        path.open.slopeSteps.dropDecided()
    }

    /// The same of the slope in steps.
    mutating func interruptSlopeSteps(before metres: Int, of path: inout WirePath) {
        guard let end = path.open.slopeSteps.end, metres > end + 1 else { return }
        path.open.slopeSteps.interrupt(bound: reduction.slopeStepError)
        takeSlopeSteps(of: &path)
        path.append(.slopeStep, .notAvailable, at: end)
    }

    private mutating func closeAltitude(of path: inout WirePath) {
        rounded.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
        for spot in path.open.altitude.spots {
            rounded.append(spot.value)
            bounds.append(reduction.altitudeError.value)
        }
        choose(among: path.open.altitude.spots)
        for index in chooser.chosen.dropFirst(path.open.altitude.hasAnchor ? 1 : 0) {
            let spot = path.open.altitude.spots[index]
            path.append(
                .altitude, LongValueCode(altitude: Metres(spot.value)), at: spot.metres)
        }
        path.open.altitude.close()
    }

    /// The same of the altitude.
    mutating func interruptAltitude(before metres: Int, of path: inout WirePath) {
        guard let end = path.open.altitude.end, metres > end + 1 else { return }
        closeAltitude(of: &path)
        path.append(.altitude, .notAvailable, at: end + 1)
        path.open.altitude.interrupt()
    }

    /// Longitude and latitude share their points.
    private mutating func closePlaces(of path: inout WirePath) {
        let reduction = reduction
        var origin: (start: Int, frame: LocalFrame)?
        chooser.choose(count: path.open.places.spots.count) { start, end in
            // The pieces from one point are tried one after the other.
            let frame =
                origin.flatMap { $0.start == start ? $0.frame : nil }
                ?? LocalFrame(around: path.open.places.spots[start].value.point)
            origin = (start, frame)
            return reduction.keepsPlace(path.open.places.spots, start, end, in: frame)
        }
        for index in chooser.chosen.dropFirst(path.open.places.hasAnchor ? 1 : 0) {
            let spot = path.open.places.spots[index]
            append(place: spot.value.point, at: spot.metres, to: &path)
        }
        path.open.places.close()
    }

    private func append(place: Coordinate, at metres: Int, to path: inout WirePath) {
        path.append(
            .longitude, LongValueCode(longitude: Degrees(place.longitude)), at: metres)
        path.append(.latitude, LongValueCode(latitude: Degrees(place.latitude)), at: metres)
    }
}

extension ReductionParameters {
    /// The allowed error of a profile at a value.
    fileprivate func bound(of profile: LineProfile, at value: Double) -> Double {
        switch profile {
        case .curvature: max(curvatureError.value, relativeCurvatureError * abs(value))
        case .slope: slopeError
        }
    }

    /// Whether a client with the ends of a piece knows the places in between.
    fileprivate func keepsPlace(
        _ spots: [OpenSpots<PlaceSpot>.Spot], _ start: Int, _ end: Int, in frame: LocalFrame
    ) -> Bool {
        guard isEnabled else { return false }
        let last = frame.project(spots[end].value.point)
        let origin = Double(spots[start].metres)
        let span = Double(spots[end].metres) - origin
        // A place that was moved from its own metre by another one is right only beside that one.
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
