import ADASISv2

// What the vehicle can reach is held; what it has left behind is forgotten.
extension HorizonReconstructor {
    /// Follows the vehicle: decides of each path whether it can be reached and from where on it
    /// matters, and forgets the rest. Paths whose beginning is not known yet wait.
    ///
    /// - Complexity: O(paths × depth of the tree)
    mutating func updateReach() {
        guard tree.vehicle != nil else { return }
        let unreachable = Int.max
        var keptFrom = [56 of Int](repeating: unreachable)
        for candidate in 0..<4 {
            guard let position = tree.positions[candidate], position.path.isNormal else { continue }
            followBack(position, &keptFrom)
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for slot in tree.records.indices where keptFrom[slot] == unreachable {
                guard tree.records[slot].isHeld, let parent = tree.records[slot].parent,
                    keptFrom[Int(parent.raw) - 8] <= tree.records[slot].stubMetres
                else { continue }
                keptFrom[slot] = .min
                hasChanged = true
            }
        }
        for slot in tree.records.indices where tree.records[slot].isHeld {
            if keptFrom[slot] != unreachable {
                tree.records[slot].isReachable = true
                tree.records[slot].forget(before: keptFrom[slot])
            } else if tree.records[slot].isReachable || isLeftBehind(slot, keptFrom) {
                release(slot)
            }
        }
    }

    /// The vehicle's path, and those it came from as far as the fork is within the trailing length:
    /// on them too the vehicle is that far beyond the fork.
    private func followBack(_ position: VehiclePosition, _ keptFrom: inout [56 of Int]) {
        var slot = Int(position.path.raw) - 8
        var metres = position.metres
        var sinceFork = metres
        for _ in 0..<56 {
            keptFrom[slot] = min(keptFrom[slot], metres - parameters.trailingLength)
            guard let parent = tree.records[slot].parent, sinceFork <= parameters.trailingLength
            else { return }
            metres = tree.records[slot].stubMetres + sinceFork
            slot = Int(parent.raw) - 8
            // How far it is back to the fork before: the vehicle drove all of the parent's stretch.
            sinceFork = metres
        }
    }

    /// Whether a path begins where the vehicle has passed by.
    private func isLeftBehind(_ slot: Int, _ keptFrom: [56 of Int]) -> Bool {
        guard let parent = tree.records[slot].parent else { return false }
        let from = keptFrom[Int(parent.raw) - 8]
        return from != .max && tree.records[slot].stubMetres < from
    }
}
