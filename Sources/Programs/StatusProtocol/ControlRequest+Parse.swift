import JSONReading

extension ControlRequest {
    /// Reads a line, without its line feed.
    public init(parsing line: [UInt8]) throws(ControlRequestError) {
        var members = RequestMembers()
        do throws(JSONReader.Failure) {
            try members.read(line)
        } catch {
            throw members.error("byte \(error.at): expected \(error.expected)")
        }
        self = try members.request()
    }
}

/// The members of a request as they are written.
private struct RequestMembers {
    private var id: String?
    private var version: String?
    private var name: String?
    private var texts: [String: String] = [:]
    private var lists: [String: [String]] = [:]
    private var objects: [UInt8]?
    private var isAll = false

    /// The members of requests that are texts, and those that are lists of texts.
    private static let textNames: Set = ["messages", "file", "route"]
    private static let listNames: Set = ["events", "enable", "disable", "names"]

    func error(_ reason: String) -> ControlRequestError {
        ControlRequestError(description: reason, id: id)
    }

    mutating func read(_ line: [UInt8]) throws(JSONReader.Failure) {
        var reader = JSONReader(line)
        try reader.open("{")
        var isFirst = true
        while let key = try reader.nextMember(&isFirst) {
            let start = reader.at
            if Self.listNames.contains(key) {
                lists[key] = try Self.list(&reader)
                continue
            }
            if key == "objects" {
                guard reader.isAtObject() else {
                    throw JSONReader.Failure(expected: "a FeatureCollection", at: start)
                }
                let begin = reader.at
                try reader.skip()
                objects = Array(line[begin..<reader.at])
                continue
            }
            let text = try Self.text(&reader)
            switch key {
            case "id":
                guard text.utf8.count <= ControlRequest.longestID else {
                    throw JSONReader.Failure(
                        expected: "an id of at most \(ControlRequest.longestID) bytes", at: start)
                }
                id = text
            case "version": version = text
            case "request": name = text
            case "all": isAll = text == "true"
            default:
                guard Self.textNames.contains(key) else {
                    throw JSONReader.Failure(expected: "a known member", at: start)
                }
                texts[key] = text
            }
        }
        try reader.finish()
    }

    private static func text(_ reader: inout JSONReader) throws(JSONReader.Failure) -> String {
        let isList = reader.isAtArray() || reader.isAtObject()
        let at = reader.at
        guard !isList, let text = try reader.text() else {
            throw JSONReader.Failure(expected: "a text", at: at)
        }
        return text
    }

    private static func list(_ reader: inout JSONReader) throws(JSONReader.Failure) -> [String] {
        try reader.open("[")
        var isFirst = true
        var list: [String] = []
        while try reader.nextElement(&isFirst) {
            guard list.count < ControlRequest.mostNames else {
                throw JSONReader.Failure(
                    expected: "at most \(ControlRequest.mostNames) names", at: reader.at)
            }
            list.append(try text(&reader))
        }
        return list
    }

    func request() throws(ControlRequestError) -> ControlRequest {
        if let version, version != "\(ControlRequest.version)" {
            throw error("version \(version): this daemon has version \(ControlRequest.version)")
        }
        guard let name, let request = ControlRequestName(rawValue: name) else {
            let known = ControlRequestName.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("expected a request of \(known)")
        }
        return ControlRequest(id: id, content: try content(of: request))
    }

    private func content(
        of name: ControlRequestName
    ) throws(ControlRequestError) -> ControlRequest.Content {
        try refuseOthers(than: Self.members(of: name), of: name)
        switch name {
        case .status: return .status
        case .metrics: return .metrics
        case .tree: return .tree
        case .ahead: return .subscribe([.ahead])
        case .subscribe: return .subscribe(try events())
        case .mask:
            guard texts["messages"] != nil || !lists.isEmpty else {
                throw error("mask: expected messages, enable or disable")
            }
            return .mask(
                ControlMask(
                    messages: texts["messages"], enable: lists["enable"],
                    disable: lists["disable"]))
        case .setRoute:
            switch (texts["file"], texts["route"]) {
            case (let file?, nil): return .setRoute(.file(file))
            case (nil, let route?): return .setRoute(.text(route))
            default: throw error("set-route: expected either file or route")
            }
        case .unsetRoute: return .unsetRoute
        case .writeRing: return .writeRing
        case .addObjects:
            guard let objects else { throw error("add-objects: expected objects") }
            return .addObjects(objects)
        case .removeObjects:
            switch (isAll, lists["names"]) {
            case (true, nil): return .removeAllObjects
            case (false, let names?): return .removeObjects(names)
            default: throw error("remove-objects: expected either names or \"all\":true")
            }
        }
    }

    private func events() throws(ControlRequestError) -> Set<ControlEventKind> {
        guard let names = lists["events"] else {
            return Set(ControlEventKind.allCases).subtracting([.ahead])
        }
        var kinds: Set<ControlEventKind> = []
        for name in names {
            guard let kind = ControlEventKind(rawValue: name) else {
                let known = ControlEventKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw error("subscribe: expected events of \(known)")
            }
            kinds.insert(kind)
        }
        guard !kinds.isEmpty else { throw error("subscribe: expected an event") }
        return kinds
    }

    private static func members(of name: ControlRequestName) -> Set<String> {
        switch name {
        case .status, .metrics, .tree, .ahead, .unsetRoute, .writeRing: []
        case .subscribe: ["events"]
        case .mask: ["messages", "enable", "disable"]
        case .setRoute: ["file", "route"]
        case .addObjects: ["objects"]
        case .removeObjects: ["names", "all"]
        }
    }

    /// A member that the request does not use is a mistake of the client.
    private func refuseOthers(
        than own: Set<String>, of name: ControlRequestName
    ) throws(ControlRequestError) {
        var others = Array(texts.keys) + Array(lists.keys)
        if objects != nil { others.append("objects") }
        if isAll { others.append("all") }
        for other in others.sorted() where !own.contains(other) {
            throw error("\(name.rawValue): unknown member \(other)")
        }
    }
}
