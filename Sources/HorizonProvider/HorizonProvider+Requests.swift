public import ADASISv2
public import Horizon
public import Quantities
public import RoadMap

extension HorizonProvider {
    /// Changes what is sent and how much of the tree is told, while driving.
    ///
    /// What comes to be sent is sent as a whole: clients may have let go of what was held back. Side
    /// paths that are not told of any more keep their indexes until they are passed, for clients may
    /// hold them so long. With the current link alone nothing is said of paths, and later every path
    /// is a new one.
    public mutating func setMask(
        _ mask: MessageMask, extent: ProviderParameters.Extent, tree: PathTree,
        at time: MonotonicTime
    ) throws(MapError) {
        let mask = mask.carried(by: parameters.layout)
        for path in paths.indices {
            for item in paths[path].items.indices {
                let message = paths[path].items[item].message
                let wasHeldBack = !self.mask.allows(message)
                if wasHeldBack || extent != self.extent { paths[path].items[item].due = .now }
            }
        }
        self.mask = mask
        self.extent = extent
        if extent == .currentLink { releaseAllPaths() } else { currentLink = CurrentLink() }
        try update(tree: tree, at: time)
    }

    /// Sends everything again: nobody knows what the clients hold, or one of them asks for it.
    public mutating func repeatEverything(at time: MonotonicTime) {
        picked = nil
        announceMetaData()
        currentLink.repeatNow(at: time)
        for path in paths.indices { repeatItems(of: path) }
        refresh(at: time)
    }

    /// Sends META-DATA now, and fast for a while: it is another, or clients do not hold it.
    mutating func announceMetaData() {
        nextMetaData = nil
        isMetaDataAskedFor = false
    }

    /// Sends the message again that had this type and counter: the last one that did. Without a
    /// counter all of that type. META-DATA is sent anew;
    /// POSITION comes with the next tick.
    public mutating func repeatMessage(
        _ kind: MessageKind, counter: CyclicCounter?, at time: MonotonicTime
    ) {
        picked = nil
        switch kind {
        case .metaData:
            // What is on its way already, comes fast or anew, is more than was asked for.
            if nextMetaData != nil { isMetaDataAskedFor = true }
            nextMetaData = nil
        // The next one comes by itself, sooner than clients would take it for another.
        case .position: break
        case .segment, .stub, .profileShort, .profileLong:
            if kind == .segment { currentLink.repeatNow(at: time) }
            repeatItems(kind, counter)
        case .systemSpecific: break
        }
        refresh(at: time)
    }

    private mutating func repeatItems(_ kind: MessageKind, _ counter: CyclicCounter?) {
        var last: (path: Int, item: Int)?
        for path in paths.indices {
            for item in paths[path].items.indices {
                let held = paths[path].items[item]
                guard held.message.kind == kind, held.wasSent else { continue }
                guard let counter else {
                    paths[path].items[item].due = .now
                    continue
                }
                guard held.sentCounter == counter else { continue }
                if let known = last,
                    paths[known.path].items[known.item].sentTime >= held.sentTime
                {
                    continue
                }
                last = (path, item)
            }
        }
        if let last { paths[last.path].items[last.item].due = .now }
    }
}
