import CSodium

/// The public key that signatures of maps are checked with: Ed25519 (RFC 8032).
public struct MapKey: Sendable, Hashable {
    private let bytes: [UInt8]

    /// What stands before the key in DER (RFC 8410, 10.1).
    private static let prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    /// A key from its PEM text, as `openssl pkey -pubout` writes it; `nil` where it is none.
    public init?(pem: [UInt8]) {
        let lines = pem.split(separator: 0x0A).map { line in
            String(decoding: line, as: UTF8.self).filter { $0 != "\r" }
        }
        guard let first = lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"),
            let last = lines.firstIndex(of: "-----END PUBLIC KEY-----"), first < last
        else { return nil }
        let text = lines[(first + 1)..<last].joined()
        var der = [UInt8](repeating: 0, count: 256)
        var length = 0
        let status = unsafe sodium_base642bin(
            &der, der.count, text, text.utf8.count, nil, &length, nil,
            Int32(sodium_base64_VARIANT_ORIGINAL))
        guard status == 0, length == MapKey.prefix.count + Int(crypto_sign_ed25519_PUBLICKEYBYTES),
            Array(der[..<MapKey.prefix.count]) == MapKey.prefix
        else { return nil }
        bytes = Array(der[MapKey.prefix.count..<length])
    }

    /// Whether the key's owner has signed a file of that digest.
    func hasSigned(_ digest: [UInt8], _ signature: [UInt8]) -> Bool {
        unsafe crypto_sign_ed25519_verify_detached(
            signature, digest, UInt64(digest.count), bytes) == 0
    }
}
