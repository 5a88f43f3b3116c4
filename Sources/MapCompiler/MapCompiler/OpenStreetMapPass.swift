import CLibrary
import COsmium
import Geodesy

/// One pass over an OpenStreetMap file (PBF, XML, either compressed with gzip or bzip2, OPL) through
/// libosmium. Whatever is wrong with the file becomes a ``MapCompileError`` that names it.
struct OpenStreetMapPass: ~Copyable {
    /// What to read.
    enum Objects {
        case ways, nodes, relations
    }

    private let path: String
    private let reader: OpaquePointer
    private var tags = Tags()

    /// Reads a file from the beginning. Ways and relations are read if their tags are relevant, or
    /// if their id is one of the given ids, ascending.
    static func begin(
        _ path: String, _ objects: Objects, and ids: [Int64] = []
    ) throws(MapCompileError) -> OpenStreetMapPass {
        // Not an initialiser: compilers before 6.3 fail on one that throws here.
        OpenStreetMapPass(path, try open(path, objects, ids))
    }

    private init(_ path: String, _ reader: OpaquePointer) {
        self.path = path
        self.reader = reader
    }

    deinit { cosmium_close(reader) }

    private static func open(
        _ path: String,
        _ objects: Objects,
        _ ids: [Int64]
    ) throws(MapCompileError) -> OpaquePointer {
        // libosmium treats these names as standard input, which allows no second pass.
        var status = stat()
        let exists = stat(path, &status) == 0
        guard path != "-", !path.isEmpty, !exists || status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile(file: path.isEmpty ? "\"\"" : path)
        }
        guard exists else {
            throw .unreadable(file: path, reason: String(cString: strerror(errno)))
        }
        let names = TagKey.all.map { strdup($0.rawValue) }
        defer { for name in names { free(name) } }
        var opened: OpaquePointer?
        var message = MessageBuffer()
        let kind: cosmium_objects
        let required: Int
        switch objects {
        case .ways: (kind, required) = (COSMIUM_WAYS, TagKey.required)
        // Nodes are chosen by their ids.
        case .nodes: (kind, required) = (COSMIUM_NODES, 0)
        case .relations: (kind, required) = (COSMIUM_RELATIONS, TagKey.requiredOfRelations)
        }
        let state = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            ids.withUnsafeBufferPointer { ids in
                var keys = cosmium_keys(
                    names: names.baseAddress,
                    count: names.count,
                    required: required,
                    ids: ids.baseAddress,
                    id_count: ids.count
                )
                return message.filled { cosmium_open(path, kind, &keys, &opened, $0) }
            }
        }
        guard state == COSMIUM_OK, let opened else {
            throw .unreadable(file: path, reason: message.text)
        }
        if cosmium_get_header(opened).is_history != 0 {
            cosmium_close(opened)
            throw .history(file: path)
        }
        return opened
    }

    /// How much of the file has been read, 0...1.
    var progress: Double { cosmium_progress(reader) }

    /// The borders of the file's data; `nil` if the file does not state them.
    var box: BoundingBox? {
        let header = cosmium_get_header(reader)
        guard header.has_box != 0 else { return nil }
        return BoundingBox(
            southE7: header.south, westE7: header.west, northE7: header.north, eastE7: header.east)
    }

    /// The age of the data in the file, seconds since 1970; `nil` if the file does not state it.
    var timestamp: Int64? {
        let timestamp = cosmium_get_header(reader).timestamp
        return timestamp == 0 ? nil : timestamp
    }

    /// Reads some more ways; false at the end of the file. The node references and tags are only valid
    /// inside the call of `visit`.
    mutating func nextWays(
        _ visit: (
            _ id: Int64, _ edited: Int64, _ nodes: UnsafeBufferPointer<Int64>, _ tags: ReadTags
        ) throws(MapCompileError) -> Void
    ) throws(MapCompileError) -> Bool {
        var batch = cosmium_ways()
        guard try next({ cosmium_next_ways($0, &batch, $1) }) else { return false }
        guard let ids = batch.ids, let starts = batch.ref_start else { return true }
        for index in 0..<batch.count {
            let first = Int(starts[index])
            let nodes = UnsafeBufferPointer(
                start: batch.refs.map { $0 + first },
                count: Int(starts[index + 1]) - first
            )
            try visit(ids[index], batch.timestamps[index], nodes, ReadTags(batch.tags, of: index))
        }
        return true
    }

    /// Reads some more relations; false at the end of the file.
    mutating func nextRelations(
        _ visit: (_ id: Int64, _ members: [RelationMember], _ tags: Tags) -> Void
    ) throws(MapCompileError) -> Bool {
        var batch = cosmium_relations()
        guard try next({ cosmium_next_relations($0, &batch, $1) }) else { return false }
        guard let starts = batch.member_start else { return true }
        for index in 0..<batch.count {
            ReadTags(batch.tags, of: index).read(into: &tags)
            let members = (Int(starts[index])..<Int(starts[index + 1])).map { member in
                let start = Int(batch.role_start[member])
                let role = UnsafeRawBufferPointer(
                    start: batch.roles.map { $0 + start },
                    count: Int(batch.role_start[member + 1]) - start
                )
                return RelationMember(
                    id: batch.refs[member],
                    isNode: batch.types[member] == 0x6E,
                    isWay: batch.types[member] == 0x77,
                    role: String(decoding: role, as: UTF8.self)
                )
            }
            visit(batch.ids[index], members, tags)
        }
        return true
    }

    /// Reads some more nodes; false at the end of the file. A node is selected by its id first,
    /// then by its tags.
    mutating func nextNodes(
        where isWanted: (_ id: Int64) throws(MapCompileError) -> Bool,
        orTagged isWantedSo: (ReadTags) -> Bool = { _ in false },
        _ visit: (_ id: Int64, _ place: Coordinate, _ tags: Tags) throws(MapCompileError) -> Void
    ) throws(MapCompileError) -> Bool {
        var batch = cosmium_nodes()
        guard try next({ cosmium_next_nodes($0, &batch, $1) }) else { return false }
        for entry in 0..<batch.count {
            let read = ReadTags(batch.tags, of: entry)
            guard try isWanted(batch.ids[entry]) || !read.areNone && isWantedSo(read) else {
                continue
            }
            let place = Coordinate(
                latitudeE7: batch.latitudes[entry],
                longitudeE7: batch.longitudes[entry]
            )
            guard let place else { continue }
            read.read(into: &tags)
            try visit(batch.ids[entry], place, tags)
        }
        return true
    }

    private func next(
        _ call: (OpaquePointer, UnsafeMutablePointer<CChar>?) -> cosmium_status
    ) throws(MapCompileError) -> Bool {
        var message = MessageBuffer()
        switch message.filled({ call(reader, $0) }) {
        case COSMIUM_OK: return true
        case COSMIUM_END: return false
        default: throw .unreadable(file: path, reason: message.text)
        }
    }
}

