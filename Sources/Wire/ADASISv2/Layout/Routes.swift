/// Which of a layout's messages carries what, as places in its list.
struct Routes: Sendable {
    /// The number for a message without a place in the layout.
    static let nowhere = UInt8.max

    private(set) var position = nowhere
    private(set) var segment = nowhere
    private(set) var stub = nowhere
    private(set) var metaData = nowhere
    private var shortProfiles = [32 of UInt8](repeating: nowhere)
    private var longProfiles = [32 of UInt8](repeating: nowhere)

    init() {}

    /// The routes of messages, of which there are far fewer than 255.
    init(_ messages: [MessageLayout]) {
        for (index, message) in messages.prefix(Int(Self.nowhere)).enumerated() {
            let place = UInt8(index)
            switch message.kind {
            case .position: position = place
            case .segment: segment = place
            case .stub: stub = place
            case .metaData: metaData = place
            case .profileShort:
                for type in message.profileTypes.numbers { shortProfiles[Int(type)] = place }
            case .profileLong:
                for type in message.profileTypes.numbers { longProfiles[Int(type)] = place }
            case .systemSpecific: break
            }
        }
    }

    subscript(type: ShortProfileType) -> UInt8 { shortProfiles[Int(type.raw & 31)] }

    subscript(type: LongProfileType) -> UInt8 { longProfiles[Int(type.raw & 31)] }

    subscript(message: Message) -> UInt8 {
        switch message {
        case .position, .systemSpecific: position
        case .segment: segment
        case .stub: stub
        case .metaData: metaData
        case .profileShort(let message): self[message.profileType]
        case .profileLong(let message): self[message.profileType]
        }
    }
}
