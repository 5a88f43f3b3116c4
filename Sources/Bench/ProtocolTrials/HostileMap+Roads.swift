import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

// The roads of the map.
extension HostileMap {
    func link(
        from start: NewNode, to end: NewNode, number: Int, _ frame: LocalFrame
    ) -> NewLink {
        let first = frame.project(start.place)
        let last = frame.project(end.place)
        var points = [start.place]
        let count = self[.points]
        for step in 1..<max(count - 1, 1) {
            let share = Double(step) / Double(count - 1)
            let point = first + (last - first) * share
            let swing = Double(self[.swing]) / 100 * (step % 2 == 0 ? 1 : -1)
            let bent = PlanarVector(x: point.x + swing, y: point.y + swing)
            if let place = frame.unproject(bent) { points.append(place) }
        }
        points.append(end.place)
        var link = NewLink(
            way: self[.ways] > 0 ? Int64(number % self[.ways] + 1) : Int64(number + 1),
            startNode: start, endNode: end, points: points,
            directions: number % self[.oneWay] == 1 ? .forward : .both)
        let length = Centimetres(rounding: Shape(points).length) ?? .zero
        link.attributes = attributes(of: length, number)
        for text in 0..<self[.texts] {
            let tag = self[.shared] == 1 ? "" : "\(number) \(text) "
            let padding = String(repeating: "x", count: max(self[.name] - tag.count, 0))
            link.texts.append(NewText(text % 2 == 0 ? .name : .reference, tag + padding))
        }
        if self[.arrows] > 0 {
            // Words that have no meaning, all for one lane: a reader reads them all.
            let words = String(repeating: "a;", count: max(self[.arrows] / 2, 1))
            let own = self[.shared] == 1 ? words : "\(number);" + words.dropLast(8)
            link.texts.append(NewText(.turnLanes, own))
        }
        let (seed, scatter) = (number, self[.scatter])
        let spots = min(self[.spots], MapFormat.maximumSpots(of: length))
        let pieces = max(min(self[.pieces], spots / 2), 1)
        if spots > 0 {
            var kinds: [ProfileKind] = [.curvature, .slope, .altitude]
            if self[.errors] == 1 { kinds += [.curvatureError, .slopeError] }
            for kind in kinds {
                for piece in 0..<pieces {
                    let part = spots * piece / pieces..<spots * (piece + 1) / pieces
                    link.profiles.append(
                        NewProfile(
                            kind, provenance: .derived,
                            spots: part.map { number in
                                ProfileSpot(
                                    offset: Centimetres(length.value * number / spots),
                                    value: Int32(
                                        (number * 7919 + seed) % (scatter + 1) - scatter / 2))
                            }))
                }
            }
        }
        return link
    }

    private static let objects: [RoadObjectKind] = [
        .stopSign, .giveWaySign, .trafficLight, .speedCamera,
    ]

    private func attributes(of length: Centimetres, _ number: Int) -> [Attribute] {
        var attributes: [Attribute] = []
        func add(
            _ kind: AttributeKind, _ value: UInt64, from: Int = 0, to: Int? = nil
        ) {
            attributes.append(
                Attribute(
                    kind, value, provenance: .tagged, from: Centimetres(from),
                    to: Centimetres(to ?? length.value)))
        }
        let own = self[.shared] == 1 ? 0 : number
        add(.functionalRoadClass, UInt64(1 + own % 6))
        if self[.roundabouts] > 0, number % self[.roundabouts] == 0 {
            add(.formOfWay, UInt64(FormOfWay.roundabout.rawValue))
        }
        if self[.countries] == 1, number % 2 == 0 { add(.country, 826) }
        let limit = SpeedLimitRule(.limited(UInt16(30 + own % 90), .kilometresPerHour))
        add(.speedLimit, limit.attributeValue)
        for index in 0..<self[.conditions] {
            add(.speedLimit, limit.attributeValue)
            var condition = Condition()
            condition.weekdays = UInt8(index % 127 + 1)
            condition.weather = index % 2 == 0 ? .wet : .any
            add(.condition, condition.attributeValue)
        }
        for index in 0..<self[.restrictions] {
            add(
                .turnRestriction,
                TurnRestriction(index % 4 == 3 ? .onward : .no, toWay: Int64(number + index * 3))
                    .attributeValue)
            for way in 0..<self[.previousWays] { add(.previousWay, UInt64(number + way) << 1) }
        }
        let kinds: [AttributeKind] = [
            .lanes, .tunnel, .bridge, .surface, .speedLimit, .builtUpArea, .country, .layer,
        ]
        for index in 0..<self[.stretches] {
            let from = length.value * index / (self[.stretches] + 1)
            let kind = kinds[index % kinds.count]
            let value: UInt64 =
                switch kind {
                case .speedLimit: limit.attributeValue
                case .country: 276
                case .lanes: UInt64(index % 6)
                default: UInt64(index % 2)
                }
            add(kind, value, from: from, to: length.value - from / 3)
        }
        for index in 0..<self[.objects] {
            let place = length.value * index / (self[.objects] + 1)
            add(
                .roadObject,
                RoadObject(Self.objects[index % Self.objects.count]).attributeValue,
                from: place, to: place)
        }
        return attributes
    }
}
