import CLinux

/// The memory for the frames of one system call, allocated once.
struct ReceiveBuffer: ~Copyable {
    /// The number of frames.
    static let capacity = Int(CLINUX_MOST_CAN_ITEMS)
    let items: UnsafeMutablePointer<clinux_can_item>

    init() {
        items = .allocate(capacity: Self.capacity)
        items.initialize(repeating: clinux_can_item(), count: Self.capacity)
    }

    deinit { items.deallocate() }
}
