import ADASISv2

// What the vehicle can reach is held; what it has left behind is forgotten.
extension ReconstructedTree {
    /// Follows the vehicle: decides of each path whether it can be reached and from where on it
    /// matters, and forgets the rest. Paths whose beginning is not known yet wait.
    ///
    /// - Complexity: O(paths × depth of the tree)
    mutating func updateReach(_ parameters: ReconstructorParameters) {
        guard vehicle != nil else { return }
        let unreachable = Int.max
        var keptFrom = [56 of Int](repeating: unreachable)
        for candidate in 0..<4 {
            guard let position = positions[candidate], position.path.isNormal else { continue }
            followBack(position, parameters.trailingLength, &keptFrom)
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for slot in records.indices where keptFrom[slot] == unreachable {
                guard records[slot].isHeld, let parent = records[slot].parent,
                    keptFrom[Int(parent.raw) - 8] <= records[slot].stubMetres
                else { continue }
                keptFrom[slot] = .min
                hasChanged = true
            }
        }
        for slot in records.indices where records[slot].isHeld {
            if keptFrom[slot] != unreachable {
                let from = keptFrom[slot]
                change(slot) { $0.reach(from: from) }
            } else if records[slot].isReachable || isLeftBehind(slot, keptFrom) {
                release(slot)
            }
        }
    }

    /// The vehicle's path, and those it came from as far as the fork is within the trailing length:
    /// on them too the vehicle is that far beyond the fork.
    private func followBack(
        _ position: VehiclePosition, _ trailingLength: Int, _ keptFrom: inout [56 of Int]
    ) {
        var slot = Int(position.path.raw) - 8
        var metres = position.metres
        var sinceFork = metres
        for _ in 0..<56 {
            keptFrom[slot] = min(keptFrom[slot], metres - trailingLength)
            guard let parent = records[slot].parent, sinceFork <= trailingLength
            else { return }
            metres = records[slot].stubMetres + sinceFork
            slot = Int(parent.raw) - 8
            // How far it is back to the fork before: the vehicle drove all of the parent's stretch.
            sinceFork = metres
        }
    }

    /// Whether a path begins where the vehicle has passed by.
    private func isLeftBehind(_ slot: Int, _ keptFrom: [56 of Int]) -> Bool {
        guard let parent = records[slot].parent else { return false }
        let from = keptFrom[Int(parent.raw) - 8]
        return from != .max && records[slot].stubMetres < from
    }
}
