import ADASISv2
import CANFrames

/// A message's raw numbers and the eight bytes they make in each layout.
struct Sample: Sendable, CustomStringConvertible {
    let kind: MessageKind
    let what: String
    /// In the order of `MessageKind.fields`, without message type and reserved bits.
    let raw: [UInt32]
    let frames: [(LayoutPreset, UInt64)]

    var description: String { "\(kind.name): \(what)" }

    /// The first one was published in the README of the Mapbox ADAS SDK; its bytes in `table-order`
    /// are what `kashiwado/adasisv2` makes of the same values. The others are no captures: three
    /// independent packers computed them from the layout tables.
    static let all: [Sample] = [
        Sample(
            kind: .position,
            what: "published in the README of the Mapbox ADAS SDK",
            raw: [8, 82, 2, 0, 510, 89, 253, 26, 2, 7],
            frames: [
                (.adasis, 0x2052_8835_fe2e_59fd), (.adasisIntel, 0xfd59_2efe_3588_5220),
                (.tableOrder, 0x3100_523f_c59f_dd2e),
            ]
        ),
        Sample(
            kind: .position,
            what: "start of the main path, standstill",
            raw: [8, 0, 0, 0, 0, 64, 0, 30, 0, 2],
            frames: [
                (.adasis, 0x2000_083c_0004_4000), (.adasisIntel, 0x0040_0400_3c08_0020),
                (.tableOrder, 0x2100_0000_0400_0f04),
            ]
        ),
        Sample(
            kind: .position,
            what: "100 km/h, 150 ms old",
            raw: [8, 1234, 1, 0, 30, 203, 253, 27, 1, 4],
            frames: [
                (.adasis, 0x24d2_4836_1e18_cbfd), (.adasisIntel, 0xfdcb_181e_3648_d224),
                (.tableOrder, 0x2904_d203_ccbf_dd98),
            ]
        ),
        Sample(
            kind: .segment,
            what: "motorway, 120, three lanes, on the route",
            raw: [8, 0, 0, 0, 0, 1, 1, 25, 1, 3, 0, 0, 0, 1, 0, 0, 30, 1],
            frames: [
                (.adasis, 0x4000_0800_f141_c923), (.adasisIntel, 0x23c9_41f1_0008_0040),
                (.tableOrder, 0x4080_0008_e4b0_10f2),
            ]
        ),
        Sample(
            kind: .stub,
            what: "90 degrees to the right onto path 9 at 417 m",
            raw: [8, 417, 0, 0, 0, 9, 64, 9, 5, 3, 1, 1, 0, 0, 0, 0],
            frames: [
                (.adasis, 0x61a1_0824_4d03_4009), (.adasisIntel, 0x0940_034d_2408_a161),
                (.tableOrder, 0x6080_d089_404d_3280),
            ]
        ),
        Sample(
            kind: .profileShort,
            what: "curvature: straight, 60 m on right with a radius of 500 m",
            raw: [8, 120, 0, 0, 0, 1, 0, 511, 60, 641, 0],
            frames: [
                (.adasis, 0x8078_0808_03c7_fe81), (.adasisIntel, 0x81fe_c703_0808_7880),
                (.tableOrder, 0x8080_3c02_7fc3_ca04),
            ]
        ),
        Sample(
            kind: .profileShort,
            what: "linear slope of +3.5 %, one value",
            raw: [8, 300, 1, 0, 0, 4, 0, 546, 0, 1023, 1],
            frames: [
                (.adasis, 0x812c_4820_4008_8bff), (.adasisIntel, 0xff8b_0840_2048_2c81),
                (.tableOrder, 0x8880_9608_8880_0ffd),
            ]
        ),
        Sample(
            kind: .profileLong,
            what: "longitude 9.1829321 degrees",
            raw: [8, 0, 0, 0, 0, 1, 0, 1_891_829_321],
            frames: [
                (.adasis, 0xa000_0808_70c3_0649), (.adasisIntel, 0x4906_c370_0808_00a0),
                (.tableOrder, 0xa080_0002_70c3_0649),
            ]
        ),
        Sample(
            kind: .metaData,
            what: "Germany, right-hand traffic, km/h, 2.0.4, HERE, second quarter of 2026",
            raw: [0, 276, 0, 1, 0, 2, 0, 4, 0, 1, 26, 1],
            frames: [
                (.adasis, 0xc514_2800_8000_5a00), (.adasisIntel, 0x005a_0080_0028_14c5),
                (.tableOrder, 0xc228_0002_8200_0b48),
            ]
        ),
    ]
}

/// A frame of eight bytes, the first one in the most significant bits.
func frame(_ identifier: CANIdentifier, _ word: UInt64) -> CANFrame {
    var frame = CANFrame(identifier: identifier, clampedLength: 8)
    for index in 0..<8 { frame.bytes[index] = UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    return frame
}

/// The first eight bytes of a frame, the first one in the most significant bits.
func word(_ frame: CANFrame) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(frame.bytes[$1]) }
}
