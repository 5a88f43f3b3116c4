import MapSketch

// A wrong start: 200 m later the answer is right, however the first fixes lay.
extension Scenario {
    static let starts: [Scenario] = [
        Scenario(
            name: "a wrong start: ten seconds on the street beside",
            map: """
                A---a-----B-----------C-----------D
                |         |           |           |
                E---------F-----------G-----------H
                """,
            grid: 25,
            roads: [
                .init("AaB"), .init("BC"), .init("CD"), .init("EF"), .init("FG"), .init("GH"),
                .init("AE"), .init("BF"), .init("CG"), .init("DH"),
            ],
            legs: [
                .drive("Aa", on: "AB", north: -40), .drive("B", on: "AB"), .drive("C", on: "BC"),
                .drive("D", on: "CD"),
            ],
            recovery: 200, routes: 0),
        Scenario(
            name: "a wrong start: it stands on the other carriageway",
            map: """
                D-----------------------------------------C
                A-b---------------------------------------B
                """,
            grid: 12,
            roads: [.init("AbB", oneway: true), .init("CD", oneway: true)],
            legs: [
                .drive("Ab", on: nil, speed: 1, north: 12), .stand(30, on: nil),
                .drive("B", on: "AB", speed: 10),
            ],
            recovery: 200, routes: 0),
        Scenario(
            name: "a wrong start: it backs out before it drives off",
            map: """
                A-------b-c-----------------------B
                """,
            grid: 15, roads: [.init("AbcB")],
            legs: [
                .drive("cb", on: nil, speed: 2), .stand(5, on: nil),
                .drive("B", on: "AB", speed: 8),
            ],
            recovery: 200, routes: 0),
        Scenario(
            name: "a wrong start: a receiver that is 60 m off and comes nearer",
            map: """
                A--1--2--3--4-B-----------C-----------D
                |             |           |           |
                |             |           |           |
                E-------------F-----------G-----------H
                """,
            grid: 25,
            roads: [
                .init("A1234B"), .init("BC"), .init("CD"), .init("EF"), .init("FG"), .init("GH"),
                .init("AE"), .init("BF"), .init("CG"), .init("DH"),
            ],
            legs: [
                .drive("A1", on: "AB", north: -60), .drive("2", on: "AB", north: -45),
                .drive("3", on: "AB", north: -30), .drive("4", on: "AB", north: -15),
                .drive("B", on: "AB"), .drive("C", on: "BC"), .drive("D", on: "CD"),
            ],
            recovery: 525, routes: 0),
    ]
}