/// The tags of an object in the reader's memory, valid until the next read.
struct ReadTags {
    private let source: cosmium_tags
    private let range: Range<Int>

    fileprivate init(_ source: cosmium_tags, of object: Int) {
        self.source = source
        range = Int(source.tag_start[object])..<Int(source.tag_start[object + 1])
    }

    /// Whether there are none.
    var areNone: Bool { range.isEmpty }

    /// Whether they belong to a sign or a camera, which may be beside a road.
    var mayBeBesideRoad: Bool {
        var isFound = false
        forEach { number, value in
            switch TagKey.all[number] {
            case .trafficSign, .trafficSignForward, .trafficSignBackward: isFound = true
            case .highway: isFound = isFound || value.elementsEqual("speed_camera".utf8)
            default: break
            }
        }
        return isFound
    }

    /// Whether any of the keys makes a way a road or a ferry.
    var areOfRoad: Bool { range.contains { source.keys[$0] < TagKey.requiredOfRoads } }

    /// Whether a key has the value.
    func have(_ key: TagKey, _ value: String) -> Bool {
        var isFound = false
        forEach { number, found in
            if TagKey.all[number] == key, found.elementsEqual(value.utf8) { isFound = true }
        }
        return isFound
    }

    /// Calls `body` with the number of each key in ``TagKey/all`` and the value, in UTF-8 as far as the
    /// file is right.
    @inline(__always)
    func forEach(_ body: (_ key: Int, _ value: UnsafeRawBufferPointer) -> Void) {
        for index in range {
            let start = Int(source.value_start[index])
            let value = UnsafeRawBufferPointer(
                start: source.text.map { $0 + start },
                count: Int(source.value_start[index + 1]) - start
            )
            body(Int(source.keys[index]), value)
        }
    }

    /// Reads them into tags that had others before.
    func read(into tags: inout Tags) {
        tags.removeAll()
        forEach { tags.append(TagKey.all[$0], String(decoding: $1, as: UTF8.self)) }
    }
}

/// A member of a relation.
struct RelationMember: Hashable {
    var id: Int64
    var isNode: Bool
    var isWay: Bool
    var role: String
}

/// The memory for the C interface's error message.
private struct MessageBuffer {
    private var bytes = [CChar](repeating: 0, count: Int(COSMIUM_MESSAGE_SIZE))

    mutating func filled(
        _ call: (UnsafeMutablePointer<CChar>?) -> cosmium_status
    ) -> cosmium_status {
        bytes.withUnsafeMutableBufferPointer { call($0.baseAddress) }
    }

    var text: String {
        let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self)
    }
}
