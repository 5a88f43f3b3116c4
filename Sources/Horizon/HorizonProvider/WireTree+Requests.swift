import ADASISv2

// Messages that are sent again on request.
extension WireTree {
    /// Makes the items due whose message is one of these.
    mutating func repeatItems(where isRepeated: (Message) -> Bool) {
        for path in paths.indices {
            for item in paths[path].items.indices where isRepeated(paths[path].items[item].message)
            {
                change(path) { $0.setDue(.now, item) }
            }
        }
    }

    /// Makes the last transmitted message of a kind and a counter due again. Without a counter it
    /// makes all transmitted messages of the kind due.
    mutating func repeatItems(_ kind: MessageKind, _ counter: CyclicCounter?) {
        if let counter {
            if let last = lastSent(kind, counter) {
                change(last.path) { $0.setDue(.now, last.item) }
            }
            return
        }
        for path in paths.indices {
            for item in paths[path].items.indices
            where paths[path].items.kind(item) == kind && paths[path].items[item].wasSent {
                change(path) { $0.setDue(.now, item) }
            }
        }
    }
}
