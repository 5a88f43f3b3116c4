/// A tag of one object that was not understood, or that may be a mistake.
public struct TagRemark: Sendable, Hashable {
    /// `way` or `relation`.
    public let object: String
    /// Its id.
    public let id: Int64
    /// The key of the tag.
    public let key: String
    /// The value of the tag; `nil` if the remark is about the limit beside those of its neighbours.
    public let value: String?
    /// The part of the value that the remark is about; the limit in km/h if it is about that beside its neighbours.
    public let clause: String?
    /// The reason.
    public let reason: String
    /// Whether it was understood but may be a mistake.
    public let isDoubt: Bool
}
