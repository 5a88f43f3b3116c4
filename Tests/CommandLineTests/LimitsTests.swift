import Foundation
import Testing

/// `ehorizon limits`: the table of a log, and its comparison with signs.
@Suite struct LimitsTests {
    /// A drive of 1000 m to the north, in steps of 100 m.
    private func log(_ limits: [String]) -> String {
        limits.enumerated().map { index, limit in
            let latitude = 53.5 + Double(index) * 100 / 111_280
            return """
                {"event":"here","time":1767254400,"system_time":1767254401,"driven_m":\(index * 100),\
                "latitude":\(latitude),"longitude":13.2,"bearing_deg":0,"path_index":8,\
                "offset_m":\(index * 100),"distance_m":0,"limit":"\(limit)","unit":"km/h","type":"sign",\
                "source":"map","basis":"sign","provenance":"tagged","object":null,\
                "condition":"22:00-06:00","surface":null,"way":4711,"last_edit":"2024-05-01",\
                "map_agrees":true,"map":"x","map_time":1,"map_age_days":12.5}
                """
        }.joined(separator: "\n") + "\n"
    }

    private static let limits = [
        "30", "50", "50", "50", "unknown", "70", "70", "70", "none", "none", "none",
    ]

    @Test func rightWrongAndUnknown() throws {
        let scratch = try Scratch()
        let path = try scratch.file("limits.log", log(Self.limits))
        // A sign at 200 m: 50. One at 700 m, 20 m beside the road: none. One for the other direction, and one elsewhere.
        let signs = try scratch.file(
            "signs.csv",
            """
            lat,lon,bearing,limit
            \(53.5 + 700.0 / 111_280),13.2003,10,none
            \(53.5 + 200.0 / 111_280),13.2,350,50
            \(53.5 + 400.0 / 111_280),13.2,180,30
            53.6,13.2,0,30
            """)
        let outcome = try ehorizon("limits", path, "--signs", signs)
        #expect(outcome.status == 0, "\(outcome)")
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 16)
        #expect(
            lines[0]
                == "2026-01-01T08:00:00Z  here  0 m  53.50000,13.20000  30 km/h  sign  way 4711, sign,"
                + " tagged, if 22:00-06:00, edited 2024-05-01, map 12.5 days old")
        // 50 from 200 to 400 m and none from 800 to 1000 m are right; 70 from 500 to 800 m is wrong.
        #expect(
            lines.suffix(5) == [
                "signs passed: 2", "right: 400 m (50.0 %)", "wrong: 300 m (37.5 %)",
                "unknown: 100 m (12.5 %)", "without a sign: 200 m",
            ])
    }

    /// Lines that nobody can mean, between good ones. What they hold does not reach the terminal as it is.
    @Test func damagedLines() throws {
        let scratch = try Scratch()
        let times = ["1e300", "\"nan\"", "\"inf\"", "-1e300", "9.3e18"]
        let bad = times.map { "{\"event\":\"here\",\"time\":\($0),\"limit\":\"70\"}\n" }
        let odd = log(["\\u001b]0;owned\\u0007"])
        let path = try scratch.file(
            "limits.log", "\n" + log(["30"]) + "\n" + bad.joined() + odd + log(["50"]))
        let outcome = try ehorizon("limits", path)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("30 km/h") && outcome.text.contains("50 km/h"))
        #expect(!outcome.text.contains("70 km/h"))
        #expect(!outcome.text.utf8.contains(0x1B) && !outcome.text.utf8.contains(0x07))
        for line in 4...8 {
            #expect(outcome.words.contains("\(path):\(line):1: expected a time"), "\(outcome)")
        }
        // A byte order mark, as spreadsheets write it.
        let signs = try scratch.file("s.csv", "\u{FEFF}lat,lon,bearing,limit\n53.5,13.2,0,30\n")
        let good = try scratch.file("good.log", log(["30"]))
        #expect(try ehorizon("limits", good, "--signs", signs).status == 0)
    }

    @Test func badFiles() throws {
        let scratch = try Scratch()
        let good = try scratch.file("limits.log", log(["30"]))
        let columns = try scratch.file("a.csv", "latitude,longitude\n")
        try ehorizon("limits", good, "--signs", columns).expectRefusal(
            1, "\(columns):1: expected the columns lat, lon, bearing and limit")
        let row = try scratch.file("b.csv", "lat,lon,bearing,limit\n53,13,0,50\n53,13,0,fast\n")
        try ehorizon("limits", good, "--signs", row).expectRefusal(
            1, "\(row):3: expected degrees, and a limit as 50, 30 mph, none or end")
        let cut = try scratch.file("cut.log", log(["30"]) + "{\"event\":\"he")
        let outcome = try ehorizon("limits", cut)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("30 km/h"))
        #expect(outcome.words.contains("\(cut):2:"), "\(outcome)")
    }
}
