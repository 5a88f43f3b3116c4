import Foundation
import Glibc
import Testing

/// Maps that a key has to have signed, with signatures that openssl makes.
struct SignedMap {
    let scratch: Scratch
    /// The public key.
    let key: String

    static let isThere = access("/usr/bin/openssl", X_OK) == 0
    static let reason: Comment = "needs openssl"

    init(in scratch: Scratch, named name: String = "key") throws {
        self.scratch = scratch
        key = scratch[name + ".pem"]
        try Self.openssl(["genpkey", "-algorithm", "ed25519", "-out", scratch[name + ".secret"]])
        try Self.openssl(["pkey", "-in", scratch[name + ".secret"], "-pubout", "-out", key])
        secret = scratch[name + ".secret"]
    }

    private let secret: String

    private static func openssl(_ arguments: [String]) throws {
        let outcome = try ChildProcess("/usr/bin/openssl", arguments).wait()
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Signs a file, into another one.
    func sign(_ map: String, to signature: String) throws {
        let digest = scratch["digest"]
        try Self.openssl(["dgst", "-sha512", "-binary", "-out", digest, map])
        try Self.openssl(
            ["pkeyutl", "-sign", "-rawin", "-inkey", secret, "-in", digest, "-out", signature])
    }
}

@Suite(.enabled(if: SignedMap.isThere, SignedMap.reason))
struct MapSignatureTests {
    @Test func `map verify and the daemon take what the key has signed alone`() throws {
        let scratch = try Scratch()
        let owner = try SignedMap(in: scratch)
        let other = try SignedMap(in: scratch, named: "other")
        let map = try scratch.file("map.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
        func verify(_ key: String) throws -> Outcome {
            try ehorizon("map", "verify", map, "--key", key)
        }
        func daemon(_ key: String) throws -> Outcome {
            try ChildProcess(
                Programs.daemon,
                ["--map", map, "--map-key", key, "--position", "-", "--can", "ehznone0"]
            ).wait()
        }
        for outcome in [try verify(owner.key), try daemon(owner.key)] {
            outcome.expectRefusal(1, "\(map).sig: No such file")
        }
        try owner.sign(map, to: map + ".sig")
        let outcome = try verify(owner.key)
        #expect(outcome.status == 0, "\(outcome)")
        for outcome in [try verify(other.key), try daemon(other.key)] {
            outcome.expectRefusal(1, "\(map).sig does not match this map and this key")
        }
        for outcome in [try verify(map), try daemon(map)] {
            outcome.expectRefusal(1, "\(map): not a public Ed25519 key in PEM")
        }
    }
}

/// A new map for a daemon with a key, as it drives.
@Suite(
    .serialized, .enabled(if: Bus.isThere, Bus.reason),
    .enabled(if: SignedMap.isThere, SignedMap.reason))
struct MapSignatureOnVCAN {
    @Test func aSignatureMayComeAfterItsMap() throws {
        let scratch = try Scratch()
        let owner = try SignedMap(in: scratch)
        let map = try scratch.file("map.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
        try owner.sign(map, to: map + ".sig")
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let new = scratch["new.ehmap"]
        #expect(
            try ehorizon(
                "map", "build", "--osm", source.path(), "--country", "AT", "--output", new
            ).status == 0)
        try owner.sign(new, to: scratch["new.sig"])
        let bus = try Bus("ehzsig0")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", map, "--map-key", owner.key, "--position",
                "file:\(Sample.drive.path())?rate=1", "--can", bus.name,
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(rename(new, map) == 0)
        try eventually("it is refused without its signature") {
            daemon.words.contains("\(map): the map's signature \(map).sig does not match this map")
        }
        #expect(rename(scratch["new.sig"], map + ".sig") == 0)
        try eventually("the new map is told") {
            daemon.words.contains("ehorizond: \(map): a new map, ")
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
