import MapSketch
import RoadMap
import RoadMapWriter

// The start, the edge of the map, and what is no road.
extension Scenario {
    static let states: [Scenario] = [
        Scenario(
            name: "the first fixes lie on the street of the next block",
            map: """
                A---a----------------B---------C
                E--------------------F---------G
                """,
            grid: 25,
            roads: [.init("AaB"), .init("BC"), .init("EF"), .init("FG"), .init("AE"), .init("BF")],
            legs: [
                .drive("Aa", on: "AB", north: -18), .drive("B", on: "AB"),
                .drive("C", on: "BC"),
            ],
            grace: 200, later: 0.85, routes: 0),
        Scenario(
            name: "the position jumps after a cold start",
            map: """
                E------F

                A--------------------B---------C
                """,
            grid: 40,
            roads: [.init("AB"), .init("BC"), .init("EF")],
            legs: [
                .drive("E", on: nil), .drive("F", on: "EF", speed: 8, accuracy: 50),
                .appear("A", after: 2), .drive("B", on: "AB"), .drive("C", on: "BC"),
            ],
            grace: 100),
        Scenario(
            name: "over a car park that no map shows",
            map: """
                A-------B
                        2

                        3    4

                             5         E
                                       |
                D-------C----6         F
                """,
            grid: 40, roads: [.init("AB"), .init("DC"), .init("EF")],
            legs: [
                .drive("AB", on: "AB"), .drive("2", on: nil, speed: 6),
                .drive("3456", on: "off-road", speed: 6), .drive("C", on: nil, speed: 6),
                .drive("D", on: "CD"),
            ],
            grace: 60, atOnce: 0.9, later: 0.9),
        Scenario(
            name: "a garage: ten minutes without fixes, out by the way in",
            map: """
                A-----------B-----------C
                            |
                            G
                """,
            grid: 30, roads: [.init("ABC"), .init("BG", form: .carParkAccess)],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("G", on: "BG", speed: 4),
                .appear("G", after: 600), .drive("B", on: "GB", speed: 4),
                .drive("C", on: "BC", speed: 8),
            ],
            grace: 40, atOnce: 0.93, later: 0.95),
        Scenario(
            name: "a garage: fixes that wander 25 m between the streets around it",
            map: """
                A-----------B-----------C
                |           |           |
                |           g           |
                |                       |
                D-----------E-----------F
                """,
            grid: 20,
            roads: [.init("ABC"), .init("DEF"), .init("AD"), .init("CF"), .init("Bg")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("g", on: "Bg", speed: 4),
                .stand(120, on: "Bg|off-road", moreNoise: 12),
                .drive("B", on: "gB|off-road", speed: 4),
                .drive("C", on: "BC", speed: 8),
            ],
            grace: 30, atOnce: 0.9, later: 0.9, routes: 0),
        Scenario(
            name: "over the water on a ferry",
            map: """
                A-----B~~~~~~~~~~~~~~~~~~~~~C-----D
                      E                     F
                """,
            grid: 50, roads: [.init("AB"), .init("CD"), .init("BE"), .init("CF")],
            legs: [
                .drive("AB", on: "AB"), .stand(30, on: "AB"),
                .drive("C", on: "off-road", speed: 6), .drive("D", on: "CD"),
            ],
            grace: 200, atOnce: 0.93, later: 0.85, routes: 0.8),
        Scenario(
            name: "out of the map and in again by another road",
            map: """
                A-----B                    1


                C-----D                    2
                """,
            grid: 50, roads: [.init("AB"), .init("CD"), .init("AC")],
            legs: [
                .drive("AB", on: "AB", speed: 20), .drive("12D", on: "no-map|off-road", speed: 20),
                .drive("C", on: "DC", speed: 20),
            ],
            grace: 60),
        Scenario(
            name: "far outside of the map",
            map: """
                A-----B          1                    2
                """,
            grid: 50, roads: [.init("AB")],
            legs: [
                .drive("AB", on: "AB", speed: 20), .drive("1", on: nil, speed: 20),
                .drive("2", on: "no-map", speed: 20),
            ]),
        Scenario(
            name: "a field track crosses a road",
            map: """
                A----B
                     1



                C----2------------D
                     3



                E----F
                """,
            grid: 40, roads: [.init("AB"), .init("CD"), .init("EF")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("1", on: nil, speed: 6),
                .drive("23", on: "off-road", speed: 6), .drive("F", on: nil, speed: 6),
                .drive("E", on: "FE", speed: 8),
            ],
            grace: 60, atOnce: 0.9, later: 0.9, routes: 0.8),
        Scenario(
            name: "it starts in a side street, standing",
            map: """
                A
                |
                |
                B------------C
                """,
            grid: 30, roads: [.init("AB"), .init("BC")],
            legs: [
                .drive("A", on: nil), .stand(60, on: nil), .drive("B", on: "AB", speed: 7),
                .drive("C", on: "BC", speed: 9),
            ],
            noise: 2.5, wander: 4, firstFix: 0),
    ]
}
