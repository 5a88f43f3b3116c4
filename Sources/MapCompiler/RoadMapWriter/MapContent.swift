public import Geodesy
public import Quantities
public import RoadMap

/// A junction or the end of a road, before it is written.
public struct NewNode: Sendable, Hashable {
    /// Its OpenStreetMap id (or another source's).
    public var id: Int64
    /// Its place.
    public var place: Coordinate

    /// A node of its id and place.
    public init(id: Int64, place: Coordinate) {
        self.id = id
        self.place = place
    }
}

/// A profile of a link, before it is written.
public struct NewProfile: Sendable {
    /// What it describes.
    public var kind: ProfileKind
    /// How it came to be known.
    public var provenance: Provenance
    /// Its spots, in order of their offset.
    public var spots: [ProfileSpot]

    /// A profile of its spots, in order of their offset.
    public init(_ kind: ProfileKind, provenance: Provenance, spots: [ProfileSpot]) {
        self.kind = kind
        self.provenance = provenance
        self.spots = spots
    }
}

/// A text about a link, such as its name.
public struct NewText: Sendable {
    /// One of the kinds whose value is a text, such as ``AttributeKind/name``.
    public var kind: AttributeKind
    /// The text.
    public var text: String
    /// The directions it holds for.
    public var directions: DirectionSet
    /// Where it stands, from the link's start node; `nil` for the whole link.
    public var place: Centimetres?

    /// A tagged text of its kind.
    public init(
        _ kind: AttributeKind,
        _ text: String,
        directions: DirectionSet = .both,
        at place: Centimetres? = nil
    ) {
        self.kind = kind
        self.text = text
        self.directions = directions
        self.place = place
    }
}

/// A stretch of road from one junction to the next, before it is written.
public struct NewLink: Sendable {
    /// The OpenStreetMap way it is part of.
    public var way: Int64
    /// Where it starts. Links meet where their nodes have the same id.
    public var startNode: NewNode
    /// Where it ends.
    public var endNode: NewNode
    /// Its line, both ends included: at least two points, the first and last those of its nodes.
    public var points: [Coordinate]
    /// The ways that cars may drive along it.
    public var directions: DirectionSet
    /// What is known of it. A range that reaches the end of the link is cut there.
    public var attributes: [Attribute]
    /// Names and references.
    public var texts: [NewText]
    /// Profiles along it.
    public var profiles: [NewProfile]

    /// A link of its parts; the rest is empty.
    public init(
        way: Int64,
        startNode: NewNode,
        endNode: NewNode,
        points: [Coordinate],
        directions: DirectionSet
    ) {
        self.way = way
        self.startNode = startNode
        self.endNode = endNode
        self.points = points
        self.directions = directions
        attributes = []
        texts = []
        profiles = []
    }
}

/// Everything that goes into one map file, for a map that is small enough to be held in memory.
public struct MapContent: Sendable {
    /// The country, ISO 3166-1 numeric, and what follows from it.
    public var country: Country
    /// The moment the data is of (seconds since 1970); `nil` if the source does not say.
    public var dataTime: Int64?
    /// Links.
    public var links: [NewLink]
    /// Facts about the making, `key=value`, shown by `map info`: source files and what was dropped.
    public var notes: [(key: String, value: String)]

    /// An empty map of a country.
    public init(country: Country) {
        self.country = country
        links = []
        notes = []
    }
}
