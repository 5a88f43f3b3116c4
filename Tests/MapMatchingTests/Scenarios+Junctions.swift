import MapSketch
import RoadMap

// Junctions, turns and ways round.
extension Scenario {
    private static let roundabout: [MapSketch.Road] = [
        .init("NG"), .init("WB"), .init("AC"), .init("ED"),
        .init("GhiBjlCmkDfaG", oneway: true, form: .roundabout),
    ]
    private static let roundaboutMap = """
                N
                |
                |
               hGa
             i     f
        W----B     D----E
             j     k
               lCm
                |
                |
                A
        """

    static let junctions: [Scenario] = [
        Scenario(
            name: "the roundabout's third exit",
            map: roundaboutMap, grid: 8, roads: roundabout,
            legs: [
                .drive("AC", on: "AC", speed: 7), .drive("mkD", on: "CD", speed: 7),
                .drive("faG", on: "DG", speed: 7), .drive("hiB", on: "GB", speed: 7),
                .drive("W", on: "BW", speed: 7),
            ],
            grace: 10, atOnce: 0.8, later: 0.95),
        Scenario(
            name: "the roundabout's first exit",
            map: roundaboutMap, grid: 8, roads: roundabout,
            legs: [
                .drive("AC", on: "AC", speed: 7), .drive("mkD", on: "CD", speed: 7),
                .drive("E", on: "DE", speed: 7),
            ],
            grace: 10, atOnce: 0.8, later: 0.95),
        Scenario(
            name: "back by the roundabout",
            map: roundaboutMap, grid: 8, roads: roundabout,
            legs: [
                .drive("AC", on: "AC", speed: 7), .drive("mkD", on: "CD", speed: 7),
                .drive("faG", on: "DG", speed: 7), .drive("hiB", on: "GB", speed: 7),
                .drive("jlC", on: "BC", speed: 7), .drive("A", on: "CA", speed: 7),
            ],
            grace: 10, atOnce: 0.8, later: 0.95),
        Scenario(
            name: "straight on through a mini roundabout",
            map: """
                        N
                        |
                        |
                        |
                        |
                        |
                        |
                       hGa
                W------B D------E
                       lCm
                        |
                        |
                        |
                        |
                        |
                        |
                        A
                """,
            grid: 7,
            roads: [
                .init("NG"), .init("WB"), .init("AC"), .init("ED"),
                .init("GhBlCmDaG", oneway: true, form: .roundabout),
            ],
            legs: [
                .drive("AC", on: "AC", speed: 6), .drive("mD", on: "CD", speed: 6),
                .drive("aG", on: "DG", speed: 6), .drive("N", on: "GN", speed: 6),
            ],
            wander: 2, grace: 8, atOnce: 0.8, later: 0.88),
        Scenario(
            name: "back through the gap of a divided road",
            map: """
                D---------------E---------------F
                                |
                A---------------B---------------C
                """,
            grid: 10,
            roads: [
                .init("ABC", oneway: true), .init("FED", oneway: true), .init("BE"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("E", on: "BE", speed: 5),
                .drive("D", on: "ED", speed: 8),
            ],
            atOnce: 0.9, later: 0.97),
        Scenario(
            name: "left across a divided road",
            map: """
                               N
                               |
                               |
                               |
                D--------------E---------------F
                A--------------B---------------C
                               |
                               S
                """,
            grid: 16,
            roads: [.init("ABC", oneway: true), .init("FED", oneway: true), .init("NEBS")],
            legs: [
                .drive("AB", on: "AB", speed: 9), .drive("E", on: "BE", speed: 6),
                .drive("N", on: "EN", speed: 8),
            ],
            atOnce: 0.93, later: 0.95),
        Scenario(
            name: "the turn on an ordinary street is a turn",
            map: """
                A-----------t-----------B
                """,
            grid: 25, roads: [.init("AtB")],
            legs: [.drive("At", on: "AB", speed: 8), .drive("A", on: "BA", speed: 8)],
            grace: 40, later: 0.96),
        Scenario(
            name: "a dead end is entered and left",
            map: """
                A-------B-------C
                        |
                        |
                        |
                        D
                """,
            grid: 25, roads: [.init("ABC"), .init("BD")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("D", on: "BD", speed: 8),
                .stand(20, on: "BD"), .drive("B", on: "DB", speed: 6),
                .drive("C", on: "BC", speed: 8),
            ],
            grace: 40, atOnce: 0.95, later: 0.96),
        Scenario(
            name: "the fork of two roads at 15 degrees, right",
            map: """
                                                     C

                A-------------------B


                                                     D
                """,
            grid: 20, roads: [.init("AB"), .init("BC"), .init("BD")],
            legs: [.drive("AB", on: "AB", speed: 14), .drive("D", on: "BD", speed: 14)],
            grace: 120, later: 0.97),
        Scenario(
            name: "straight on at a staggered crossing",
            map: """
                             N
                             |
                A------------B--C-----------D
                                |
                                S
                """,
            grid: 10, roads: [.init("ABCD"), .init("NB"), .init("CS")],
            legs: [
                .drive("AB", on: "AB"), .drive("C", on: "BC"), .drive("D", on: "CD"),
            ]),
        Scenario(
            name: "right and left at a staggered crossing",
            map: """
                             A
                             |
                             |
                             |
                W------------B--C-----------E
                                |
                                |
                                |
                                S
                """,
            grid: 20, roads: [.init("WBCE"), .init("AB"), .init("CS")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("C", on: "BC", speed: 6),
                .drive("S", on: "CS", speed: 8),
            ],
            atOnce: 0.95),
        Scenario(
            name: "it waits at a crossing and the fixes wander into the side road",
            map: """
                A--------------B--------------C
                               |
                               |
                               D
                """,
            grid: 20, roads: [.init("ABC"), .init("BD")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .stand(90, on: "AB"),
                .drive("C", on: "BC", speed: 8),
            ],
            noise: 3, wander: 6, atOnce: 0.9, later: 0.95, routes: 0.9),
        Scenario(
            name: "round the loop at the end of a street",
            map: """
                                d--------e
                                |        |
                A---------------B        |
                                |        |
                                g--------f
                """,
            grid: 20, roads: [.init("AB"), .init("BdefgB")],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("defgB", on: "BB", speed: 8),
                .drive("A", on: "BA", speed: 8),
            ],
            atOnce: 0.95, later: 0.97),
        Scenario(
            name: "right, left, right through the blocks of a town",
            map: """
                A---B---C---D
                |   |   |   |
                |   |   |   |
                E---F---G---H
                |   |   |   |
                |   |   |   |
                I---J---K---L
                """,
            grid: 20,
            roads: [
                .init("ABCD"), .init("EFGH"), .init("IJKL"), .init("AEI"), .init("BFJ"),
                .init("CGK"), .init("DHL"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 8), .drive("F", on: "BF", speed: 8),
                .drive("G", on: "FG", speed: 8), .drive("K", on: "GK", speed: 8),
                .drive("L", on: "KL", speed: 8),
            ],
            atOnce: 0.95, later: 0.97),
        Scenario(
            name: "round the block where the left turn is forbidden",
            map: """
                        N
                        |
                        |
                        |
                A-------B------C
                        |      |
                        |      |
                        E------D
                """,
            grid: 25,
            roads: [
                .init("AB", restriction: TurnRestriction(.no, toWay: 104)),
                .init("BC"), .init("CD"), .init("DE"), .init("BN"), .init("EB"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 9), .drive("C", on: "BC", speed: 9),
                .drive("D", on: "CD", speed: 9), .drive("E", on: "DE", speed: 9),
                .drive("B", on: "EB", speed: 9), .drive("N", on: "BN", speed: 9),
            ],
            atOnce: 0.95, later: 0.97),
        Scenario(
            name: "the road beside is nearly as near, but may not be turned into",
            map: """
                A-----B-----------------------C-----D
                       E---------------------F
                """,
            grid: 16,
            roads: [
                .init("AB", restriction: TurnRestriction(.no, toWay: 103)),
                .init("BC"), .init("CD"), .init("BE"), .init("EF"), .init("FC"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 12), .drive("C", on: "BC", speed: 12, north: -5),
                .drive("D", on: "CD", speed: 12),
            ],
            grace: 60, atOnce: 0.95),
        Scenario(
            name: "the one-way street is not driven the wrong way",
            map: """
                A-------B-------------C-------D
                        |             |
                        E-------------F
                """,
            grid: 25,
            roads: [
                .init("AB"), .init("CB", oneway: true), .init("CD"), .init("BE"), .init("EF"),
                .init("FC"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 9), .drive("E", on: "BE", speed: 7),
                .drive("F", on: "EF", speed: 9, north: 12), .drive("C", on: "FC", speed: 7),
                .drive("D", on: "CD", speed: 9),
            ],
            atOnce: 0.93, later: 0.96),
    ]
}
