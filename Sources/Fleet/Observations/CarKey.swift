import CSodium
import RoadMap

/// The secret of a fleet that makes tokens of cars. Without it nobody can find out whether a car is in a ``CarSet``, not even
/// with a list of all names of cars.
///
/// Two parts of a collection can only be merged meaningfully if they have the same key: a car has other tokens under another
/// one, and counts twice.
public struct CarKey: Sendable {
    /// The number of bytes of a key.
    public static let length = 32

    private let bytes: [UInt8]

    /// A key of 32 bytes; `nil` for another number.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// A key that everybody knows. It protects only cars whose identity cannot be guessed, such as ``Car/init(drive:)``.
    public static let known = CarKey(known: ())

    private init(known: ()) { bytes = Array(repeating: 0, count: Self.length) }

    /// The token of a car at a thing.
    func token(of car: Car, at thing: [UInt8]) -> UInt32 {
        let value = Digest.of(car.identity + thing, length: 16, key: bytes)
        return value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Who drove. Its identity leaves a program only as tokens.
public struct Car: Sendable, Hashable {
    /// 32 bytes.
    let identity: [UInt8]

    /// A car of a name. Names can be guessed, so it needs a secret ``CarKey``.
    public init(name: String) { identity = Digest.of([0] + Array(name.utf8), length: 32) }

    /// An unknown car. Its drive identifies it: the same drive is the same car.
    public init(drive: [UInt8]) { identity = Digest.of([1] + drive, length: 32) }
}

/// BLAKE2b (RFC 7693), by libsodium.
enum Digest {
    static func of(_ bytes: [UInt8], length: Int, key: [UInt8] = []) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        let status = unsafe crypto_generichash(
            &digest, length, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
        precondition(status == 0, "BLAKE2b takes 16 to 64 bytes and a key of at most 64")
        return digest
    }
}
