import HorizonProvider
import Quantities
import Testing

@testable import Horizon

/// The places beside the best one: three at most, in their order.
@Suite struct AlternativeTests {
    private typealias Alternatives = VehicleState.Alternatives

    private static func place(_ offset: Double) -> VehicleState.Alternative {
        VehicleState.Alternative(
            path: PathID(number: 1), offset: Metres(offset), relativeHeading: nil, probability: 0.25
        )
    }

    private static func offsets(_ places: Alternatives) -> [Double] {
        places.map(\.offset.value)
    }

    @Test func theFirstThreeHaveRoom() {
        #expect(Alternatives.most == 3)
        for count in 0...5 {
            let places = (0..<count).map { Self.place(Double($0)) }
            let expected = Array([0, 1, 2].prefix(count)) as [Double]
            var one = Alternatives()
            for place in places {
                #expect(one.isFull == (one.count == 3))
                one.append(place)
            }
            for alternatives in [one, Alternatives(places)] {
                #expect(Self.offsets(alternatives) == expected)
                #expect(alternatives.count == expected.count)
                #expect(alternatives.isFull == (count >= 3))
                #expect(alternatives.startIndex == 0 && alternatives.endIndex == expected.count)
            }
        }
        let literal: Alternatives = [Self.place(7), Self.place(8)]
        #expect(Self.offsets(literal) == [7, 8])
    }

    @Test func aPlaceIsExchanged() {
        var alternatives: Alternatives = [Self.place(1), Self.place(2), Self.place(3)]
        alternatives[1] = Self.place(9)
        #expect(Self.offsets(alternatives) == [1, 9, 3])
    }

    @Test func equalAreThoseOfTheSamePlacesInTheSameOrder() {
        func hash(_ values: Alternatives...) -> Int {
            var hasher = Hasher()
            for value in values { value.hash(into: &hasher) }
            return hasher.finalize()
        }
        let both: Alternatives = [Self.place(1), Self.place(2)]
        #expect(both == [Self.place(1), Self.place(2)])
        #expect(hash(both) == hash([Self.place(1), Self.place(2)]))
        for other in [[], [Self.place(1)], [Self.place(2), Self.place(1)]] as [Alternatives] {
            #expect(both != other)
            #expect(hash(both) != hash(other))
        }
        // Where one ends and the next one begins matters too.
        #expect(hash([Self.place(1)], []) != hash([], [Self.place(1)]))
    }
}
