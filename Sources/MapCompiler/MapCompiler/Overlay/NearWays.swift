import Geodesy
import Quantities

/// The ways near the entries of overlays: their pieces in the order of the ways' ids, and a grid that finds the pieces
/// near a place.
struct NearWays {
    /// A piece with the id of its way.
    struct Piece {
        let way: Int64
        let piece: WayPiece
    }

    private var pieces: [Piece] = []
    private var ranges: [Int64: Range<Int>] = [:]
    private var grid = AreaGrid()

    /// No ways.
    init() {}

    /// Ways by the places of their nodes; `nil` for a node that the data do not have.
    init(_ lines: [Int64: [Int64]], _ places: [Int64: Coordinate]) {
        for (way, line) in lines.sorted(by: { $0.key < $1.key }) {
            let start = pieces.count
            for piece in WayPiece.all(of: line.map { places[$0] }) {
                pieces.append(Piece(way: way, piece: piece))
                grid.add(piece.shape.box.acrossTheMeridian)
            }
            ranges[way] = start..<pieces.count
        }
    }

    /// The pieces of a way; `nil` if it is not near.
    func pieces(of way: Int64) -> [WayPiece]? { ranges[way].map { pieces[$0].map(\.piece) } }

    /// All pieces whose boxes touch a box, and maybe some more; of one way, if it is given.
    func pieces(touching box: BoundingBox, of way: Int64?) -> [Piece] {
        guard let way else { return grid.touching(box).map { pieces[$0] } }
        return ranges[way].map { Array(pieces[$0]) } ?? []
    }

    /// All pieces within a distance of the origin of a frame, and maybe some more; of one way, if it is given.
    func pieces(around frame: LocalFrame, within radius: Metres, of way: Int64?) -> [Piece] {
        var box = frame.box(radius: radius)
        if box.westE7 <= -1_800_000_000 || box.eastE7 >= 1_800_000_000 { box = box.allLongitudes }
        return pieces(touching: box, of: way)
    }
}

extension BoundingBox {
    /// A line that crosses the 180th meridian is outside of its own box, which goes the long way around.
    fileprivate var acrossTheMeridian: BoundingBox {
        Int64(eastE7) - Int64(westE7) > 1_800_000_000 ? allLongitudes : self
    }

    fileprivate var allLongitudes: BoundingBox {
        BoundingBox(
            southE7: southE7, westE7: -1_800_000_000, northE7: northE7, eastE7: 1_800_000_000)
    }
}
