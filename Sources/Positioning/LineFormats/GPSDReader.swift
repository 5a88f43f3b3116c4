import Quantities

/// Reads gpsd's JSON protocol, from its socket or from a log of it.
///
/// ```swift
/// var reader = GPSDReader()
/// socket.write(GPSDReader.watchCommand())        // once gpsd has greeted us with VERSION
/// reader.ingest(chunk.span) { output, mark in … }
/// ```
/// TPV reports become fixes; two reports of the same moment become one, the first, because its place
/// is the same and it came earlier. ATT adds the heading, SKY the dilution where TPV has no error. Of
/// several devices one is read (`GPSDDeviceChoice`). Sentences that gpsd passes through in between
/// (`raw`, and the `.chk` files of its tests) and comments are skipped. A value besides place and time that
/// cannot be used, as a negative speed, is not known, and told. Source: gpsd_json(5).
public struct GPSDReader: Sendable {
    /// What was read and what was left out, and why.
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
        /// TPV reports that say there is none.
        public var noFixes = 0
        /// TPV reports that say that there is one, and not where.
        public var noPlaces = 0
        /// Lines that are not JSON: sentences passed through, comments.
        public var foreign = 0
        /// Lines beyond the length limit.
        public var tooLong = 0
        /// Lines that are broken or hold what they should not.
        public var malformed = 0
        /// Values left out of reports that were used.
        public var values = DroppedValues()
        /// Errors that gpsd reported.
        public var errors = 0
    }

    /// What to send to gpsd so that it reports, line end included; sent again, it makes gpsd open
    /// devices anew that it had given up.
    /// - Parameter device: The device that is wanted, `nil` for all.
    public static func watchCommand(device: String? = nil) -> String {
        guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
        let name = device.flatMap {
            $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0]
        }
        return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(String(name))\"};\n"
    }

    private var reader: LineReader<GPSDContent>

    /// What was read and what was left out, and why.
    public var counts: Counts { reader.content.counts }

    /// The version of the protocol that gpsd greeted with, `nil` before it did.
    public var protocolVersion: (major: Int, minor: Int)? { reader.content.version }

    /// Satellites in view, by the last SKY; `nil` before one.
    public var satellitesInView: Int? { reader.content.satellitesInView }

    /// A reader at the start of a connection or a log.
    /// - Parameter device: The device whose reports are wanted, as gpsd names it (`/dev/ttyUSB0`);
    ///   `nil` takes those of the first one that has a fix, for as long as it has.
    public init(device: String? = nil) { reader = LineReader(GPSDContent(device: device)) }

    /// Reads on.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        reader.ingest(bytes, sink)
    }

    /// Ends the input: a last line without a line end is read.
    public mutating func finish(_ sink: MarkedSink) { reader.finish(sink) }
}
