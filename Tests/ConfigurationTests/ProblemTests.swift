import Testing

@testable import Configuration

/// What is wrong with a configuration is one line with its place.
@Suite("Problems of configurations")
struct ProblemTests {
    @Test(arguments: [
        ("a", "c.toml:1:2: = is expected behind the key"),
        ("[pace\n", "c.toml:1:6: ] is expected behind the name"),
        ("a = [1\n", "c.toml:1:5: the list is not closed"),
        ("\nb = [[1],\n", "c.toml:2:5: the list is not closed"),
        ("a = [1,\n2\nb = 3", "c.toml:3:1: ] is expected behind the last element"),
        ("x = 1\nx = 2\n", "c.toml:2:1: x is defined twice"),
        ("a = \"\u{7}\"", "c.toml:1:6: a control character in a text"),
        ("colour = 1", "c.toml:1:1: unknown key colour"),
        (
            "\n  pace.bus_load = 1",
            "c.toml:2:3: unknown key pace.bus_load; did you mean pace.bus_load_percent?"
        ),
        (
            "[pace]\nbus_lode_percent = 5",
            "c.toml:2:1: unknown key pace.bus_lode_percent; did you mean pace.bus_load_percent?"
        ),
        ("trailing_m = 5", "c.toml:1:1: unknown key trailing_m; did you mean horizon.trailing_m?"),
        (
            "[level.1]\nreach = 5",
            "c.toml:2:1: unknown key level.1.reach; did you mean level.1.reach_m?"
        ),
        ("[level.9]\nreach_m = 5", "c.toml:2:1: unknown key level.9.reach_m; did you mean "),
        (
            "[[level]]\nreach_m = 5",
            "c.toml:1:3: level is a list of tables; no setting is a list of tables"
        ),
        ("[pacing]", "c.toml:1:2: unknown table pacing"),
        ("pace = 3", "c.toml:1:1: pace is a table, found a whole number"),
        ("\"\\u0000\" = 3", "c.toml:1:1: unknown key "),
        (
            "[pace]\npackage_size = 4.0",
            "c.toml:2:16: pace.package_size = 4: expected a whole number, found a number"
        ),
        (
            "[pace]\npackage_size = \"4\"",
            "c.toml:2:16: pace.package_size = \"4\": expected a whole number, found a text"
        ),
        (
            "[pace]\nbus_load_percent = 1979-05-27",
            "c.toml:2:20: pace.bus_load_percent = a date: expected a number, found a date"
        ),
        ("[pace]\nbus_load_percent = nan", "0.01 to 100 % can be set"),
        ("[pace]\nbus_load_percent = -inf", "0.01 to 100 % can be set"),
        (
            "[level.0]\nreach_m = 9e300",
            "c.toml:2:11: level.0.reach_m = 9e+300: 10 to 7800 m can be set"
        ),
        (
            "[level.0.stub]\nreach_m = 9",
            "c.toml:2:11: level.0.stub.reach_m = 9: 10 to 7800 m can be set"
        ),
        (
            "[level.0.stub]\nenabled = 1",
            "c.toml:2:11: level.0.stub.enabled = 1: expected true or false"
        ),
        (
            "[messages]\npreset = \"some\"",
            "c.toml:2:10: messages.preset = \"some\": unknown preset; known are default"
        ),
        (
            "[messages]\nenable = [\n  \"stub\",\n  \"stubs\" ]",
            "c.toml:4:3: messages.enable = \"stubs\": unknown message name 'stubs'; known are position"
        ),
        ("[messages]\ndisable = [1]", "c.toml:2:12: messages.disable = 1: expected a text"),
        (
            "[messages]\ndisable = \"stub\"",
            "c.toml:2:11: messages.disable = \"stub\": expected a list"
        ),
        (
            "[layout]\nname = \"intel\"",
            "c.toml:2:8: layout.name = \"intel\": unknown layout; known are adasis,"
        ),
        (
            "layout.can_id.stub = 0x300",
            "c.toml:1:22: layout.can_id.stub = 768: expected a text, as in \"0x300\""
        ),
        ("layout.can_id.stub = \"800\"", "three digits are an 11-bit identifier, up to 0x7FF"),
        (
            "layout.can_id.stubs = \"80\"",
            "unknown key layout.can_id.stubs; did you mean layout.can_id.stub?"
        ),
        (
            "[horizon]\nlook_ahead_m = [1, -1]",
            "c.toml:2:20: horizon.look_ahead_m = -1: 0 to 100000 m can be set"
        ),
        (
            "[daemon]\nposition = \"tcp://x\"",
            "c.toml:2:12: daemon.position = \"tcp://x\": expected gpsd://"
        ),
        (
            "[daemon]\ncan = \"a b\"",
            "c.toml:2:7: daemon.can = \"a b\": a name has 1 to 15 characters"
        ),
        (
            "[daemon]\nbitrate = 1",
            "c.toml:2:11: daemon.bitrate = 1: 10000 to 8000000 bit/s can be set"
        ),
        ("[daemon]\nmap = \"\"", "c.toml:2:7: daemon.map = \"\": expected a path"),
        (
            "[daemon]\nmap = [\"a\", \"\"]",
            "c.toml:2:13: daemon.map = \"\": expected a path"
        ),
        ("[daemon]\nmap = []", "c.toml:2:7: daemon.map = []: 1 to 255 files can be one map"),
        // Combinations.
        (
            "[level.0]\nreach_m = 7800\n[horizon]\ntrailing_m = 101",
            "c.toml:2:11: level.0.reach_m and horizon.trailing_m are 7901 m together"
        ),
        (
            "[horizon]\ntrailing_m = 1000\n[level.1.stub]\nreach_m = 7000",
            "c.toml:4:11: level.1.stub.reach_m and horizon.trailing_m are 8000 m"
        ),
        (
            "[pace]\nbus_load_percent = 0.5",
            "c.toml:2:20: pace.bus_load_percent 0.5: at 500000 bit/s at least 0.621 % are needed:"
                + " 0.351 % for POSITION and META-DATA, and ten other frames a second"
        ),
        (
            "[pace]\nbit_rate = 10000",
            "c.toml:2:12: pace.bus_load_percent 5: at 10000 bit/s at least 31.05 % are needed: 17.55"
        ),
        // Of the link that the car is on no POSITION tells.
        (
            "[messages]\npreset = \"mini\"\n[pace]\nbus_load_percent = 0.3",
            "c.toml:4:20: pace.bus_load_percent 0.3: at 500000 bit/s at least 0.324 % are needed:"
                + " 0.054 % for META-DATA, and ten other frames a second"
        ),
        (
            "[messages]\nmap_provider = \"here\"",
            "c.toml:2:16: messages.map_provider = \"here\": expected one of unknown, HERE, TomTom"
        ),
        (
            "[messages]\nhardware_version = 512",
            "c.toml:2:20: messages.hardware_version = 512: 0 to 511 can be set"
        ),
        ("layout.can_id.stub = \"20000000\"", "a 29-bit identifier is 0x1FFFFFFF at most"),
        ("layout.can_id.stub = \"+30\"", "expected a hexadecimal identifier, as in 0x300"),
        (
            "[level.2]\nreach_m = 100",
            "c.toml:2:11: level.2.reach_m: there is no level 2, horizon.side_levels is 1"
        ),
        (
            "[daemon]\nsample_point = 0.8",
            "c.toml:2:16: daemon.sample_point: daemon.bitrate is not set; the daemon sets up the interface only"
                + " with it"
        ),
        (
            "[daemon]\nrestart_s = 0.1",
            "c.toml:2:13: daemon.restart_s: daemon.bitrate is not set; the daemon sets up the interface only"
                + " with it"
        ),
        (
            "[daemon]\nbitrate = 500000\ndata_bitrate = 250000",
            "c.toml:3:16: daemon.data_bitrate 250000: daemon.bitrate is 500000; the data phase is not slower"
        ),
        (
            "[daemon]\nbitrate = 500000\nsample_point = 87.5",
            "c.toml:3:16: daemon.sample_point = 87.5: 0.5 to 0.95 of the bit can be set"
        ),
        (
            "[daemon]\nbitrate = 500000\nrestart_s = 0.0001",
            "c.toml:3:13: daemon.restart_s = 0.0001: the least is 0.001 s"
        ),
        (
            "[daemon]\nbitrate = 250000\n[pace]\nbit_rate = 500000",
            "c.toml:4:12: daemon.bitrate is 250000 and pace.bit_rate is 500000"
        ),
        (
            "[matching]\nminimum_search_radius_m = 130",
            "c.toml:2:27: matching.minimum_search_radius_m is more than"
        ),
    ])
    func isOneLineWithItsPlace(_ text: String, _ line: String) {
        let problems = read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.contains(line) == true, "\(problems)")
        #expect(problems.first?.hasPrefix("c.toml:") == true)
        #expect(problems.first?.contains("\n") == false)
    }

    @Test func allProblemsAreReportedInTheOrderOfTheFile() {
        let problems = read("[pace]\nx = 1\npackage_size = 0\n[zoo]\n[daemon]\ncan = 1").problems
        #expect(problems.count == 4)
        #expect(
            problems.map { $0.prefix(9) } == ["c.toml:2:", "c.toml:3:", "c.toml:4:", "c.toml:6:"])
    }

    @Test func bytesThatAreNoTextAreRefused() {
        #expect(read(bytes: [0x61, 0x0A, 0xFF]).problems == ["c.toml:2:1: not text in UTF-8"])
        #expect(read(bytes: [0x61, 0x00]).problems == ["c.toml:1:2: not text in UTF-8"])
        let long = read(bytes: [UInt8](repeating: 0x0A, count: 1 << 20 + 1))
        #expect(long.problems == ["c.toml:1:1: a configuration is at most 1048576 bytes long"])
        let deep = read("a = " + String(repeating: "[", count: 100_000)).problems
        #expect(deep.count == 1)
    }

    /// Whatever a file holds: problems or settings, and never an end.
    @Test func damagedConfigurationsAreReadOrRefused() throws {
        let example = Array(try Example.text.utf8)
        var state: UInt64 = 7
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<300 {
            var bytes = example
            for _ in 0...random(4) {
                let place = random(bytes.count)
                switch random(3) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(20)))
                default:
                    bytes.insert(
                        contentsOf: Array("[]{}\"'=.,#\n".utf8).shuffled(with: random), at: place)
                }
            }
            for problem in read(bytes: bytes).problems {
                #expect(problem.hasPrefix("c.toml:") && !problem.contains("\n"))
            }
        }
    }
}

extension [UInt8] {
    fileprivate func shuffled(with random: (Int) -> Int) -> [UInt8] {
        var rest = self
        var result: [UInt8] = []
        while !rest.isEmpty, result.count < 3 { result.append(rest.remove(at: random(rest.count))) }
        return result
    }
}
