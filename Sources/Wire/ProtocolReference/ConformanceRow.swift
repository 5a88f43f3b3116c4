public import ADASISv2

/// One row of the conformance statement: what is known of the protocol, how sure, and what we do.
public struct ConformanceRow: Sendable, Hashable {
    /// The row's topic.
    public let topic: String
    /// What is known.
    public let known: String
    /// How sure it is.
    public let confidence: Confidence
    /// What we send, and what we understand.
    public let practice: String

    init(_ topic: String, _ known: String, _ confidence: Confidence, _ practice: String) {
        self.topic = topic
        self.known = known
        self.confidence = confidence
        self.practice = practice
    }

    /// Messages and their places in frames.
    static let frames: [Self] = [
        Self(
            "message types",
            "three bits, six messages of eight bytes, several may share one "
                + "identifier", .a,
            "all six; the type distinguishes messages on one identifier; type 7 is refused"),
        Self(
            "system specific messages", "type 0, contents between car makers", .a,
            "not sent; decoded as they are"),
        Self(
            "field widths", "the same in every implementation", .a,
            "as they are; a layout with a narrower signal is refused and the field named"),
        Self(
            "field places", "differ between implementations", .b,
            "a layout is data: `adasis` by default, `adasis-intel`, `table-order`, or a DBC with a "
                + "mapping of names"),
        Self(
            "reserved bits", "without a meaning", .b, "sent as 0, ignored"),
        Self(
            "fields that a layout lacks", "car makers leave fields out", .b,
            "not sent; read as unknown or not available. Driving side and unit have no such code: a "
                + "META-DATA without them is refused"),
        Self(
            "identifiers",
            "chosen by the car maker; POSITION before STUB, SEGMENT, SHORT, LONG, "
                + "META-DATA in priority", .a,
            "0x300 to 0x305 in that order; settable by message and by profile type, 11 or 29 bits"),
        Self(
            "second identifiers of profiles", "curvature that does not queue behind the rest", .a,
            "settable; all types are understood on any identifier of their kind"),
        Self(
            "trailer", "no part of the protocol; car makers add counters and checksums", .own,
            "off; settable by message, verified on decoding"),
    ]

    /// Values, beyond what the tables of the reference page say.
    static let values: [Self] = [
        Self(
            "offset", "0…8190 m; runs over to 0 after 8190", .c,
            "raw = metres modulo 8191, one rounding for all messages"),
        Self("cyclic counter", "one per message type, +1 per frame", .b, "so"),
        Self(
            "path indexes", "8…63 are paths, 1…3 reasons, 4 the link, 5 and 6 sub-paths", .a, "so"),
        Self(
            "position age", "sending time minus the time at which the offset was true", .d,
            "so; dead reckoning carries the offset to the moment of the message, and the receiver's time "
                + "is taken when its data arrive"),
        Self(
            "relative probability 0", "unknown or not allowed to be driven", .c,
            "a probability above 0 is never sent as 0"),
        Self(
            "relative probability of a SEGMENT",
            "which one is not public, nor how a control unit uses it. Public code reads the number alone: "
                + "opendbc's layout of a car maker as 3.333 % for each step, a STUB's too, so that "
                + "n/a (31) reads as 103 %; kashiwado/adasisv2 leaves a SEGMENT's as it is, and gives a "
                + "STUB's in per cent. In openpilot and its forks no code that reads it was found",
            .d,
            "that of its path: how likely a car that comes to where the path leaves its parent takes "
                + "it, as its STUB said; 100 % of the path that the car is on, by an update when it "
                + "takes the path (`messages.driven_path_is_certain`). How likely the car is on the path "
                + "says POSITION"),
        Self(
            "right of way", "its meaning differs between versions", .b,
            "0 driving towards the stub has priority (a priority road), 1 may have to yield (a stop or "
                + "give-way sign, or a priority road that meets), 2 where the map says neither, at "
                + "lights and where priority roads cross"),
        Self(
            "effective speed limit", "up to and including, in META-DATA's unit", .a,
            "the smallest bound that holds the limit"),
        Self(
            "effective speed limit type",
            "implicit, by a sign, by night, by day, by time of day, in rain, in snow; which hours are "
                + "night is not public", .d,
            "what the limit that holds now rests on; one that holds at these hours, days or seasons takes "
                + "the other's place and SEGMENTs are sent anew when it begins and ends: from 17–24 to "
                + "4–10 o'clock by night, the other way round by day, all else by time of day; in rain "
                + "and in snow as long as a signal of the car says that the road is wet or under snow, "
                + "whatever the hours"),
        Self(
            "curvature", "NDS.Live's eight bands", .a, "exact for all 1,023 codes, right positive"),
        Self("slope sign", "uphill positive", .d, "so"),
        Self(
            "saturation", "what a field cannot say", .d,
            "the field's end, shown as a bound (>=, <=), never a wrapped number; places beyond the "
                + "scale are not available"),
        Self("region", "15 bits, packing disputed", .c, "sent as 0, unknown; read as a number"),
        Self("map quarter", "0…3 are Q1…Q4", .c, "so; sent with a known year only"),
        Self(
            "profiles without a public coding", names { !$0.hasPublicCoding }, .own,
            "our own codings of the reference page, off unless enabled by name; a sign's number is "
                + "that of the map file's road object, a lane that ends is sent as one of 0 lanes"),
        Self(
            "profiles that are decoded and never sent", names { !$0.isSent }, .c,
            "the map has no source for them; the road's line is sent as longitude and latitude"),
        Self(
            "road accessibility", "a set bit allows, there is none for unknown", .c,
            "sent where cars, pedestrians, buses and trucks are known; taxis and deliveries follow "
                + "cars where nothing is said of them, emergency vehicles may always"),
        Self(
            "truck speed limit", "the units of its parts are not public", .c,
            "META-DATA's unit and 100 kg; time dependent where more than the weight decides"),
        Self(
            "lateral offset", "GM's POSITION has it instead of the speed", .c,
            "placed only by GM's layout, and never sent: always all ones, not available (D)"),
    ]

    /// The names of the profile types of a property, in words.
    private static func names(_ isWanted: (ProfileRecord) -> Bool) -> String {
        ProfileType.named.compactMap { $0.record }.filter(isWanted)
            .map { String($0.name.map { $0 == "-" ? " " : $0 }) }.joined(separator: ", ")
    }
}
