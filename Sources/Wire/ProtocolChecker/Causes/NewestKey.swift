import ADASISv2

/// The kind and subject of a message of a path, of which a new one replaces the one before.
struct NewestKey: Hashable {
    let path: PathIndex
    let kind: MessageKind
    let profileType: UInt8

    init?(_ seen: Observation) {
        guard let place = seen.place else { return nil }
        (path, kind, profileType) = (place.path, seen.kind, place.profileType)
    }
}
