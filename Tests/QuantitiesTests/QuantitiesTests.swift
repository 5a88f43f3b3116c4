import Quantities
import Testing

struct QuantitiesTests {
    @Test func lengthsRoundToTheNearestCentimetre() {
        #expect(Centimetres(rounding: Metres(1.234)) == Centimetres(123))
        #expect(Centimetres(rounding: Metres(-0.126)) == Centimetres(-13))
        #expect(Centimetres(rounding: Metres(.nan)) == nil)
        #expect(Centimetres(rounding: Metres(.infinity)) == nil)
        #expect(Centimetres(250).metres == Metres(2.5))
    }

    @Test func timesSaturate() {
        #expect(Nanoseconds.seconds(1.5) == Nanoseconds(1_500_000_000))
        #expect(Nanoseconds.seconds(1e30) == Nanoseconds(.max))
        #expect(Nanoseconds.seconds(.nan) == .zero)
        #expect(
            MonotonicTime(nanoseconds: .max) + .seconds(1) == MonotonicTime(nanoseconds: .max))
    }
}
