import ADASISv2
import CANFrames
import CHorizonClient
import HorizonReconstructor

/// The C client, with its memory.
final class Client {
    /// `EHC_ITEM_CAPACITY`; Swift does not see a macro that the compiler's options set.
    static let itemCapacity =
        MemoryLayout.size(ofValue: ehc_client().item_tops)
    static let defaultItemCapacity = 1536

    let state = UnsafeMutablePointer<ehc_client>.allocate(capacity: 1)

    init(_ layout: ehc_layout, change: (inout ehc_config) -> Void = { _ in }) {
        var config = ehc_config()
        ehc_config_init(&config, layout)
        change(&config)
        isReady = ehc_init(state, &config)
    }

    let isReady: Bool

    deinit { state.deallocate() }

    func feed(_ frame: CANFrame, at milliseconds: UInt64) -> ehc_reception {
        var id = frame.identifier.value
        if frame.identifier.isExtended { id |= 0x8000_0000 }
        let bytes = (0..<frame.length).map { frame.bytes[$0] }
        return ehc_feed(state, id, bytes, bytes.count, milliseconds)
    }

    /// A value that the client fills in; `nil` where it has none.
    static func value<Value>(_ empty: Value, _ fill: (inout Value) -> Bool) -> Value? {
        var value = empty
        return fill(&value) ? value : nil
    }

    func stubs(_ path: UInt32) -> [ehc_stub] {
        (0..<ehc_stub_count(state, path)).compactMap { number in
            Self.value(ehc_stub()) { ehc_get_stub(state, path, number, &$0) }
        }
    }

    func segments(_ path: UInt32) -> [ehc_segment] {
        (0..<ehc_segment_count(state, path)).compactMap { number in
            Self.value(ehc_segment()) { ehc_get_segment(state, path, number, &$0) }
        }
    }

    func spots(_ path: UInt32, _ profile: ehc_profile) -> [ehc_spot] {
        (0..<ehc_spot_count(state, path, profile)).compactMap { number in
            Self.value(ehc_spot()) { ehc_get_spot(state, path, profile, number, &$0) }
        }
    }

    var paths: [UInt32] {
        Array(
            sequence(first: ehc_next_path(state, 0)) { ehc_next_path(self.state, $0) }
                .prefix { $0 != 0 })
    }

    func profiles(_ path: UInt32) -> [ehc_profile] {
        Array(
            sequence(first: ehc_next_profile(state, path, 0)) {
                ehc_next_profile(self.state, path, $0)
            }.prefix { $0 != 0 })
    }
}

extension ehc_layout {
    init(_ preset: LayoutPreset) {
        self =
            switch preset {
            case .adasis: EHC_ADASIS
            case .adasisIntel: EHC_ADASIS_INTEL
            case .tableOrder: EHC_TABLE_ORDER
            }
    }
}

extension ehc_reception {
    init(_ reception: Reception) {
        self =
            switch reception {
            case .applied: EHC_APPLIED
            case .known: EHC_KNOWN_ALREADY
            case .pending: EHC_PENDING
            case .dropped(.unknownPath): EHC_UNKNOWN_PATH
            case .dropped(.misplacedPathIndex): EHC_MISPLACED_PATH_INDEX
            case .dropped(.reservedPathIndex): EHC_RESERVED_PATH_INDEX
            case .dropped(.noOffset): EHC_WITHOUT_OFFSET
            case .dropped(.reservedProfileType): EHC_RESERVED_PROFILE_TYPE
            case .dropped(.duplicate): EHC_DUPLICATE
            case .dropped(.overtaken): EHC_OVERTAKEN
            case .dropped(.behind): EHC_BEHIND
            case .dropped(.loop): EHC_LOOP
            case .dropped(.full): EHC_FULL
            case .dropped(.systemSpecific): EHC_SYSTEM_SPECIFIC_MESSAGE
            }
    }
}

extension ehc_profile {
    init(_ type: ProfileType) {
        self = type.kind == .profileLong ? 32 + type.number : type.number
    }
}

extension CANFrame {
    /// The identifier and the bytes, for messages of failed tests.
    var hex: String {
        let digits = (0..<length).map { (place: Int) -> String in
            let byte = String(bytes[place], radix: 16)
            return byte.count < 2 ? "0" + byte : byte
        }
        return String(identifier.value, radix: 16) + "#" + digits.joined()
    }
}
