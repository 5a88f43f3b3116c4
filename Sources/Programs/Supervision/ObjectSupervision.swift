public import Engine
public import Quantities
public import RoadMap
public import RoadObjects
public import TextFiles

/// The objects of the host that were found on a map.
public struct FoundObjects: Sendable {
    /// The number of the request.
    public let number: Int
    /// The objects.
    public let objects: [CustomObject]
    /// The map of their links.
    public let map: MapIdentity
    /// For each object its roads, or why it lies on none, in one line.
    public let results: [Result<ObjectRestrictions, ObjectError>]

    /// Finds the roads of objects; it reads the map, or the failure to open it counts for each object.
    public init(
        _ number: Int, _ objects: [CustomObject], on map: Result<RoadMap, MapError>,
        identity: MapIdentity
    ) {
        self.number = number
        self.objects = objects
        self.map = identity
        results = objects.map { object in
            map.mapError(ObjectError.map).flatMap { map in
                Result { () throws(ObjectError) in try ObjectRestrictions(of: object, on: map) }
            }
        }
    }
}

/// The content of the file of objects, read when it has changed.
public struct ObjectFileContent: Sendable {
    /// The name of the file.
    public let path: String
    /// The objects; `nil` where there is no file, or else why they cannot be used, one line that names the file.
    public let objects: Result<[CustomObject]?, Failure>

    /// The content of a file that was read.
    public init(_ path: String, _ bytes: Result<[UInt8], Failure>) {
        self.path = path
        objects = bytes.flatMap { bytes in
            Result { () throws(Failure) in
                do throws(ObjectFileError) {
                    return try ObjectSupervision.read(bytes)
                } catch {
                    throw Failure("\(path): \(error)")
                }
            }
        }
    }

    private init(missing path: String) {
        self.path = path
        objects = .success(nil)
    }

    /// There is no file of this name.
    public static func missing(_ path: String) -> Self { Self(missing: path) }
}

/// Decides for the objects of the host: which there are, when they are matched to the map, and what they restrict. It
/// calls nothing of the system.
public struct ObjectSupervision: Sendable {
    /// The most objects.
    public static let most = 64
    /// The longest file of objects, in bytes.
    public static let longestFile = 1 << 20

    private var objects: [CustomObject] = []
    /// The names of the objects that are the file's.
    private var namesOfFile: Set<String> = []
    /// The result of each object; `nil` while it is not matched.
    private var results: [Result<ObjectRestrictions, ObjectError>?] = []
    /// Requests to match objects.
    private var requests = ObjectRequests()
    /// What the engine has.
    private var sent: [RoadRestriction] = []
    /// The names of objects whose stretches do not fit beside those before them.
    private var surplus: Set<String> = []
    /// The time of the drive, seconds since 1970.
    private var moment: Int64?
    /// The names of objects that have expired and were reported, and since when, by both clocks.
    private var expired: [String: (time: MonotonicTime, moment: Int64)] = [:]
    /// How long an expired object is kept by both clocks, in seconds: a fix with a wrong date does not remove it.
    static let doubt: Int64 = 60

    /// No objects.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { objects.isEmpty }

    /// The valid objects in the order in which they were added, each with its result.
    public var all: [(object: CustomObject, result: Result<ObjectRestrictions, ObjectError>?)] {
        zip(objects, results).filter { !isOver($0.0) }.map { object, result in
            (object, surplus.contains(object.id) ? .failure(Self.noRoom) : result)
        }
    }

    /// The name of the object that a limit on a stretch of road is of; `nil` if none is. Of several, the last counts.
    public func name(ofLimitOn link: DirectedLink, from: Centimetres, to: Centimetres) -> String? {
        for (object, result) in all.reversed() {
            guard case .success(let found)? = result else { continue }
            let isThere = found.list.contains {
                $0.link == link && $0.from == from && $0.to == to && $0.kind != .closed
            }
            if isThere { return object.id }
        }
        return nil
    }

    // MARK: Changes

