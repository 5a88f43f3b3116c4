public import ADASISv2
public import Horizon
public import Quantities

// What is on the wire, what waits to be sent, and when.
extension HorizonProvider {
    /// The messages and profile types that are sent. The layout contains all of them.
    public var mask: MessageMask { scope.mask }

    /// The message in the frame that waits for the bus; `nil` without one.
    public var waitingKind: MessageKind? { sender.pending?.message.kind }

    /// The path index of the best place, or the one for a vehicle on no path, where the frame that waits for the bus is
    /// POSITION with it; `nil` with another frame, or without one.
    public var waitingPlace: PathIndex? {
        guard case .position(let position) = sender.pending?.message, position.positionIndex == 0
        else { return nil }
        return position.pathIndex
    }

    /// How much of the tree is sent.
    public var extent: ProviderParameters.Extent { scope.extent }

    /// The index that a path of the tree has on the wire; `nil` if it has none.
    public func pathIndex(of id: PathID) -> PathIndex? {
        wire.firstIndex(of: id).map { wire.paths[$0].index }
    }

    /// Whether a client that received every frame holds the whole horizon.
    public var isComplete: Bool { !isPositionDue && !wire.hasDue() }

    /// Whether the mask has POSITION.
    public var sendsPosition: Bool { scope.sendsPosition }

    /// Whether a POSITION waits to be sent.
    public var isPositionDue: Bool { position.dueCandidate != nil && scope.sendsPosition }

    func isMetaDataDue(at time: MonotonicTime) -> Bool {
        metaData.isDue(at: time) && scope.mask.allows(.metaData)
    }

    var isPositionAwaited: Bool {
        scope.mask.allows(.position) && position.isAwaited(on: wire)
    }

    /// The next moment at which another frame may be ready; `nil` if that needs an update or a
    /// tick.
    public func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        var earliest: MonotonicTime?
        func consider(_ candidate: MonotonicTime) {
            earliest = min(earliest ?? candidate, candidate)
        }
        if scope.mask.allows(.metaData) {
            let due = max(metaData.next ?? time, time)
            consider(sender.nextFrameTime(of: metaData.share, after: due))
        }
        if scope.mask.allows(.segment), let next = currentLink.nextTime {
            consider(sender.nextFrameTime(of: .tree, after: max(time, next)))
        }
        if isPositionDue { consider(sender.nextFrameTime(of: position.share, after: time)) }
        if wire.hasMore, !isPositionAwaited {
            consider(sender.nextFrameTime(of: .tree, after: time))
        }
        return earliest
    }
}
