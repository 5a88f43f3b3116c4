import CLibrary

/// Whether standard error is the journal of systemd. Then JOURNAL_STREAM names its device and its inode
/// (systemd.exec(5)); a redirected standard error has others.
enum JournalStream {
    /// Found once: a program does not change its standard error.
    static let isStandardError: Bool = {
        guard let value = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: value) == "\(status.st_dev):\(status.st_ino)"
    }()
}
