import Geodesy

/// The lines of the borders that relations state, while ways and nodes are read. They are held in
/// memory: they are few beside roads.
struct BorderLines {
    private let stated: [StatedBorder]
    private let wanted: Set<Int64>
    private var ways: [Int64: [Int64]] = [:]
    private var nodes: Set<Int64> = []
    private var places: [Int64: Coordinate] = [:]

    /// No lines yet.
    init(of stated: [StatedBorder]) {
        self.stated = stated
        wanted = Set(stated.flatMap(\.ways))
    }

    /// The ways that they are made of, ascending.
    var wayIDs: [Int64] { wanted.sorted() }

    /// Whether there are nodes to be placed.
    var hasNodes: Bool { !nodes.isEmpty }

    /// Every country and part of one that may be told of a place, and some more.
    var codes: [String] {
        stated.map(\.code) + stated.map(\.country)
    }

    /// Takes a way of the input, if it is one of a border. Of several with one id the first counts.
    mutating func take(_ id: Int64, _ line: UnsafeBufferPointer<Int64>) {
        guard wanted.contains(id), ways[id] == nil else { return }
        ways[id] = Array(line)
        nodes.formUnion(line)
    }

    /// Whether a node is part of a border.
    func wants(_ node: Int64) -> Bool { !nodes.isEmpty && nodes.contains(node) }

    /// Takes a node that is. Of several with one id the first counts.
    mutating func take(_ node: Int64, at place: Coordinate) {
        if places[node] == nil { places[node] = place }
    }

    /// The borders, in a map of a country.
    func borders(own: String?) -> Borders {
        stated.isEmpty ? Borders() : Borders(stated, own: own, ways: ways, places: places)
    }
}
