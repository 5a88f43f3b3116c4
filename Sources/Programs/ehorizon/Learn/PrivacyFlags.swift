import ArgumentParser
import Console
import Observations
import Quantities
import TextFiles

/// The flags that protect cars: what is omitted, and how cars are identified.
struct PrivacyFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Leave out the first and the last metres of each trip, as the crow flies (300).",
            valueName: "metres"))
    var cut: Double?

    @Option(
        help: ArgumentHelp(
            "Leave out what fewer cars showed, and the tokens of cars: 1 to 8.", valueName: "number"
        ))
    var leastCars: Int?

    @Option(
        help: ArgumentHelp(
            "With --least-cars: random noise in each count that hides single passes, less of it for a larger ε: 0.01 to 10.",
            valueName: "epsilon"))
    var noise: Double?

    @Option(
        help: ArgumentHelp(
            "The car in the name of an input: a regular expression with one group.",
            valueName: "regex"))
    var carPattern: String?

    @Option(
        help: ArgumentHelp(
            "A file of 32 bytes: the secret that hides the cars of --car-pattern.",
            valueName: "file"))
    var carKey: String?

    /// The settings of the observations.
    var settings: Observations.Settings {
        var settings = Observations.Settings()
        if let cut { settings.cut = Metres(cut) }
        return settings
    }

    func check(merges: Bool) throws(UsageFailure) {
        if let leastCars, !(1...CarSet.most).contains(leastCars) {
            throw UsageFailure("--least-cars \(leastCars): 1 to \(CarSet.most) can be set")
        }
        if let noise {
            guard CountNoise.epsilons.contains(noise) else {
                throw UsageFailure("--noise \(noise): 0.01 to 10 can be set")
            }
            guard leastCars != nil else { throw UsageFailure("--noise needs --least-cars") }
        }
        if let cut, !(0...10_000).contains(cut) {
            throw UsageFailure("--cut \(cut): 0 to 10000 m can be set")
        }
        if merges, let flag = cut.map({ _ in "--cut" }) ?? carPattern.map({ _ in "--car-pattern" })
        {
            throw UsageFailure("\(flag) is for drives; --merge takes observations")
        }
        if (carPattern == nil) != (carKey == nil) {
            throw UsageFailure(
                "--car-pattern and --car-key belong together: names of cars can be guessed, a secret hides them"
            )
        }
    }

    /// What is written: the whole, or a release of it.
    func released(_ whole: Observations) -> Observations {
        guard let leastCars else { return whole }
        let release = whole.released(leastCars: leastCars)
        guard let noise else { return release }
        var random = SystemRandomNumberGenerator()
        return release.noisy(CountNoise(epsilon: noise), using: &random)
    }

    /// The inputs with their cars.
    func drives(_ paths: [String]) throws -> [DriveToLearn] {
        guard let carPattern, let carKey else {
            return paths.map { DriveToLearn(path: $0, driver: nil) }
        }
        guard let key = CarKey(try Files.read(carKey, atMost: CarKey.length + 1)) else {
            throw Failure("\(carKey): a key has \(CarKey.length) bytes (head -c 32 /dev/urandom)")
        }
        guard let pattern = try? Regex(carPattern) else {
            throw UsageFailure("--car-pattern '\(carPattern)' is no regular expression")
        }
        return try paths.map { path in
            guard let match = try pattern.firstMatch(in: path), match.output.count == 2,
                let name = match.output[1].substring
            else {
                throw UsageFailure(
                    "--car-pattern '\(carPattern)': \(path) does not have it, with one group for the car"
                )
            }
            return DriveToLearn(
                path: path, driver: Observations.Driver(Car(name: String(name)), key))
        }
    }
}
