/// The reason why a recording cannot be read, or not any further.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first bytes are not those of a recording.
    case notARecording
    /// A version that this program does not know.
    case unknownVersion(UInt32)
    /// It stops before its end, at that byte: the recorder was killed, or the file was cut.
    case breaksOff(UInt64)
    /// A checksum is wrong.
    case damaged(UInt64)
    /// A record is invalid.
    case invalid(UInt64)
    /// The file cannot be read.
    case unreadable(UInt64, reason: String)

    /// One line for people, after the name of the file.
    public var description: String {
        switch self {
        case .notARecording: "not a recording: its first bytes are others"
        case .unknownVersion(let version):
            "recordings of version \(version) are not known to this program"
        case .breaksOff(let byte): "byte \(byte): the recording breaks off"
        case .damaged(let byte): "byte \(byte): the recording is damaged: a checksum is wrong"
        case .invalid(let byte):
            "byte \(byte): the recording has an invalid value"
        case .unreadable(let byte, let reason): "byte \(byte): \(reason)"
        }
    }
}
