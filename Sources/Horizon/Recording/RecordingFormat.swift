import Engine
import HorizonProvider
import Quantities
import RoadMap

/// The numbers of the file format, which `FORMAT.md` describes.
public enum RecordingFormat {
    /// The first eight bytes. The line ends in them show a file that was mangled as text.
    public static let magic: [UInt8] = [0x45, 0x48, 0x52, 0x45, 0x43, 0x0D, 0x0A, 0x1A]
    /// The version this program writes.
    static let version: UInt32 = 7
    /// The oldest version that it reads. Fixes of version 1 have fewer fields; before version 3
    /// there were no learned turns, before version 4 no places of the run before, before version 5 no bit rates,
    /// before version 6 no restrictions, before version 7 no whole frames and no flags of the header.
    static let oldestVersion: UInt32 = 1
    /// Length of the header before the configuration.
    static let fixedHeaderLength = 52
    /// The longest configuration that a reader accepts.
    static let longestConfiguration = 1 << 20
    /// The largest number of bytes of learned turns that a reader accepts.
    static let longestLearnedTurns = 1 << 20
    /// Length of the header of a chunk.
    static let chunkHeaderLength = 8
    /// The longest chunk, its header included.
    public static let longestChunk = 1 << 16
    /// No record is longer than this: a course with as many links as count.
    static let longestRecord = 16 + 8 * EngineEvent.longestCourse

    /// The kinds of records.
    enum Kind: UInt8 {
        case end = 0
        case fix, noFix, tick, clientsLost, request, mask, asked, sent, map, course, vehicle
        case route, surface, driver, lastPlace, bitRate, restrictions, frame
    }
}

extension ProviderParameters.Extent {
    /// Its code in a recording, in bits that no message type uses.
    var recordingBits: UInt8 {
        switch self {
        case .fullTree: 0
        case .mainPath: 0x10
        case .currentLink: 0x20
        }
    }
}

extension SurfaceCondition {
    /// Its code in a recording.
    var recordingCode: UInt8 {
        switch self {
        case .unknown: 0
        case .dry: 1
        case .wet: 2
        case .snow: 3
        case .ice: 4
        }
    }
}

extension TurnIndicator {
    /// Its code in a recording.
    var recordingCode: UInt8 {
        switch self {
        case .unknown: 0
        case .off: 1
        case .left: 2
        case .right: 3
        case .both: 4
        }
    }
}

extension DrivenLane {
    /// Its code in a recording: 0 unknown, from the left 1 up to 127, from the right with the
    /// highest bit.
    var recordingCode: UInt8 {
        switch self {
        case .unknown: 0
        case .fromLeft(let number): number & 0x7F
        case .fromRight(let number): number | 0x80
        }
    }

    /// The lane of a code; `nil` for a code that no recording has.
    init?(recordingCode code: UInt8) {
        if code == 0 {
            self = .unknown
        } else if code & 0x7F == 0 {
            return nil
        } else {
            self = code & 0x80 == 0 ? .fromLeft(code) : .fromRight(code & 0x7F)
        }
    }
}

extension SpeedLimit {
    /// Its code in a recording: the number in the low ten bits, the unit above.
    var recordingCode: UInt16 {
        switch self {
        case .limited(let number, .kilometresPerHour): min(number, 1023)
        case .limited(let number, .milesPerHour): min(number, 1023) | 1 << 10
        case .walkingPace: 2 << 10
        case .variable: 3 << 10
        case .unlimited: 4 << 10
        }
    }

    /// The limit of a code; `nil` for a code that no recording has.
    init?(recordingCode code: UInt16) {
        switch (code >> 10, code & 1023) {
        case (0, let number): self = .limited(number, .kilometresPerHour)
        case (1, let number): self = .limited(number, .milesPerHour)
        case (2, 0): self = .walkingPace
        case (3, 0): self = .variable
        case (4, 0): self = .unlimited
        default: return nil
        }
    }
}
