/// The name of a layer: what it is about, and the functional class of its roads where it holds those of
/// one class alone, such as `ROAD_GEOM_FC3`.
public struct LayerName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name without the class.
    public let subject: String
    /// 1...5, `nil` for a layer of all classes.
    public let functionalClass: Int?

    /// A layer of a subject and a class.
    public init(_ subject: String, functionalClass: Int? = nil) {
        self.subject = subject
        self.functionalClass = functionalClass
    }

    /// The name at the front of a text, as in a service's answer or in the name of a file; `nil` if
    /// the text does not begin with one.
    public init?(atFrontOf text: some StringProtocol) {
        var name: [UInt8] = []
        for byte in text.utf8 {
            let isLetter = (0x41...0x5A).contains(byte)
            guard isLetter || byte == UInt8(ascii: "_") && !name.isEmpty else { break }
            name.append(byte)
        }
        let classMark = Array("_FC".utf8)
        if name.suffix(3) == classMark[...], name.count > 3 {
            let digit = text.utf8.dropFirst(name.count).first ?? 0
            let next = text.utf8.dropFirst(name.count + 1).first ?? 0
            guard (0x31...0x35).contains(digit), !(0x30...0x39).contains(next) else { return nil }
            self.init(
                String(decoding: name.dropLast(3), as: UTF8.self),
                functionalClass: Int(digit - 0x30)
            )
        } else {
            while name.last == UInt8(ascii: "_") { name.removeLast() }
            guard name.count > 1 else { return nil }
            self.init(String(decoding: name, as: UTF8.self))
        }
    }

    /// A name that is the whole text; `nil` if the text is none.
    public init?(parsing text: some StringProtocol) {
        guard let name = LayerName(atFrontOf: text), name.description == String(text) else {
            return nil
        }
        self = name
    }

    /// The name as the services spell it.
    public var description: String { subject + (functionalClass.map { "_FC\($0)" } ?? "") }

    /// Alphabetical, those of all classes first.
    public static func < (left: Self, right: Self) -> Bool {
        (left.subject, left.functionalClass ?? 0) < (right.subject, right.functionalClass ?? 0)
    }

    /// The level of the tiles of a class.
    public static func level(ofClass functionalClass: Int) -> Int { 8 + functionalClass }

    /// The subjects that this module knows; each has a layer for every class.
    public static let knownSubjects = [
        "ROAD_GEOM", "LINK", "LINK_ATTRIBUTE", "SPEED_LIMITS", "SPEED_LIMITS_COND",
        "SPEED_LIMITS_VAR", "TRUCK_SPEED_LIMITS", "ADAS_ATTRIB", "BASIC_HEIGHT", "TRAFFIC_SIGN",
    ]
}
