import Engine
import Horizon
import HorizonProvider
import Routing
import Testing

@testable import Configuration

@Suite("Settings of the tree")
struct TreeSettingsTests {
    @Test func whatTheTreeHasBesides() {
        let text = """
            [vehicle]
            mode = "truck"
            [messages]
            illegal_exits = true
            [horizon]
            look_ahead_from = "branch"
            illegal_exits = true
            u_turns = true
            candidate_trees = 2
            """
        let set = read(text).loaded.settings.engineParameters
        #expect(set.horizon.vehicle == .truck)
        #expect(set.horizon.lookAheadOrigin == .branch)
        #expect(set.horizon.showsIllegalExits && set.horizon.showsUTurns)
        #expect(set.provider.sendsIllegalExits)
        #expect(set.candidateTrees == 2)
        let defaults = read("").loaded.settings.engineParameters
        #expect(defaults.horizon.vehicle == .car)
        #expect(defaults.horizon.lookAheadOrigin == .vehicle)
        #expect(!defaults.horizon.showsIllegalExits && !defaults.horizon.showsUTurns)
        #expect(!defaults.provider.sendsIllegalExits)
        #expect(defaults.candidateTrees == 0)
        let problem = "c.toml:2:8: vehicle.mode = \"bus\": expected one of car, truck"
        #expect(read("[vehicle]\nmode = \"bus\"").problems == [problem])
    }

    @Test func aTruckHasATrucksRoute() {
        let truck = "[vehicle]\nmode = \"truck\"\n"
        #expect(read(truck).loaded.settings.route.mode == .truck)
        #expect(read(truck + "[route]\nmode = \"truck\"").problems.isEmpty)
        let line = "c.toml:4:8: route.mode car: vehicle.mode is truck"
        #expect(read(truck + "[route]\nmode = \"car\"").problems == [line])
    }

    @Test func `A file for learned turns needs learning`() {
        let file = "[daemon]\nlearned_turns = \"turns\"\n"
        #expect(
            read(file).problems == [
                "c.toml:2:17: daemon.learned_turns turns: horizon.learning is false"
            ])
        let (loaded, problems) = read(file + "[horizon]\nlearning = true")
        #expect(problems.isEmpty && loaded.settings.daemon.learnedTurns == "turns")
    }
}
