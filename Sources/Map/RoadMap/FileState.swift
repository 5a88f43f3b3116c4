import CLibrary

/// The state of an open file that a change of its content changes.
public struct FileState: Sendable, Hashable {
    /// The length and the time of the last change of the content.
    private let length: Int64
    private let contentTime: [Int64]
    /// The time of the last change of anything: of the content, of the rights, of a name.
    private let changeTime: [Int64]

    init(of descriptor: Int32) throws(MapError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .cannotRead(offset: 0, reason: lastSystemError())
        }
        // The types of these differ between targets.
        length = Int64(status.st_size)
        contentTime = [Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        changeTime = [Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec)]
    }

    /// Whether the content has changed since an earlier state, as far as its time and length show it.
    public func hasOtherContent(than earlier: FileState) -> Bool {
        length != earlier.length || contentTime != earlier.contentTime
    }
}

extension FileBlockSource {
    /// The state of the file now.
    public func state() throws(MapError) -> FileState { try FileState(of: descriptor) }
}
