import CSodium
public import RoadMap

/// Why a map is not trusted.
public enum MapSignatureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no signature beside the map, or it cannot be read.
    case noSignature(path: String, reason: String)
    /// The signature does not have 64 bytes.
    case noEd25519Signature(path: String, length: UInt64)
    /// The map is another one than was signed, or somebody else signed it.
    case wrong(path: String)
    /// The map could not be read.
    case unreadable(MapError)

    /// Whether it says nothing of the file: it could not be read now.
    public var isPassing: Bool {
        if case .unreadable(let error) = self { error.isPassing } else { false }
    }

    /// One line for people.
    public var description: String {
        switch self {
        case .noSignature(let path, let reason): "the map's signature \(path): \(reason)"
        case .noEd25519Signature(let path, let length):
            "the map's signature \(path): it has \(length) bytes and not 64"
        case .wrong(let path): "the map's signature \(path) does not match this map and this key"
        case .unreadable(let error): "\(error)"
        }
    }
}

/// A detached signature of a map file: Ed25519 over the file's SHA-512 digest, in a file of 64 bytes
/// beside the map, its name with `.sig` behind it.
///
/// ```
/// openssl dgst -sha512 -binary andorra.ehmap >digest
/// openssl pkeyutl -sign -rawin -inkey key.pem -in digest -out andorra.ehmap.sig
/// ```
public enum MapSignature {
    /// The name of a map's signature.
    public static func path(of map: String) -> String { map + ".sig" }

    /// Reads the whole map once and compares it with the signature beside it. Returns the map as it was read
    /// then: a later read of anything else fails.
    @discardableResult
    public static func check(
        _ map: any BlockSource,
        named path: String,
        against key: MapKey
    ) throws(MapSignatureError) -> SealedBlockSource {
        let name = Self.path(of: path)
        let signature = try signature(name)
        let digest: [UInt8]
        var pieces: [UInt8] = []
        do throws(MapError) {
            digest = try Self.digest(of: map, pieces: &pieces)
        } catch { throw .unreadable(error) }
        guard key.hasSigned(digest, signature) else { throw .wrong(path: name) }
        return SealedBlockSource(map, digests: pieces)
    }

    private static func signature(_ path: String) throws(MapSignatureError) -> [UInt8] {
        let length = Int(crypto_sign_ed25519_BYTES)
        var bytes = [UInt8](repeating: 0, count: length)
        let found: UInt64
        do throws(MapError) {
            let file = try FileBlockSource(path: path)
            found = file.length
            if found == UInt64(length) { try file.read(at: 0, into: &bytes, count: length) }
        } catch .cannotOpen(_, let reason) {
            throw .noSignature(path: path, reason: reason)
        } catch {
            throw .noSignature(path: path, reason: "\(error)")
        }
        guard found == UInt64(length) else {
            throw .noEd25519Signature(path: path, length: found)
        }
        return bytes
    }

    /// The digest of a file, and those of its pieces, of the same bytes.
    private static func digest(
        of source: any BlockSource, pieces: inout [UInt8]
    ) throws(MapError) -> [UInt8] {
        var state = crypto_hash_sha512_state()
        unsafe crypto_hash_sha512_init(&state)
        var buffer = [UInt8](repeating: 0, count: SealedBlockSource.pieceLength)
        var offset: UInt64 = 0
        while offset < source.length {
            let count = Int(min(UInt64(buffer.count), source.length - offset))
            try source.read(at: offset, into: &buffer, count: count)
            unsafe crypto_hash_sha512_update(&state, buffer, UInt64(count))
            SealedBlockSource.append(digestOf: buffer, count: count, to: &pieces)
            offset += UInt64(count)
        }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        unsafe crypto_hash_sha512_final(&state, &digest)
        return digest
    }
}
