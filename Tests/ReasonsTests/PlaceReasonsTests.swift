import Engine
import Foundation
import MapMatching
import Reasons
import Testing

/// The terms of a place sum to its score, and the scores give the probabilities that the matcher has.
@Suite struct PlaceReasonsTests {
    @Test(arguments: [1, 2] as [UInt64])
    func scoresGiveTheProbabilities(seed: UInt64) throws {
        var drive = try ReasonedDrive(seed: seed)
        var seen: [MatchFactor: Int] = [:]
        var answers = 0
        try drive.run(seconds: 120) { engine, _ in
            let places = try engine.placeReasons()
            guard !places.isEmpty else { return }
            let total = places.reduce(0) { $0 + exp($1.score - places[0].score) }
            for place in places {
                for term in place.terms { seen[term.factor, default: 0] += 1 }
                let share = exp(place.score - places[0].score) / total
                #expect(abs(share - place.probability) < 1e-9)
            }
            #expect(abs(places.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
            guard case .onRoad(let answer) = engine.match, !places.isEmpty else { return }
            answers += 1
            let sum = places.filter { $0.relation != nil && $0.relation != .apart }
                .reduce(0) { $0 + $1.probability }
            #expect(abs(min(sum, 1) - answer.probability) < 1e-9)
            #expect(places.contains { $0.relation == .answer && $0.place == answer.place })
        }
        #expect(answers > 1000)
        let wanted: Set<MatchFactor> = [
            .previous, .route, .distance, .drift, .heading, .offRoad, .offRoadMove, .others,
        ]
        #expect(wanted.subtracting(seen.keys).isEmpty, "\(wanted.subtracting(seen.keys))")
    }
}
