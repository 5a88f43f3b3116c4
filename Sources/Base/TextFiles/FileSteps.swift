/// The steps by which a file comes to its name. ``takeName(isDurable:)`` has their order, which alone decides what a
/// power cut leaves behind.
public protocol FileSteps: AnyObject {
    /// Writes bytes from an index on. Returns how many the disk took.
    func write(_ bytes: [UInt8], from start: Int) throws(Failure) -> Int
    /// Returns once the disk has the content.
    func sync() throws(Failure)
    /// Puts the file in the place of the one that has the name, in one step.
    func replace() throws(Failure)
    /// Returns once the disk has the name.
    func syncFolder() throws(Failure)
}

extension FileSteps {
    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count { done += try write(bytes, from: done) }
    }

    /// Gives the complete file its name; a durable one once the disk has it, and then the disk has its name too.
    public func takeName(isDurable: Bool) throws(Failure) {
        if isDurable { try sync() }
        try replace()
        if isDurable { try syncFolder() }
    }
}
