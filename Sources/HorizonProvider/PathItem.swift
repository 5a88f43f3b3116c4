import ADASISv2
import Horizon
import Quantities

/// One message that a client has to hold, as long as its place is within the horizon.
struct PathItem {
    /// The message, without counter and flags.
    var message: Message
    /// Its place on the path in whole metres, not wrapped.
    var metres: Int
    /// The values that it belongs to: what holds up to the next item of the same series.
    var series: Series
    /// The side path that a STUB opens.
    var branch: PathID?
    /// Whether it waits to be sent.
    var isPending = true
    /// Whether a client may hold an earlier message for this place.
    var wasSent = false
    /// Whether it differs from what was sent for this place.
    var isUpdate = false
    /// What the odometer said when it was sent.
    var sentOdometer = Metres.zero

    /// What an item is part of, in the order in which items of one place are sent.
    enum Series: UInt8, Comparable {
        case stub, segment, curvature, longitude, latitude

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Asks for it to be sent with another content.
    mutating func replace(_ message: Message) {
        guard message != self.message else { return }
        self.message = message
        isPending = true
        isUpdate = wasSent
    }
}

/// A path as it stands on the wire.
struct WirePath {
    /// The path's name in the tree.
    let id: PathID
    /// Its index on the wire.
    let index: PathIndex
    /// Its level in the tree.
    var level = 0
    /// The distance from the vehicle to its start.
    var startDistance = Centimetres.zero
    /// Whether a STUB has opened it; the main path of a new tree needs none.
    var isAnnounced: Bool
    /// What a client has to hold of it, in the order of place and series.
    var items: [PathItem] = []
    /// How many links of the path have been made into items.
    var builtLinks = 0
    /// What the next link needs of the one before it.
    var seam = Seam()

    /// Where the last built link ends.
    struct Seam {
        var segment: SegmentMessage?
        var lastPoint: SeamPoint?
    }

    /// Puts an item in its place. Of two items of one series on one metre the later one holds from
    /// there on: it takes the place of the earlier.
    mutating func insert(_ item: PathItem) {
        var place = items.count
        while place > 0, precedes(item, items[place - 1]) { place -= 1 }
        if place > 0, item.branch == nil, items[place - 1].metres == item.metres,
            items[place - 1].series == item.series
        {
            items[place - 1].replace(item.message)
        } else {
            items.insert(item, at: place)
        }
    }

    private func precedes(_ left: PathItem, _ right: PathItem) -> Bool {
        left.metres != right.metres ? left.metres < right.metres : left.series < right.series
    }

    /// Gives up what lies before a place, but for what still holds there.
    mutating func dropItems(before metres: Int) {
        var behind = 0
        while behind < items.count, items[behind].metres < metres { behind += 1 }
        guard behind > 0 else { return }
        var kept: UInt8 = 0
        var target = behind
        for index in stride(from: behind - 1, through: 0, by: -1) {
            let bit: UInt8 = 1 << items[index].series.rawValue
            if items[index].series == .stub || kept & bit != 0 { continue }
            kept |= bit
            target -= 1
            items[target] = items[index]
        }
        items.removeFirst(target)
    }

    /// The items that hold at a place: the last one of each series at or before it.
    func isInForce(_ index: Int, at metres: Int) -> Bool {
        let item = items[index]
        guard item.series != .stub, item.metres <= metres else { return false }
        for later in items[(index + 1)...] {
            if later.metres > metres { break }
            if later.series == item.series { return false }
        }
        return true
    }
}
