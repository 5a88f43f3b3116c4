public import Engine
public import Quantities
public import RoadMap
public import RoadObjects

/// The objects of the host that were found on a map.
public struct FoundObjects: Sendable {
    /// The number of the list of objects that was asked for.
    public let number: Int
    /// The map of their links.
    public let map: MapIdentity
    /// For each object its roads, or why it lies on none, in one line.
    public let results: [Result<ObjectRestrictions, ObjectError>]

    /// Finds the roads of objects; it reads the map.
    public init(_ number: Int, _ objects: [CustomObject], on map: RoadMap) {
        self.number = number
        self.map = map.identity
        results = objects.map { object in
            Result { () throws(ObjectError) in try ObjectRestrictions(of: object, on: map) }
        }
    }
}

/// Decides for the objects of the host: which there are, when they are matched to the map, and what they restrict. It
/// calls nothing of the system.
public struct ObjectSupervision: Sendable {
    /// The most objects.
    public static let most = 64

    private var objects: [CustomObject] = []
    /// The result of each object; `nil` while it is not matched.
    private var results: [Result<ObjectRestrictions, ObjectError>?] = []
    /// Incremented with each change of the objects or of the map.
    private var number = 0
    /// What the engine has.
    private var sent: [RoadRestriction] = []

    /// No objects.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { objects.isEmpty }

    /// The objects in the order in which they were added, each with its result.
    public var all: [(object: CustomObject, result: Result<ObjectRestrictions, ObjectError>?)] {
        zip(objects, results).map { ($0, $1) }
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

    /// Adds objects; one of the same name is replaced. Returns why they are refused; then nothing has changed.
    public mutating func add(_ bytes: [UInt8]) -> String? {
        let file: ObjectFile
        do throws(ObjectFileError) {
            file = try ObjectFile(bytes)
        } catch {
            return error.reason
        }
        if let problem = file.problems.first { return problem.reason }
        var changed = objects
        for (object, _) in file.objects {
            changed.removeAll { $0.id == object.id }
            changed.append(object)
        }
        guard changed.count <= Self.most else { return "more than \(Self.most) objects" }
        replace(with: changed)
        return nil
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

    /// Takes note of the time of the drive, seconds since 1970. Returns the names of the objects that have expired.
    public mutating func expire(at moment: Int64?) -> [String] {
        guard let moment else { return [] }
        let expired = objects.filter { $0.expiry.map { $0 <= moment } ?? false }.map(\.id)
        if !expired.isEmpty { replace(with: objects.filter { !expired.contains($0.id) }) }
        return expired
    }

    /// Takes note of another map: the links of the former one mean nothing, and the engine has no restrictions.
    public mutating func noteMap() {
        sent = []
        results = objects.map { _ in nil }
        number += 1
    }

    private mutating func replace(with changed: [CustomObject]) {
        results = changed.map { object in
            objects.firstIndex(of: object).flatMap { results[$0] }
        }
        objects = changed
        number += 1
    }

    // MARK: Matching

    /// The objects to match, with the number of the list; `nil` if all are matched.
    public var toMatch: (number: Int, objects: [CustomObject])? {
        results.contains { $0 == nil } ? (number, objects) : nil
    }

    /// Takes the roads of the objects. Returns lines about objects that lie on no road.
    public mutating func take(_ found: FoundObjects, map: MapIdentity) -> [String] {
        guard found.map == map, found.number == number else { return [] }
        var lines: [String] = []
        for index in objects.indices where results[index] == nil {
            results[index] = found.results[index]
            if case .failure(let error) = found.results[index] {
                lines.append("object \(objects[index].id): \(error)")
            }
        }
        return lines
    }

    /// The event for the engine, if something has changed for it. An object whose restrictions do not fit beside
    /// those before it restricts nothing.
    public mutating func takeEvent() -> EngineEvent? {
        var list: [RoadRestriction] = []
        for result in results {
            guard case .success(let found)? = result,
                list.count + found.list.count <= EngineEvent.mostRestrictions
            else { continue }
            list += found.list
        }
        guard list != sent else { return nil }
        sent = list
        return .restrictions(list)
    }
}
