public import ADASISv2
public import Quantities

extension HorizonProvider {
    /// Changes what is sent, while driving. What a kind that is on again has to say is sent as if it
    /// were new.
    public mutating func setMask(_ mask: MessageMask, at time: MonotonicTime) {
        picked = nil
        self.mask = mask.carried(by: parameters.layout)
        refresh(at: time)
    }

    /// Sends everything again: nobody knows what the clients hold, or one of them asks for it.
    public mutating func repeatEverything(at time: MonotonicTime) {
        picked = nil
        nextMetaData = nil
        currentLink.repeatNow(at: time)
        for path in paths.indices {
            for item in paths[path].items.indices { paths[path].items[item].due = .now }
        }
        refresh(at: time)
    }

    /// Sends the message again that had this type and counter: the last one that did. Without a
    /// counter all of that type. META-DATA is sent anew;
    /// POSITION comes with the next tick.
    public mutating func repeatMessage(
        _ kind: MessageKind, counter: CyclicCounter?, at time: MonotonicTime
    ) {
        picked = nil
        switch kind {
        case .metaData: nextMetaData = nil
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
