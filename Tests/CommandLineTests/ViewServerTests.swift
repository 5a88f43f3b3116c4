import Foundation
import Glibc
import Testing

/// `ehorizon view` without `--output`: the page and its content over HTTP.
@Suite("ehorizon view, served")
struct ViewServerTests {
    @Test func theRecordsAreThoseOfAFile() throws {
        let scratch = try Scratch()
        let drive = try ["--map", Sample.map, "--input", Sample.drive.path()]
        #expect(try ehorizon(["view"] + drive + ["--output", scratch["drive.ndjson"]]).status == 0)
        let page = try ServedPage(drive)
        let scene = try page.get("scene")
        #expect(scene.status == 200)
        let isSame = scene.body == (try scratch.content("drive.ndjson"))
        #expect(isSame)
        let html = try page.get("")
        #expect(html.status == 200)
        #expect(html.body.range(of: Data("id=\"scene\"".utf8)) == nil)
        let text = String(decoding: scene.body, as: UTF8.self)
        #expect(text.contains("{\"r\":\"why\",\"s\":0,"))
        try page.end()
    }

    @Test func tilesAndTreesComeFromTheMap() throws {
        let page = try ServedPage(["--map", Sample.map, "--input", Sample.drive.path()])
        #expect(try page.get("tiles/14/8796/5302").body.count > 100)
        #expect(try page.get("tiles/14/1/1").status == 204)
        let tree = try page.get("tree?at=53.53763,13.26155,30")
        let step = try #require(try JSONSerialization.jsonObject(with: tree.body) as? [String: Any])
        #expect((step["paths"] as? [Any])?.count ?? 0 > 3)
        #expect(try page.get("tree?at=0,0").status == 404)
        for path in ["tiles/14/1", "tiles/99/1/1", "scene/x", "nothing", "..%2Fetc%2Fpasswd"] {
            #expect(try page.get(path).status == 404, "\(path)")
        }
        #expect(try page.get("tree").status == 400)
        try page.end()
    }

    /// A page of the web whose name has the address of this machine would read the drives of the user.
    @Test func anotherNameOfTheMachineIsRefused() throws {
        let page = try ServedPage(["--log", Sample.golden.path()])
        #expect(try page.get("scene", host: "attacker.example").status == 403)
        #expect(try page.get("scene", host: "localhost:1").status == 200)
        try page.end()
    }

    @Test func aPortInUseIsAnError() throws {
        let page = try ServedPage(["--log", Sample.golden.path()])
        try ehorizon(
            "view", "--log", Sample.golden.path(), "--listen", "127.0.0.1:\(page.port)"
        ).expectRefusal(1, "cannot listen at 127.0.0.1:\(page.port): Address already in use")
        try page.end()
    }

    @Test(arguments: [
        (["--can", "vcan9", "--output", "page.html"], "--output"),
        (["--can", "vcan9", "--log", "drive.log"], "leave out the live sources"),
        ([], "give --input <file>"),
    ])
    func sourcesThatDoNotFitAreRefused(options: [String], words: String) throws {
        try ehorizon(["view"] + options).expectRefusal(2, words)
    }
}
