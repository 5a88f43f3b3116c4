import Foundation
import Testing

/// Packages are those of the sources that are checked: `tools/check packages` and `tools/check guest` compare a stamp.
@Suite struct PackageStampTests {
    private static let script = """
        set -e
        . "$1/tools/lib/packages.sh"
        cd "$2"
        package_stamp
        """

    private func stamp(_ scratch: Scratch) throws -> String {
        let outcome = try ChildProcess(
            "bash", ["-c", Self.script, "bash", Programs.package.path(), scratch["tree"]]
        ).wait()
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.text
    }

    private func run(_ scratch: Scratch, _ script: String) throws {
        let outcome = try ChildProcess(
            "sh", ["-ec", "cd \"$1\"; \(script)", "sh", scratch["tree"]]
        ).wait()
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func theStampIsThatOfTheFilesAsTheyAre() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch["tree"], withIntermediateDirectories: false)
        try run(
            scratch,
            """
            git init -q .; git config user.name x; git config user.email x@y
            mkdir -p Sources tools/packaging Tests
            echo a >Sources/a.swift; echo b >Package.swift; echo c >tools/packaging/build
            printf '*.o\\n' >.gitignore
            git add .; git commit -qm first
            """)
        let first = try stamp(scratch)
        #expect(first.count == 65)
        // Files that are not packed, and the time of a file, are no part of the stamp.
        try run(scratch, "echo x >Tests/x.swift; echo x >Sources/x.o; touch Sources/a.swift")
        #expect(try stamp(scratch) == first)
        var seen = [first]
        for change in [
            "echo aa >Sources/a.swift", "echo d >Sources/d.swift", "chmod +x tools/packaging/build",
            "mv Sources/d.swift Sources/e.swift", "rm Sources/e.swift Package.swift",
        ] {
            try run(scratch, change)
            let changed = try stamp(scratch)
            #expect(!seen.contains(changed), "\(change)")
            seen.append(changed)
        }
        try run(scratch, "git add -A; git commit -qm second")
        #expect(try stamp(scratch) == seen.last)
    }
}
