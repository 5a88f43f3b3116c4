import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

@Suite("What the map does not know of a part of a link")
struct VoidTests {
    @Test(
        "is not known to a client either, and begins again where the map knows it",
        arguments: ["AB", "BA"])
    func withinALink(way: String) throws {
        var bench = Bench(try knownInParts())
        let nodes = Array(way)
        var client = HorizonReconstructor()
        for message in try bench.drive(nodes[0], nodes[1], 1) {
            client.ingest(message, at: bench.time)
        }
        let path = try #require(client.tree.root)
        let isForward = way == "AB"
        let kinds: [(ProfileType, Double, Double)] = [
            (.short(.curvature), 0.002, 0.0003), (.short(.slopeLinear), 3, 0.06),
            (.short(.slopeStep), 3, 1.01), (.long(.altitude), 200, 0.51),
        ]
        for (kind, first, bound) in kinds {
            let isSigned = kind != .long(.altitude)
            for metres in stride(from: 5.0, to: 995, by: 10) {
                let place = isForward ? metres : 1000 - metres
                let found = path.value(of: kind, at: Metres(metres)).value
                switch place {
                case ..<298, 602..<898:
                    let along = place < 300 ? place : place - 600
                    let value = first * (1 + along / 300) * (isForward || !isSigned ? 1 : -1)
                    let told = try #require(found, "\(kind) at \(metres) m")
                    #expect(abs(told - value) <= bound, "\(kind) at \(metres) m")
                case 303..<597, 903...: #expect(found == nil, "\(kind) at \(metres) m")
                default: break
                }
            }
        }
    }
}
