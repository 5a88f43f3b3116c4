import MapSketch
import RoadMap

// Fixes that are missing, wrong, rare or late.
extension Scenario {
    private static let fork = """
                                               C---D

        A----B-------------------F

                                               E---G
        """

    private static let exits = """
        A---------B---------------C---------------D
                  |               E---------------F
                  |               |
                  |               |
                  H---------------I
        """

    static let signal: [Scenario] = [
        Scenario(
            name: "two tunnels that end side by side, the longer one: the car counts its way",
            map: exits, grid: 12,
            roads: [.init("AB"), .init("BC"), .init("CD"), .init("BHIE"), .init("EF")],
            legs: [
                .drive("AB", on: "AB", speed: 12), .hidden("HIE", on: "BE", speed: 12),
                .drive("F", on: "EF", speed: 12, north: 6),
            ],
            wander: 2, countsWay: true, later: 0.98),
        Scenario(
            name: "two tunnels that end side by side, the shorter one: the car counts its way",
            map: exits, grid: 12,
            roads: [.init("AB"), .init("BC"), .init("CD"), .init("BHIE"), .init("EF")],
            legs: [
                .drive("AB", on: "AB", speed: 12), .hidden("C", on: "BC", speed: 12),
                .drive("D", on: "CD", speed: 12, north: -6),
            ],
            wander: 2, countsWay: true, later: 0.98),
        Scenario(
            name: "the fork in the tunnel, left",
            map: fork, grid: 25,
            roads: [.init("AB"), .init("BF"), .init("FC"), .init("FE"), .init("CD"), .init("EG")],
            legs: [
                .drive("AB", on: "AB", speed: 20), .hidden("F", on: "BF", speed: 20),
                .hidden("C", on: "FC", speed: 20), .drive("D", on: "CD", speed: 20),
            ],
            later: 0.97),
        Scenario(
            name: "the fork in the tunnel, right",
            map: fork, grid: 25,
            roads: [.init("AB"), .init("BF"), .init("FC"), .init("FE"), .init("CD"), .init("EG")],
            legs: [
                .drive("AB", on: "AB", speed: 20), .hidden("F", on: "BF", speed: 20),
                .hidden("E", on: "FE", speed: 20), .drive("G", on: "EG", speed: 20),
            ],
            later: 0.97),
        Scenario(
            name: "a tunnel of 3 km",
            map: """
                A----B------------------------------C----D
                """,
            grid: 100, roads: [.init("AB"), .init("BC"), .init("CD")],
            legs: [
                .drive("AB", on: "AB", speed: 25), .hidden("C", on: "BC", speed: 25),
                .drive("D", on: "CD", speed: 25),
            ]),
        Scenario(
            name: "the first fixes after the tunnel are 40 m off",
            map: """
                A----B---------------C--x------D
                                     |         |
                                     E---------F
                """,
            grid: 40,
            roads: [.init("AB"), .init("BC"), .init("CxD"), .init("CE"), .init("EF"), .init("FD")],
            legs: [
                .drive("AB", on: "AB", speed: 20), .hidden("C", on: "BC", speed: 20),
                .drive("x", on: "CD", speed: 20, north: -30, moreNoise: 15, accuracy: 40),
                .drive("D", on: "CD", speed: 20),
            ],
            grace: 150, atOnce: 0.93, later: 0.96),
        Scenario(
            name: "a minute without fixes, with one way through",
            map: """
                A----B          E----F
                     |          |
                     C----------D
                """,
            grid: 50, roads: [.init("AB"), .init("BC"), .init("CD"), .init("DE"), .init("EF")],
            legs: [
                .drive("AB", on: "AB", speed: 12), .hidden("C", on: "BC", speed: 12),
                .hidden("D", on: "CD", speed: 12), .hidden("E", on: "DE", speed: 12),
                .drive("F", on: "EF", speed: 12),
            ]),
        Scenario(
            name: "a single fix is 60 m off",
            map: """
                A--------------B--------mn-----C--------------D
                |              |               |              |
                |              |               |              |
                |              |               |              |
                |              |               |              |
                |              |               |              |
                E--------------F---------------G--------------H
                """,
            grid: 10,
            roads: [
                .init("AB"), .init("BmnC"), .init("CD"), .init("EFGH"), .init("AE"), .init("BF"),
                .init("CG"), .init("DH"),
            ],
            legs: [
                .drive("AB", on: "AB"), .drive("m", on: "BC"), .drive("n", on: "BC", north: -60),
                .drive("C", on: "BC"), .drive("D", on: "CD"),
            ],
            atOnce: 0.95),
        Scenario(
            name: "houses push the fixes 18 m aside for 200 m",
            map: """
                A---------b----------c---------D
                E------------------------------F
                """,
            grid: 40, roads: [.init("AbcD"), .init("EF"), .init("AE"), .init("DF")],
            legs: [
                .drive("Ab", on: "AD"), .drive("c", on: "AD", north: -18), .drive("D", on: "AD"),
            ],
            atOnce: 0.95, later: 0.97),
        Scenario(
            name: "it creeps at walking pace and courses are noise",
            map: """
                A---------------------B
                """,
            grid: 15, roads: [.init("AB")],
            legs: [.drive("AB", on: "AB", speed: 1)],
            wander: 2),
        Scenario(
            name: "it stands for five minutes between houses",
            map: """
                A------xB-------C
                        |
                        D
                """,
            grid: 30, roads: [.init("AxB"), .init("BC"), .init("BD")],
            legs: [
                .drive("Ax", on: "AB", speed: 8), .stand(300, on: "AB"),
                .drive("B", on: "AB", speed: 8), .drive("C", on: "BC", speed: 8),
            ],
            noise: 2, wander: 4),
        Scenario(
            name: "standing on a divided road is no turn",
            map: """
                D-------------------------------C
                A---------------b---------------B
                """,
            grid: 15, roads: [.init("AbB", oneway: true), .init("CD", oneway: true)],
            legs: [
                .drive("Ab", on: "AB", speed: 8), .stand(120, on: "AB"),
                .drive("B", on: "AB", speed: 8),
            ],
            noise: 3, wander: 6),
        Scenario(
            name: "ten fixes a second",
            map: """
                A-------B-------C
                        |
                        |
                        |
                        D
                """,
            grid: 25, roads: [.init("ABC"), .init("BD")],
            legs: [.drive("AB", on: "AB", speed: 9), .drive("D", on: "BD", speed: 9)],
            noise: 0.3, interval: 0.1),
        Scenario(
            name: "a fix in 15 seconds, through a town",
            map: """
                A-------B-------C-------D
                |       |       |       |
                |       |       |       |
                |       |       |       |
                E-------F-------G-------H
                |       |       |       |
                |       |       |       |
                |       |       |       |
                I-------J-------K-------L
                """,
            grid: 40,
            roads: [
                .init("ABCD"), .init("EFGH"), .init("IJKL"), .init("AEI"), .init("BFJ"),
                .init("CGK"), .init("DHL"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("C", on: "BC", speed: 8),
                .drive("G", on: "CG", speed: 8), .drive("H", on: "GH", speed: 8),
                .drive("L", on: "HL", speed: 8),
            ],
            interval: 15, atOnce: 0.85, later: 0.85, routes: 0.9),
        Scenario(
            name: "places alone, without speed and course",
            map: """
                A-------B-------C
                |       |       |
                D-------E-------F
                """,
            grid: 30,
            roads: [.init("ABC"), .init("DEF"), .init("AD"), .init("BE"), .init("CF")],
            legs: [
                .drive("AB", on: "AB"), .drive("E", on: "BE"), .drive("F", on: "EF"),
            ],
            reportsMotion: false, atOnce: 0.93, later: 0.95),
    ]
}
