import MapSketch
import Quantities
import RoadMap

// Roads beside, above and below each other.
extension Scenario {
    static let beside: [Scenario] = [
        Scenario(
            name: "the frontage road beside the motorway is not taken",
            map: """
                A----B--------------------------------------------------C----D
                       E------------------------------------------F
                """,
            grid: 20,
            roads: [
                .init("ABCD", oneway: true, class: 1, form: .controlledAccess),
                .init("BE", class: 5, form: .ramp), .init("EF", class: 5, form: .parallelRoad),
                .init("FC", class: 5, form: .ramp),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 30), .drive("C", on: "BC", speed: 30),
                .drive("D", on: "CD", speed: 30),
            ],
            grace: 90),
        Scenario(
            name: "the frontage road is taken",
            map: """
                A----B--------------------------------------------------C----D
                       E------------------------------------------F
                """,
            grid: 20,
            roads: [
                .init("ABCD", oneway: true, class: 1, form: .controlledAccess),
                .init("BE", class: 5, form: .ramp), .init("EF", class: 5, form: .parallelRoad),
                .init("FC", class: 5, form: .ramp),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 25), .drive("E", on: "BE", speed: 15),
                .drive("F", on: "EF", speed: 15), .drive("C", on: "FC", speed: 15),
                .drive("D", on: "CD", speed: 20),
            ],
            grace: 60),
        Scenario(
            name: "the service road 12 m beside the street is not taken",
            map: """
                A-----B-----------------------------------C-----D
                        E-------------------------------F
                """,
            grid: 12,
            roads: [
                .init("ABCD", class: 3),
                .init("BE", class: 6, form: .serviceRoad),
                .init("EF", class: 6, form: .serviceRoad),
                .init("FC", class: 6, form: .serviceRoad),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 13), .drive("C", on: "BC", speed: 13),
                .drive("D", on: "CD", speed: 13),
            ],
            grace: 60, atOnce: 0.95),
        Scenario(
            name: "the fixes drift to the street of the next block and back",
            map: """
                A---B---C---D---E---F---G
                |   |   |   |   |   |   |
                H---I---J---K---L---M---N
                """,
            grid: 25,
            roads: [
                .init("ABCDEFG"), .init("HIJKLMN"), .init("AH"), .init("BI"), .init("CJ"),
                .init("DK"), .init("EL"), .init("FM"), .init("GN"),
            ],
            legs: [
                .drive("AB", on: "AB"), .drive("C", on: "BC"),
                .drive("D", on: "CD", north: -15), .drive("E", on: "DE", north: -15),
                .drive("F", on: "EF"), .drive("G", on: "FG"),
            ]),
        Scenario(
            name: "the carriageway follows from the direction though the fixes lie on the other",
            map: """
                D---------------------------------------C
                A---------------------------------------B
                """,
            grid: 14,
            roads: [.init("AB", oneway: true), .init("CD", oneway: true)],
            legs: [.drive("AB", on: "AB", speed: 15, north: 14)]),
        Scenario(
            name: "the motorway's exit is not taken",
            map: """
                A------------B-----------------------------------C


                                                                 D
                """,
            grid: 20,
            roads: [
                .init("ABC", oneway: true, class: 1, form: .controlledAccess),
                .init("BD", oneway: true, class: 1, form: .controlledAccessRamp),
            ],
            legs: [.drive("AB", on: "AB", speed: 30), .drive("C", on: "BC", speed: 30)],
            grace: 200),
        Scenario(
            name: "the motorway's exit is taken",
            map: """
                A------------B-----------------------------------C


                                                                 D
                """,
            grid: 20,
            roads: [
                .init("ABC", oneway: true, class: 1, form: .controlledAccess),
                .init("BD", oneway: true, class: 1, form: .controlledAccessRamp),
            ],
            legs: [.drive("AB", on: "AB", speed: 30), .drive("D", on: "BD", speed: 25)],
            grace: 200),
        Scenario(
            name: "the ramp up to the motorway is not left too early",
            map: """
                C--------------------------------B------------------D


                A
                """,
            grid: 20,
            roads: [
                .init("CBD", oneway: true, class: 1, form: .controlledAccess),
                .init("AB", oneway: true, class: 1, form: .controlledAccessRamp),
            ],
            legs: [.drive("AB", on: "AB", speed: 20), .drive("D", on: "BD", speed: 28)],
            atOnce: 0.85, later: 0.9),
        Scenario(
            name: "the ramp up, then the bridge over the motorway",
            map: """
                                N
                                |
                A----B----------+-----------C
                                |
                                J
                                |
                                S
                """,
            grid: 25,
            roads: [
                .init("ABC", oneway: true, class: 1, form: .controlledAccess), .init("NJS"),
                .init("BJ", oneway: true, form: .controlledAccessRamp),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 25), .drive("J", on: "BJ", speed: 15),
                .drive("N", on: "JN", speed: 12),
            ],
            grace: 70),
        Scenario(
            name: "it stands on the bridge over the motorway",
            map: """
                              N
                              |
                W-------------+-------------E
                              b
                              |
                              A
                """,
            grid: 25,
            roads: [.init("WE", oneway: true, class: 1, form: .controlledAccess), .init("AbN")],
            legs: [
                .drive("Ab", on: "AN", speed: 8), .stand(60, on: "AN"),
                .drive("N", on: "AN", speed: 8),
            ],
            noise: 2.5, wander: 5),
        Scenario(
            name: "it queues on the motorway under the bridge",
            map: """
                              N
                              |
                A-------------+-------------E
                              |
                              S
                """,
            grid: 25,
            roads: [.init("AE", oneway: true, class: 1, form: .controlledAccess), .init("NS")],
            legs: [.drive("AE", on: "AE", speed: 2)],
            noise: 2.5, wander: 5),
        Scenario(
            name: "roads that cross at an acute angle without a junction",
            map: """
                A
                                                          D

                C
                                                          B
                """,
            grid: 25,
            roads: [.init("AB"), .init("CD")],
            legs: [.drive("AB", on: "AB", speed: 20)],
            grace: 60),
        Scenario(
            name: "the tunnel below the street is not taken",
            map: """
                A-------B--------------------------------C-------D
                          E----------------------------F
                """,
            grid: 15,
            roads: [
                .init("AB"), .init("CD"),
                .init(
                    "BC",
                    also: [
                        Attribute(
                            .tunnel, 1, provenance: .tagged, from: .zero,
                            to: Centimetres(Int(UInt32.max)))
                    ]), .init("BE"), .init("EF"), .init("FC"),
            ],
            legs: [
                .drive("AB", on: "AB", speed: 12), .drive("E", on: "BE", speed: 12),
                .drive("F", on: "EF", speed: 12, north: 6), .drive("C", on: "FC", speed: 12),
                .drive("D", on: "CD", speed: 12),
            ],
            grace: 60),
        Scenario(
            name: "hairpins 25 m apart",
            map: """
                A-------------------b
                c-------------------d
                e-------------------f
                G-------------------h
                """,
            grid: 25,
            roads: [
                .init("Ab"), .init("bd"), .init("dc"), .init("ce"), .init("ef"), .init("fh"),
                .init("hG"),
            ],
            legs: [
                .drive("Ab", on: "Ab", speed: 9), .drive("d", on: "bd", speed: 6),
                .drive("c", on: "dc", speed: 9), .drive("e", on: "ce", speed: 6),
                .drive("f", on: "ef", speed: 9), .drive("h", on: "fh", speed: 6),
                .drive("G", on: "hG", speed: 9),
            ]),
    ]
}
