import Quantities
import Testing

@testable import Positioning

@Suite struct DecimalNumberTests {
    private func parse(_ text: String) -> DecimalNumber? {
        let bytes = Array(text.utf8)
        return DecimalNumber(bytes.span, 0..<bytes.count)
    }

    @Test(arguments: [
        ("0", 0, 0), ("-1.50", -150, 2), ("+7", 7, 0), (".5", 5, 1), ("5.", 5, 0),
        ("00241.0", 2410, 1), ("1.5e3", 1500, 0), ("15E-1", 15, 1),
        // Eighteen digits are kept, the rest of a fraction is dropped.
        ("20.808030000123456789", 208_080_300_001_234_567, 16),
        ("0.0000000000000000001", 0, 18),
    ])
    func reads(text: String, mantissa: Int64, scale: Int) {
        #expect(parse(text) == DecimalNumber(mantissa: mantissa, scale: scale))
    }

    @Test(arguments: [
        "", "-", ".", "1.2.3", "1 ", "0x1", "1e", "1e999", "1e99", "9999999999999999999", "nan",
    ])
    func refuses(text: String) { #expect(parse(text) == nil) }

    @Test func roundsOnceAndAwayFromZero() {
        #expect(DecimalNumber(mantissa: 15, scale: 1).scaled(by: 0) == 2)
        #expect(DecimalNumber(mantissa: -15, scale: 1).scaled(by: 0) == -2)
        #expect(DecimalNumber(mantissa: 14, scale: 1).scaled(by: 0) == 1)
        #expect(DecimalNumber(mantissa: .max, scale: 0).scaled(by: 1) == nil)
        #expect(DecimalNumber.divide(.min, by: 2) == Int64.min / 2)
    }

    @Test(arguments: [
        ("2024-11-22T17:12:44.000Z", 1_732_295_564_000_000_000 as Int64?),
        ("1970-01-01T00:00:00Z", 0), ("2016-12-31T23:59:60.25Z", 1_483_228_800_250_000_000),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000_000), ("1900-02-29T00:00:00Z", nil),
        ("2024-11-22T17:12:44.000", 1_732_295_564_000_000_000), ("2024-11-22T24:12:44Z", nil),
        ("2024-11-22", nil),
        ("9999-01-01T00:00:00Z", nil),
        ("2024-11-22T17:12:44+00:00", 1_732_295_564_000_000_000),
        ("2024-11-22T17:12:44.5+00:00", 1_732_295_564_500_000_000),
        ("2024-11-22T18:12:44+01:00", 1_732_295_564_000_000_000),
        ("2024-11-21T23:42:44.5-17:30", 1_732_295_564_500_000_000),
        ("2024-11-22T17:12:44+1:00", nil), ("2024-11-22T17:12:44+01:60", nil),
        ("2024-11-22T17:12+00:00", nil),
        ("2024-11-22T17:12:4+00:00", nil),
    ])
    func moments(text: String, nanoseconds: Int64?) {
        let bytes = Array(text.utf8)
        #expect(CalendarDate.moment(bytes.span, 0..<bytes.count)?.nanoseconds == nanoseconds)
    }
}
