public import JSONWriting

extension SceneStep {
    /// Writes the step as a line of a scene: `time` is in seconds since the scene's start.
    public func write(to json: inout JSONWriter, source: Int, time: Double) {
        json.beginObject()
        json.text("r", "step")
        json.integer("s", source)
        json.number("t", time, places: 3)
        if let fix { Self.write(fix, to: &json) }
        if let car { car.write(to: &json) }
        if let others {
            json.beginArray("others")
            for other in others {
                json.beginObject()
                Self.write(other.place, as: "at", to: &json)
                json.number("probability", other.probability, places: 4)
                json.endObject()
            }
            json.endArray()
        }
        if isReset { json.truth("reset", true) }
        Self.write(gone, as: "gone", to: &json)
        if !paths.isEmpty {
            json.beginArray("paths")
            for path in paths { path.write(to: &json) }
            json.endArray()
        }
        writeLines(to: &json)
        writeValues(to: &json)
        if let main {
            json.beginArray("main")
            for path in main { json.integer(nil, path) }
            json.endArray()
        }
        if let route { Self.write(route, to: &json) }
        json.endObject()
        json.endLine()
    }

    private func writeLines(to json: inout JSONWriter) {
        if !kept.isEmpty {
            json.beginArray("keep")
            for place in kept {
                json.beginArray()
                json.integer(nil, place.path)
                json.number(nil, place.offset.isFinite ? place.offset : nil, places: 2)
                json.endArray()
            }
            json.endArray()
        }
        guard !lines.isEmpty else { return }
        json.beginArray("shape")
        for line in lines {
            json.beginArray()
            json.integer(nil, line.path)
            json.beginArray()
            for point in line.points {
                json.number(nil, point.offset, places: 2)
                json.number(nil, point.longitude, places: 7)
                json.number(nil, point.latitude, places: 7)
            }
            json.endArray()
            json.endArray()
        }
        json.endArray()
    }

    private func writeValues(to json: inout JSONWriter) {
        guard !values.isEmpty else { return }
        json.beginArray("values")
        for part in values {
            json.beginArray()
            json.integer(nil, part.path)
            json.text(nil, part.attribute.rawValue)
            json.number(nil, part.from, places: 2)
            json.null(nil)
            json.beginArray()
            for point in part.points {
                json.number(nil, point.offset, places: 2)
                switch point.value {
                case .number(let number):
                    json.number(nil, number, places: part.attribute.places)
                case .word(let word): json.text(nil, word)
                case .unknown: json.null(nil)
                }
            }
            json.endArray()
            json.endArray()
        }
        json.endArray()
    }

    private static func write(_ fix: FixPicture?, to json: inout JSONWriter) {
        guard let fix else { return json.null("fix") }
        json.beginObject("fix")
        write(fix.place, as: "at", to: &json)
        json.number("course", fix.course, places: 1)
        json.number("speed", fix.speed, places: 2)
        json.number("accuracy", fix.accuracy, places: 1)
        json.endObject()
    }

    private static func write(_ lines: [[ShapePoint]], to json: inout JSONWriter) {
        json.beginArray("route")
        for line in lines {
            json.beginArray()
            for point in line { write(point, as: nil, to: &json) }
            json.endArray()
        }
        json.endArray()
    }

    private static func write(_ ids: [Int], as key: String, to json: inout JSONWriter) {
        guard !ids.isEmpty else { return }
        json.beginArray(key)
        for id in ids { json.integer(nil, id) }
        json.endArray()
    }

    /// Writes a place as `[longitude, latitude]`.
    static func write(_ place: ShapePoint?, as key: String?, to json: inout JSONWriter) {
        guard let place else { return json.null(key) }
        json.beginArray(key)
        json.number(nil, place.longitude, places: 7)
        json.number(nil, place.latitude, places: 7)
        json.endArray()
    }
}

extension CarPicture {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject("car")
        json.text("state", state)
        json.integer("path", path)
        json.number("offset", offset, places: 1)
        SceneStep.write(place, as: "at", to: &json)
        json.number("heading", heading, places: 1)
        json.number("speed", speed, places: 2)
        json.number("probability", probability, places: 4)
        json.number("accuracy", accuracy, places: 1)
        json.endObject()
    }
}

extension PathPicture {
    /// Writes all but its line and values.
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.integer("id", id)
        json.integer("index", index)
        json.integer("parent", parent)
        json.number("at", branchOffset, places: 2)
        json.number("angle", turnAngle, places: 1)
        json.integer("level", level)
        json.number("probability", probability, places: 4)
        json.number("total", total, places: 4)
        json.truth("drivable", isDrivable)
        json.truth("u_turn", isUTurn)
        json.text("end", end)
        json.endObject()
    }
}
