import ArgumentParser
import Console
import Observations
import Quantities
import RoadMap
import TextFiles

/// `ehorizon observations`: what a file of observations has.
struct ObservationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observations",
        abstract: "Shows what a file of 'ehorizon learn' has.",
        usage: "ehorizon observations <file.ehobs> [<options>]",
        discussion: """
            Examples:

              ehorizon observations porto.ehobs
              ehorizon observations porto.ehobs --list turns
              ehorizon observations porto.ehobs --list speeds

            Roads are in terms that are stable from map to map: the OpenStreetMap way, the nodes at both ends of the \
            link, and the direction. hour is the hour of the week in UTC, 0 on Monday from 0 to 1 o'clock; it is empty \
            where too few cars were seen in single hours. cars is empty after a release; it is 8 for more.
            """)

    @Argument(help: ArgumentHelp("The observations.", valueName: "file.ehobs"))
    var file: String

    @Option(help: "Print one list as CSV: \(List.names).")
    var list: List?

    @Flag(help: "Print the sums as JSON.")
    var json = false

    enum List: String, ExpressibleByArgument, CaseIterable {
        case turns, speeds, misfits

        static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    func run() throws {
        if list != nil, json { throw UsageFailure("--list prints CSV; --json prints the sums") }
        let observations = try ObservationFile.read(file)
        guard let list else {
            let sums = ObservationSums(observations)
            print(json ? sums.json : sums.text)
            return
        }
        let roads = observations.roads.sorted { $0.key < $1.key }
        switch list {
        case .turns:
            print(
                "way,start_node,end_node,direction,exit_way,exit_start_node,exit_end_node,exit_direction,count,cars"
            )
            for (road, seen) in roads {
                for (exit, turn) in seen.exits.sorted(by: { $0.key < $1.key }) {
                    print(
                        "\(road.csv),\(exit.csv),\(turn.count),\(cars(turn.cars, of: observations))"
                    )
                }
            }
        case .speeds:
            print("way,start_node,end_node,direction,hour,speed_m_per_s,count,cars")
            for (road, seen) in roads {
                for (hour, speeds) in seen.speeds.sorted(by: { $0.key < $1.key }) {
                    write(speeds, of: road, hour: "\(hour.number)", observations)
                }
                write(seen.otherSpeeds, of: road, hour: "", observations)
            }
        case .misfits:
            print(
                "kind,south_degrees,west_degrees,way,start_node,end_node,direction,exit_way,exit_start_node,exit_end_node,exit_direction,count,cars"
            )
            for (misfit, seen) in observations.misfits.sorted(by: { $0.key < $1.key }) {
                print("\(misfit.csv),\(seen.count),\(cars(seen.cars, of: observations))")
            }
        }
    }

    private func write(
        _ speeds: RoadObservation.Speeds, of road: RoadID, hour: String,
        _ observations: Observations
    ) {
        for (band, count) in speeds.counts.sorted(by: { $0.key < $1.key }) {
            let speed = decimalText(band.middle.value, places: 2)
            print("\(road.csv),\(hour),\(speed),\(count),\(cars(speeds.cars, of: observations))")
        }
    }

    private func cars(_ cars: CarSet, of observations: Observations) -> String {
        observations.leastCars == nil ? "\(cars.count)" : ""
    }
}

extension RoadID {
    fileprivate var csv: String {
        "\(link.way),\(link.startNode),\(link.endNode),\(direction == .forward ? "forward" : "backward")"
    }
}

extension Misfit {
    fileprivate var csv: String {
        switch self {
        case .offRoad(let south, let west):
            let corner = [south, west].map { decimalText(Double($0) * Misfit.square, places: 4) }
            return "off-road,\(corner[0]),\(corner[1]),,,,,,,,"
        case .forbiddenTurn(let road, let exit): return "forbidden-turn,,,\(road.csv),\(exit.csv)"
        case .againstOneWay(let road): return "against-one-way,,,\(road.csv),,,,"
        case .besideRoad(let road, let side):
            return "\(side == .left ? "left" : "right")-of-road,,,\(road.csv),,,,"
        }
    }
}
