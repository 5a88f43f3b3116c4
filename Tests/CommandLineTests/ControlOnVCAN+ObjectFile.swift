import Foundation
import Testing

extension ControlOnVCAN {
    /// The file of objects is read at the start and when it changes; without it there are none.
    @Test func theFileOfObjects() throws {
        let bus = try Bus("ehzctrl5")
        let scratch = try Scratch()
        let path = scratch["works.geojson"]
        let daemon = try StatusOnVCAN.start(
            bus, scratch, flags: ["--messages", "all", "--objects", path])
        try eventually("a line") { daemon.words.contains("\(path): there is no such file") }
        try eventually("a path") { try !bus.log().places.isEmpty }
        func kinds() throws -> [String] {
            let objects = try #require(
                try StatusOnVCAN.status(scratch)["objects"] as? [[String: Any]])
            return objects.filter { $0["stretches"] is Int }.compactMap { $0["id"] as? String }
        }
        func exits() throws -> Int {
            let tree = try #require(try StatusOnVCAN.status(scratch)["tree"] as? [String: Any])
            return (tree["exits"] as? [Any])?.count ?? 0
        }
        try eventually("exits") { try exits() > 0 }
        let works = try area(scratch, "roads", #""kind":"closure""#)
        try FileManager.default.moveItem(atPath: works, toPath: path)
        try eventually("a closure") { try kinds() == ["roads"] && exits() == 0 }
        // A fault in the file is a line, and the closure stays.
        _ = try scratch.file("works.geojson", "{\n")
        try eventually("a line") { daemon.words.contains("; the objects are unchanged") }
        #expect(daemon.words.contains("\(path): line 2: expected"))
        #expect(try kinds() == ["roads"])
        // Nor is it gone where nobody can know what it is.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        try eventually("a line") { daemon.words.contains("Too many levels of symbolic links") }
        #expect(try kinds() == ["roads"])
        try FileManager.default.removeItem(atPath: path)
        try eventually("the exits again") { try kinds() == [] && exits() > 0 }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try StatusOnVCAN.expectReplay(scratch)
    }
}
