import ADASISv2
import Geodesy
import Quantities

extension ItemBuilder {
    /// Thins out what is new of a path's continuous profiles, as far as it is needed, and makes items
    /// of it.
    ///
    /// As long as what was sent on reaches far enough, nothing is decided: the more of the path is
    /// known, the fewer spots it takes.
    mutating func closeProfiles(of path: inout WirePath, shortReach: Int, longReach: Int) {
        if let end = path.curvature.end, path.curvature.sentEnd ?? .min < min(shortReach, end) {
            closeCurvature(of: &path)
        }
        if let end = path.places.end, path.places.sentEnd ?? .min < min(longReach, end) {
            closePlaces(of: &path)
        }
    }

    /// Each message carries a piece of the profile: its first spot and, as value1, where it leads.
    private mutating func closeCurvature(of path: inout WirePath) {
        let spots = path.curvature.spots
        let reduction = reduction
        chooser.choose(count: spots.count) { start, end in
            reduction.keepsCurvature(spots, start, end)
        }
        let chosen = chooser.chosen
        for (first, last) in zip(chosen, chosen.dropFirst()) {
            appendPieces(from: spots[first], to: spots[last], of: &path)
        }
        if chosen.count == 1, !path.curvature.hasAnchor, path.hasEnded {
            append(curvature: spots[0].value, at: spots[0].metres, to: &path)
        }
        // One spot is no piece yet: it waits for the next.
        if chosen.count > 1 { path.curvature.close() }
    }

    /// A piece longer than a message can span is sent as several.
    private mutating func appendPieces(
        from first: OpenSpots<Double>.Spot, to last: OpenSpots<Double>.Spot, of path: inout WirePath
    ) {
        let span = last.metres - first.metres
        let count = (span + ProfileDistanceCode.farthest - 1) / ProfileDistanceCode.farthest
        func value(_ metres: Int) -> Double {
            first.value + (last.value - first.value) * Double(metres - first.metres) / Double(span)
        }
        for number in 0..<count {
            let start = first.metres + span * number / count
            let end = first.metres + span * (number + 1) / count
            append(
                curvature: value(start), at: start, then: value(end), after: end - start, to: &path)
        }
    }

    private func append(
        curvature value: Double, at metres: Int, then next: Double? = nil, after distance: Int = 0,
        to path: inout WirePath
    ) {
        var message = ProfileShortMessage(
            profileType: .curvature, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = ProfileValueCode(curvature: PerMetre(value))
        if let next, let code = ProfileDistanceCode(metres: distance) {
            message.distance1 = code
            message.value1 = ProfileValueCode(curvature: PerMetre(next))
        }
        path.insert(
            PathItem(
                message: .profileShort(message), metres: metres,
                series: Series(ShortProfileType.curvature)))
    }

    /// Longitude and latitude share their spots.
    private mutating func closePlaces(of path: inout WirePath) {
        let spots = path.places.spots
        let reduction = reduction
        chooser.choose(count: spots.count) { start, end in
            reduction.keepsPlace(spots, start, end)
        }
        for index in chooser.chosen.dropFirst(path.places.hasAnchor ? 1 : 0) {
            append(place: spots[index].value.point, at: spots[index].metres, to: &path)
        }
        path.places.close()
    }

    private func append(place: Coordinate, at metres: Int, to path: inout WirePath) {
        append(
            .longitude, LongValueCode(longitude: Degrees(place.longitude)), at: metres, to: &path)
        append(.latitude, LongValueCode(latitude: Degrees(place.latitude)), at: metres, to: &path)
    }

    /// Adds a value of 32 bits.
    func append(
        _ type: LongProfileType, _ value: LongValueCode, at metres: Int, to path: inout WirePath
    ) {
        var message = ProfileLongMessage(
            profileType: type, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value = value
        path.insert(
            PathItem(message: .profileLong(message), metres: metres, series: Series(type)))
    }
}

extension ReductionParameters {
    /// Whether a client that has the ends of a piece knows the curvature in between.
    fileprivate func keepsCurvature(
        _ spots: [OpenSpots<Double>.Spot], _ start: Int, _ end: Int
    ) -> Bool {
        guard isEnabled else { return false }
        let span = Double(spots[end].metres - spots[start].metres)
        // A client has the values as the wire rounds them.
        let first = ProfileValueCode(curvature: PerMetre(spots[start].value)).curvature.value?.value
        let last = ProfileValueCode(curvature: PerMetre(spots[end].value)).curvature.value?.value
        guard let first, let last else { return false }
        for index in (start + 1)..<end {
            let fraction = Double(spots[index].metres - spots[start].metres) / span
            let error = abs(first + (last - first) * fraction - spots[index].value)
            let bound = max(
                curvatureError.value,
                relativeCurvatureError * abs(spots[index].value))
            if error > bound { return false }
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
