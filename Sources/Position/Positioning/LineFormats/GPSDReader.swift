import Quantities

/// Reads gpsd's JSON protocol, from its socket or from a log of it.
///
/// ```swift
/// var reader = GPSDReader()
/// socket.write(GPSDReader.watchCommand())        // once gpsd has greeted us with VERSION
/// reader.ingest(chunk.span) { output, mark in … }
/// ```
/// TPV reports become fixes; two reports of the same moment become one, the first, because its
/// place is the same and it came earlier. ATT adds the heading, SKY the dilution where TPV has no
/// error. Of several devices one is read (`GPSDDeviceChoice`). Sentences that gpsd passes through
/// in between (`raw`, and the `.chk` files of its tests) and comments are skipped. A value besides
/// place and time that cannot be used, as a negative speed, is unknown, and reported. Source:
/// gpsd_json(5).
public struct GPSDReader: Sendable {
    /// The numbers of used and rejected input.
    public struct Counts: Sendable, Hashable {
        /// Lines of JSON.
        public var reports = 0
        /// Of these, those of classes that are not used.
        public var unused = 0
        /// Reports of another device than the one that is read.
        public var otherDevice = 0
        /// TPV reports of a moment already reported.
        public var repeated = 0
        /// TPV reports that became a fix.
        public var fixes = 0
        /// TPV reports without a fix.
        public var noFixes = 0
        /// TPV reports with a fix and without a place.
        public var noPlaces = 0
        /// Lines that are not JSON: sentences passed through, comments.
        public var foreign = 0
        /// Lines beyond the length limit.
        public var tooLong = 0
        /// Lines that are broken or have an invalid value.
        public var malformed = 0
        /// Values left out of reports that were used.
        public var values = DroppedValues()
        /// Errors that gpsd reported.
        public var errors = 0
    }

    /// The command that makes gpsd report, line end included. Sent again, it makes gpsd reopen
    /// devices that it had closed.
    /// - Parameter device: The device; `nil` for all.
    public static func watchCommand(device: String? = nil) -> String {
        guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
        let name = device.flatMap {
            $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0]
        }
        return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(String(name))\"};\n"
    }

    private var reader: LineReader<GPSDContent>

    /// The numbers of used and rejected input.
    public var counts: Counts { reader.content.counts }

    /// The version of the protocol that gpsd greeted with, `nil` before it did.
    public var protocolVersion: (major: Int, minor: Int)? { reader.content.version }

    /// The device whose fixes are used; `nil` before its first fix, and where reports do not name it.
    public var device: String? { reader.content.choice.name }

    /// How often a device was chosen: a change of ``device`` is seen without its name.
    public var deviceChanges: Int { reader.content.choice.changes }

    /// The last other device that has reported a fix; `nil` without one.
    public var otherDevice: String? {
        let name = reader.content.choice.other
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// How often another device than the last other one has reported a fix.
    public var otherDeviceChanges: Int { reader.content.choice.otherChanges }

    /// Satellites in view, by the last SKY; `nil` before one.
    public var satellitesInView: Int? { reader.content.satellitesInView }

    /// A reader at the start of a connection or a log.
    /// - Parameter device: The device, as gpsd names it (`/dev/ttyUSB0`); with `nil` the first one that has a
    ///   fix, for as long as it has.
    public init(device: String? = nil) { reader = LineReader(GPSDContent(device: device)) }

    /// Reads the next bytes.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        reader.ingest(bytes, sink)
    }

    /// Ends the input: a last line without a line end is read.
    public mutating func finish(_ sink: MarkedSink) { reader.finish(sink) }
}
