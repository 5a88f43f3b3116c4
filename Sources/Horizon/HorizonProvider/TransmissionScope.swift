import ADASISv2
import Horizon
import Quantities

/// The messages and the part of the tree that are sent.
struct TransmissionScope {
    /// The messages and profile types that are sent. The layout contains all of them.
    private(set) var mask: MessageMask
    /// The part of the tree that is sent.
    private(set) var extent: ProviderParameters.Extent
    /// The series that the mask allows, a bit each.
    private let series: UInt64

    init(_ mask: MessageMask, _ extent: ProviderParameters.Extent, layout: Layout) {
        let mask = mask.carried(by: layout)
        self.mask = mask
        self.extent = extent
        series = Series.allowed(by: mask)
    }

    /// Whether the mask allows messages of a series.
    func allows(_ other: Series) -> Bool { series & 1 << UInt64(other.number) != 0 }

    /// Whether POSITION is sent.
    var sendsPosition: Bool { mask.allows(.position) && extent != .currentLink }

    /// Whether side paths have indexes.
    var hasSidePaths: Bool { extent == .fullTree && mask.allows(.stub) }
}

/// The items of one path that are sent at present: by mask, extent, level and reach.
struct ItemFilter {
    private let scope: TransmissionScope
    private let level: LevelParameters
    private let isSidePath: Bool
    private let startDistance: Centimetres
    private let passedRoad: Centimetres
    /// The reach of STUBs, SEGMENTs, PROFILE SHORTs and PROFILE LONGs, in metres of the path.
    private let reaches: [4 of Int]

    init(_ scope: TransmissionScope, _ path: WirePath, _ parameters: ProviderParameters) {
        self.scope = scope
        level = parameters.level(path.level)
        isSidePath = path.isSidePath
        startDistance = path.startDistance
        passedRoad = parameters.passedRoad
        let start = path.startDistance
        func reach(_ stream: StreamParameters) -> Int {
            wireMetres((Centimetres(rounding: stream.reach) ?? .zero) - start)
        }
        reaches = [
            reach(level.stub), reach(level.segment), reach(level.profileShort),
            reach(level.profileLong),
        ]
    }

    private func reach(_ kind: MessageKind) -> Int {
        switch kind {
        case .stub: reaches[0]
        case .profileShort: reaches[2]
        case .profileLong: reaches[3]
        default: reaches[1]
        }
    }

    /// Whether anything of the path is sent. A passed road is sent as long as a correction of the
    /// match may put the vehicle on it.
    var isOpen: Bool {
        !isSidePath || (startDistance >= passedRoad && scope.extent != .mainPath)
    }

    /// Whether an item is sent. With linear interpolation, the first point beyond reach is sent
    /// too, since the values within reach need it.
    func wants(_ index: Int, of items: PathItems) -> Bool {
        let series = items.series(index)
        guard scope.allows(series) else { return false }
        let metres = items.metres(index)
        let kind = items.kind(index)
        guard level.stream(of: kind).isEnabled else { return false }
        if series == .stub {
            if startDistance + Centimetres(metres * 100) < passedRoad { return false }
            if scope.extent == .mainPath { return false }
        }
        let reach = reach(kind)
        if metres > reach {
            guard series.isJoinedByLines else { return false }
            let before = items.indices[..<index].last { items.series($0) == series }
            guard let before, items.metres(before) < reach else { return false }
        }
        return true
    }
}
