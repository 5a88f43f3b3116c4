import JSONWriting

extension StatusReport {
    /// Writes the members of the report.
    func write(to json: inout JSONWriter) {
        json.text("program", program)
        json.number("uptime_s", uptime, places: 1)
        json.integer("memory_bytes", memory)
        writeFix(to: &json)
        json.beginObject("place")
        place.write(to: &json)
        json.endObject()
        writeTree(to: &json)
        writeBus(to: &json)
        json.beginObject("map")
        json.text("name", map.name)
        json.text("identity", map.identity)
        json.number("data_time", map.dataTime, places: 0)
        json.number("age_days", map.age, places: 1)
        json.endObject()
        json.beginObject("receiver")
        json.text("source", receiver.source)
        json.truth("connected", receiver.isConnected)
        Self.write(receiver.read, "read", to: &json)
        Self.write(receiver.rejected, "rejected", to: &json)
        json.endObject()
        writeHost(to: &json)
        json.beginObject("control")
        json.integer("connections", control.connections)
        json.integer("subscribers", control.subscribers)
        json.integer("requests", control.requests)
        json.integer("refused", control.refused)
        json.integer("lost_events", control.lostEvents)
        json.endObject()
    }

    private func writeFix(to json: inout JSONWriter) {
        guard let fix else { return json.null("fix") }
        json.beginObject("fix")
        json.number("time", fix.time, places: 3)
        json.number("age_s", fix.age, places: 3)
        json.number("latitude", fix.latitude, places: 7)
        json.number("longitude", fix.longitude, places: 7)
        json.number("speed_m_s", fix.speed, places: 2)
        json.number("course_deg", fix.course, places: 1)
        json.number("accuracy_m", fix.accuracy, places: 2)
        json.endObject()
    }

    private func writeTree(to json: inout JSONWriter) {
        guard let tree else { return json.null("tree") }
        json.beginObject("tree")
        json.integer("paths", tree.paths)
        json.integer("main_path", tree.main)
        json.integer("path_index", tree.index)
        json.number("offset_m", tree.offset, places: 1)
        json.number("ahead_m", tree.ahead, places: 1)
        json.truth("complete", tree.isComplete)
        json.beginArray("exits")
        for exit in tree.exits {
            json.beginObject()
            json.integer("path", exit.path)
            json.integer("path_index", exit.index)
            json.number("distance_m", exit.distance, places: 1)
            json.number("angle_deg", exit.angle, places: 1)
            json.number("probability", exit.probability, places: 4)
            json.integer("way", exit.way)
            json.text("direction", exit.isForward ? "forward" : "backward")
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func writeBus(to json: inout JSONWriter) {
        json.beginObject("bus")
        json.text("interface", bus.interface)
        json.text("state", bus.state)
        json.text("controller", bus.controller)
        json.integer("bit_rate", bus.bitRate)
        json.number("load", bus.load, places: 5)
        json.number("load_limit", bus.loadLimit, places: 5)
        Self.write(bus.frames, "frames", to: &json)
        json.integer("stalls", bus.stalls)
        json.integer("rejected_requests", bus.rejectedRequests)
        json.beginArray("messages")
        for name in bus.messages { json.text(nil, name) }
        json.endArray()
        json.endObject()
    }

    private func writeHost(to json: inout JSONWriter) {
        json.beginObject("route")
        json.text("source", host.route)
        json.truth("in_use", host.hasRoute)
        json.endObject()
        json.beginArray("objects")
        for object in host.objects {
            json.beginObject()
            json.text("id", object.id)
            json.text("kind", object.kind)
            json.integer("stretches", object.stretches)
            json.text("problem", object.problem)
            json.endObject()
        }
        json.endArray()
    }

    private static func write(_ counts: [Count], _ key: String, to json: inout JSONWriter) {
        json.beginObject(key)
        for count in counts { json.integer(count.kind, count.count) }
        json.endObject()
    }
}

extension StatusReport.Place {
    /// Writes the members of the place.
    func write(to json: inout JSONWriter) {
        json.text("state", state)
        json.number("probability", probability, places: 4)
        json.number("accuracy_m", accuracy, places: 2)
        json.number("speed_m_s", speed, places: 2)
        guard let link else { return json.null("link") }
        json.beginObject("link")
        json.integer("way", link.way)
        json.text("direction", link.isForward ? "forward" : "backward")
        json.number("offset_m", link.offset, places: 2)
        json.number("length_m", link.length, places: 2)
        json.endObject()
    }
}
