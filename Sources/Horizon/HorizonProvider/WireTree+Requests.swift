import ADASISv2

// Messages that are sent again on request.
extension WireTree {
    /// Makes the items due whose message is one of these.
    mutating func repeatItems(
        _ scope: TransmissionScope, where isRepeated: (Message) -> Bool = { _ in true }
    ) {
        for path in paths.indices {
            let filter = ItemFilter(scope, paths[path], parameters)
            for item in paths[path].items.indices where isRepeated(paths[path].items[item].message)
            {
                change(path) { $0.setToRepeat(item, within: filter) }
            }
        }
    }

    /// Makes the last transmitted message of a kind and a counter due again. Without a counter it
    /// makes all transmitted messages of the kind due.
    mutating func repeatItems(
        _ kind: MessageKind, _ counter: CyclicCounter?, _ scope: TransmissionScope
    ) {
        if let counter {
            if let last = lastSent(kind, counter) {
                change(last.path) { $0.setDue(.now, last.item) }
            }
            return
        }
        for path in paths.indices {
            let filter = ItemFilter(scope, paths[path], parameters)
            for item in paths[path].items.indices
            where paths[path].items.kind(item) == kind && paths[path].items[item].wasSent {
                change(path) { $0.setToRepeat(item, within: filter) }
            }
        }
    }
}