    /// Adds objects of a client; one of the same name is replaced. Returns why they are refused; then nothing has
    /// changed.
    public mutating func add(_ bytes: [UInt8]) -> String? {
        do throws(ObjectFileError) {
            let added = try Self.read(bytes)
            guard let changed = with(added, in: objects) else { return Self.tooMany }
            namesOfFile.subtract(added.map(\.id))
            replace(with: changed)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Takes the objects of the file in the place of those that it had before; one of a client with the same name
    /// is replaced. Returns a line about what has changed.
    public mutating func take(_ content: ObjectFileContent) -> String {
        let new: [CustomObject]?
        switch content.objects {
        case .failure(let failure): return "\(failure); the objects are unchanged"
        case .success(let read): new = read
        }
        let rest = objects.filter { !namesOfFile.contains($0.id) }
        guard let changed = with(new ?? [], in: rest) else {
            return "\(content.path): \(Self.tooMany); the objects are unchanged"
        }
        namesOfFile = Set((new ?? []).map(\.id))
        replace(with: changed)
        guard let new else { return "\(content.path): there is no such file; it has no objects" }
        return "\(content.path): \(new.count) \(new.count == 1 ? "object" : "objects")"
    }

    private static let tooMany = "more than \(most) objects"

    /// The objects of a file without errors.
    static func read(_ bytes: [UInt8]) throws(ObjectFileError) -> [CustomObject] {
        let file = try ObjectFile(bytes)
        if let problem = file.problems.first { throw problem }
        return file.objects.map(\.object)
    }

    /// Objects with others added; `nil` if they are too many.
    private func with(_ added: [CustomObject], in objects: [CustomObject]) -> [CustomObject]? {
        var changed = objects
        for object in added {
            changed.removeAll { $0.id == object.id }
            changed.append(object)
        }
        if changed.count > Self.most {
            changed.removeAll { isOver($0) && !added.contains($0) }
        }
        return changed.count <= Self.most ? changed : nil
    }

    /// Removes objects. Returns why they are refused; then nothing has changed.
    public mutating func remove(_ names: [String]) -> String? {
        for name in names where !objects.contains(where: { $0.id == name }) {
            return "there is no object \(name)"
        }
        replace(with: objects.filter { !names.contains($0.id) })
        return nil
    }

    /// Removes all objects.
    public mutating func removeAll() { replace(with: []) }

    /// Takes note of the time of the drive, seconds since 1970. An object that has expired restricts nothing from now on,
    /// and is removed after a minute: until then the time may prove wrong. Returns lines about objects that have expired,
    /// and those that have not after all.
    public mutating func expire(at moment: Int64?, now: MonotonicTime) -> [String] {
        guard let moment else { return [] }
        self.moment = moment
        var lines: [String] = []
        for object in objects {
            let isOver = isOver(object)
            guard isOver != (expired[object.id] != nil) else { continue }
            expired[object.id] = isOver ? (now, moment) : nil
            lines.append("object \(object.id): it \(isOver ? "has expired" : "is valid after all")")
        }
        let over = expired.filter { _, since in
            now - since.time >= .seconds(Double(Self.doubt)) && moment - since.moment >= Self.doubt
        }
        if !over.isEmpty { replace(with: objects.filter { over[$0.id] == nil }) }
        return lines
    }

    /// Whether an object has expired by the time of the drive.
    private func isOver(_ object: CustomObject) -> Bool {
        guard let moment, let expiry = object.expiry else { return false }
        return expiry <= moment
    }

    /// Takes note of another map: the links of the former one mean nothing, and the engine has no restrictions.
    public mutating func noteMap() {
        sent = []
        results = objects.map { _ in nil }
        requests = ObjectRequests(after: requests)
    }

    private mutating func replace(with changed: [CustomObject]) {
        results = changed.map { object in
            objects.firstIndex(of: object).flatMap { results[$0] }
        }
        expired = expired.filter { name, _ in
            objects.contains { $0.id == name && changed.contains($0) }
        }
        objects = changed
        requests.noteChange()
    }

    // MARK: Matching

    /// The valid objects to match now, with the number of the request; `nil` if all are matched, or are being matched.
    public mutating func takeRequest(
        at now: MonotonicTime
    ) -> (number: Int, objects: [CustomObject])? {
        guard requests.mayBegin(at: now), objects.indices.contains(where: isMissing) else {
            return nil
        }
        return (requests.begin(), objects.indices.filter(isMissing).map { objects[$0] })
    }

    private func isMissing(_ index: Int) -> Bool {
        results[index] == nil && !isOver(objects[index])
    }

    /// Objects could not be matched for a passing reason: they are matched again. Returns the line about it, once.
    public mutating func noteUnread(_ reason: String, at now: MonotonicTime) -> String? {
        requests.noteUnread(at: now) ? "objects: \(reason); trying again" : nil
    }

    /// Takes the roads of objects. Returns lines about objects that lie on no road.
    public mutating func take(
        _ found: FoundObjects, map: MapIdentity, at now: MonotonicTime
    ) -> [String] {
        let isLast = requests.noteEnd(of: found.number)
        guard found.map == map else { return [] }
        var lines: [String] = []
        var unread: ObjectError?
        for (object, result) in zip(found.objects, found.results) {
            guard let index = objects.firstIndex(of: object), results[index] == nil else {
                continue
            }
            if case .failure(let error) = result {
                if error.isPassing {
                    unread = error
                    continue
                }
                lines.append("object \(object.id): \(error)")
            }
            results[index] = result
        }
        if let unread {
            return lines + [noteUnread("\(unread)", at: now)].compactMap(\.self)
        }
        if isLast { requests.noteRead() }
        return lines
    }

    private static let noRoom = ObjectError.noRoom(most: EngineEvent.mostRestrictions)

    /// The event for the engine, if something has changed for it. An object whose restrictions do not fit beside
    /// those before it restricts nothing, and a line is handed over about it.
    public mutating func takeEvent(_ say: (String) -> Void) -> EngineEvent? {
        var list: [RoadRestriction] = []
        let former = surplus
        surplus = []
        for (object, result) in zip(objects, results) {
            guard !isOver(object), case .success(let found)? = result else { continue }
            if list.count + found.list.count <= EngineEvent.mostRestrictions {
                list += found.list
            } else {
                surplus.insert(object.id)
                if !former.contains(object.id) { say("object \(object.id): \(Self.noRoom)") }
            }
        }
        guard list != sent else { return nil }
        sent = list
        return .restrictions(list)
    }
}
