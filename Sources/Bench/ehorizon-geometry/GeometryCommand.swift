import ArgumentParser
import CLibrary
import Console
import Elevation
import GeometryTrials
import RoadShape
import TextFiles

/// `ehorizon-geometry`: how good curvature and slopes are, against roads and hills that are known.
@main
struct GeometryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizon-geometry",
        abstract: "Measures curvature and slope against known roads and hills.",
        version: Program.versionLine(of: "ehorizon-geometry"),
        subcommands: [CurvatureCommand.self, SlopeCommand.self, MapHeightsCommand.self])

    static func main() { Program.run(Self.self) }
}

/// The table of curvatures.
struct CurvatureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "curvature",
        abstract:
            "Draws roads as mappers do and compares the fit, and the circle through three points.")

    @Option(help: "Roads of each kind and scatter.") var roads = 300
    @Option(help: "The seed of the first one.") var seed: UInt64 = 1

    func run() throws {
        print(
            "| road | scatter m | clear km | within 10 %: fit | three points "
                + "| elsewhere covered | called lowest or unknown | straight: fit | three points |")
        print("|---|---|---|---|---|---|---|---|---|")
        var fitter = CurvatureFitter()
        var fitted = CurvatureTrial.Score()
        var plain = CurvatureTrial.Score()
        for kind in CurvatureTrial.RoadKind.allCases {
            for scatter in [0.5, 1, 2] {
                var scores = (CurvatureTrial.Score(), CurvatureTrial.Score())
                var random = SeededNoise(seed: seed + UInt64(scatter * 1000))
                for _ in 0..<roads {
                    let score = CurvatureTrial.run(kind, scatter: scatter, with: &random, &fitter)
                    scores.0 += score.fitted
                    scores.1 += score.threePoint
                }
                row("\(kind.rawValue) | \(decimalText(scatter, places: 1))", scores.0, scores.1)
                fitted += scores.0
                plain += scores.1
            }
        }
        row("**all** | ", fitted, plain)
    }

    private func row(
        _ name: String, _ fitted: CurvatureTrial.Score, _ plain: CurvatureTrial.Score
    ) {
        func share(_ part: Double, _ whole: Double) -> String {
            whole > 0 ? decimalText(part / whole * 100, places: 1) : "–"
        }
        let cells = [
            decimalText(fitted.clear / 1000, places: 1),
            share(fitted.right, fitted.clear), share(plain.right, plain.clear),
            share(fitted.covered, fitted.unclear),
            share(fitted.unclear - fitted.boasted, fitted.unclear),
            share(fitted.calledStraight, fitted.straight),
            share(plain.calledStraight, plain.straight),
        ]
        print("| \(name) | \(cells.joined(separator: " | ")) |")
    }
}

/// The table of slopes.
struct SlopeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slope",
        abstract: "Writes hills as GeoTIFFs with noise and compares the slopes of roads over them.")

    @Option(help: "Terrains of each kind.") var terrains = 8
    @Option(help: "The seed of the first one.") var seed: UInt64 = 1

    func run() throws {
        print(
            "| grid | noise m | slope RMSE % | slope covered % | height RMSE m "
                + "| height covered % | unknown % |")
        print("|---|---|---|---|---|---|---|")
        let path = "/tmp/ehorizon-geometry-\(getpid()).tif"
        defer { unlink(path) }
        for seconds in [1.0, 3] {
            for noise in [1.0, 3] {
                var cells: [[Double]] = []
                for number in 0..<UInt64(terrains) {
                    var random = SeededNoise(seed: seed + number)
                    guard let terrain = TerrainTrial(with: &random),
                        terrain.write(to: path, seconds: seconds, noise: noise, with: &random)
                    else { throw Failure("cannot write \(path)") }
                    let score = try terrain.score(
                        try ElevationModel(path: path), roads: 20, with: &random)
                    cells.append([
                        score.slopeError * score.slopeError * 1e4, score.slopeCoverage * 100,
                        score.heightError * score.heightError, score.heightCoverage * 100,
                        Double(score.unknown) / Double(max(score.places, 1)) * 100,
                    ])
                }
                let means = (0..<5).map { column in
                    cells.reduce(0) { $0 + $1[column] } / Double(max(cells.count, 1))
                }
                let texts = [
                    decimalText(means[0].squareRoot(), places: 2), decimalText(means[1], places: 1),
                    decimalText(means[2].squareRoot(), places: 2), decimalText(means[3], places: 1),
                    decimalText(means[4], places: 1),
                ]
                print("| \(Int(seconds))″ | \(Int(noise)) | \(texts.joined(separator: " | ")) |")
            }
        }
    }
}
