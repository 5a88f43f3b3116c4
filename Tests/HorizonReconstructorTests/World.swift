import ADASISv2
import HorizonReconstructor
import Quantities
import RandomNumbers

/// A road network in miniature, as the tree of paths that a sender would announce.
///
/// The main path is longer than the offsets' period. Roads leave it now and then; one of them is long
/// and is where the vehicle turns off.
struct World {
    /// A message about a place of a path; counters and flags are set when it is sent.
    struct Item {
        let path: Int
        let metres: Int
        let message: Message
    }

    struct Path {
        var parent: Int?
        var stubMetres = 0
        var items: [Item] = []
    }

    private(set) var paths: [Int: Path] = [:]
    /// Where the vehicle leaves the main path, and for which one.
    private(set) var turnOff = (metres: 0, path: 0)
    private var nextIndex = 9

    static let mainLength = 11_000
    static let turnOffLength = 3_000

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        build(8, length: Self.mainLength, &random)
    }

    private mutating func build(
        _ index: Int, length: Int, parent: Int? = nil, at stubMetres: Int = 0,
        _ random: inout SplitMix64
    ) {
        var items: [Item] = []
        var metres = 0
        while metres < length {
            let lanes = Int.random(in: 1...5, using: &random)
            items.append(
                Item(path: index, metres: metres, message: .segment(index, metres, lanes: lanes)))
            metres += Int.random(in: 50...300, using: &random)
        }
        metres = 0
        while metres < length {
            let value = UInt16.random(in: 300...700, using: &random)
            items.append(
                Item(path: index, metres: metres, message: .short(.curvature, index, metres, value))
            )
            metres += Int.random(in: 20...120, using: &random)
        }
        paths[index] = Path(parent: parent, stubMetres: stubMetres, items: items)
        guard length > 300 else { return }
        metres = Int.random(in: 100...300, using: &random)
        while metres < length - 300 {
            addStub(index, metres, &random)
            metres += Int.random(in: 150...500, using: &random)
        }
        paths[index]?.items.sort { $0.metres < $1.metres }
    }

    private mutating func addStub(_ index: Int, _ metres: Int, _ random: inout SplitMix64) {
        let turn = Int.random(in: 10...240, using: &random)
        let isTurnOff = index == 8 && turnOff.path == 0 && metres > Self.mainLength - 1_500
        let hasPath = isTurnOff || (nextIndex < 60 && Bool.random(using: &random))
        let sub = hasPath ? nextIndex : 5
        paths[index]?.items.append(
            Item(path: index, metres: metres, message: .stub(index, metres, to: sub, turn: turn)))
        guard hasPath else { return }
        nextIndex += 1
        if isTurnOff { turnOff = (metres, sub) }
        build(
            sub, length: isTurnOff ? Self.turnOffLength : 250, parent: index, at: metres, &random)
    }

    /// What a sender speaks of while the vehicle is at a place, near before far: two kilometres of its
    /// path, the first 250 m of what leaves that within 500 m, and a little behind. Roads farther ahead
    /// have no path yet.
    func window(on path: Int, at metres: Int) -> [Item] {
        var items: [Item] = []
        for item in paths[path]?.items ?? [] {
            guard (metres - 100...metres + 2_000).contains(item.metres) else { continue }
            guard case .stub(var stub) = item.message, stub.subPathIndex.isNormal else {
                items.append(item)
                continue
            }
            guard item.metres < metres + 500 else {
                stub.subPathIndex = .noFurtherData
                items.append(Item(path: path, metres: item.metres, message: .stub(stub)))
                continue
            }
            items.append(item)
            guard item.metres > metres else { continue }
            let side = paths[Int(stub.subPathIndex.raw)]?.items ?? []
            items += side.filter { $0.metres < 250 }
        }
        return items
    }
}
