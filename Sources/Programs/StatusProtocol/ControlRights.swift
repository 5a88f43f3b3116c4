/// Who may change the daemon: its owner and root. Whoever can open the socket may read.
public struct ControlRights: Sendable, Hashable {
    /// The user of the daemon.
    private let owner: UInt32

    /// The rights of a daemon of a user.
    public init(owner: UInt32) { self.owner = owner }

    /// Why a user may not make a request; `nil` if he may. A user that the kernel does not name may only read.
    public func refusal(of request: ControlRequestName, by user: UInt32?) -> String? {
        guard request.changes, user != owner, user != 0 else { return nil }
        return "\(request.rawValue) needs the user of the daemon, or root"
    }
}
