import Engine
import Quantities
import Testing
import VehicleSignals

@testable import Configuration

/// What the road's surface is like: a signal and its numbers, or what it is taken for.
@Suite struct SurfaceSettingsTests {
    @Test func whatIsSetHolds() {
        let (loaded, problems) = read(
            "[vehicle]\nsurface_condition = \"wet\"\nsurface_condition_lifetime_s = 2.5")
        #expect(problems.isEmpty, "\(problems)")
        let parameters = loaded.settings.engineParameters
        #expect(parameters.surface == .wet && parameters.surfaceLifetime == .milliseconds(2500))
        #expect(read("").loaded.settings.engineParameters.surface == .unknown)
        #expect(read("").loaded.toml.contains("\nsurface_condition = \"unknown\"  # default\n"))
    }

    @Test func numbersAreAListOfEachOnce() {
        #expect(
            SurfaceValue.list(in: "0=dry,12=wet,3=unknown") == [
                SurfaceValue(raw: 0, .dry), SurfaceValue(raw: 12, .wet),
                SurfaceValue(raw: 3, .unknown),
            ])
        for text in ["", "1", "1=", "=wet", "1=wet,", "1=wet,1=dry", "1=rain", "-1=wet", "1==wet"] {
            #expect(SurfaceValue.list(in: text) == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            (
                "surface_condition = \"rain\"",
                "c.toml:2:21: vehicle.surface_condition = \"rain\": expected one of unknown, dry,"
                    + " wet, snow, ice"
            ),
            (
                "surface_condition_values = \"1=wet 2=snow\"",
                "c.toml:2:28: vehicle.surface_condition_values = \"1=wet 2=snow\": expected numbers"
                    + " and dry, wet, snow or ice, as in 0=dry,1=wet"
            ),
            (
                "surface_condition_values = \"1=wet\"",
                "c.toml:2:28: vehicle.surface_condition_values: there is no"
                    + " vehicle.surface_condition_signal"
            ),
            (
                "surface_condition_signal = \"Rain\"",
                "c.toml:2:28: vehicle.surface_condition_signal Rain: vehicle.dbc is missing"
            ),
            (
                "dbc = \"car.dbc\"\nsurface_condition_signal = \"Rain\"\nsurface_condition = \"dry\"",
                "c.toml:4:21: vehicle.surface_condition dry: vehicle.surface_condition_signal Rain"
                    + " reports the surface; remove one of both"
            ),
        ])
    func whatDoesNotGoTogetherIsALine(_ text: String, _ line: String) {
        #expect(read("[vehicle]\n" + text).problems == [line])
    }
}
