import Horizon
import Testing

@Suite struct FirstErrorTests {
    private enum Failure: Error { case first, second }

    @Test func allStepsRunAndTheFirstErrorIsThrown() {
        var steps = 0
        var errors = FirstError<Failure>()
        errors.attempt { () throws(Failure) in steps += 1 }
        #expect(errors.isEmpty)
        for failure in [Failure.first, .second] {
            errors.attempt { () throws(Failure) in
                steps += 1
                throw failure
            }
        }
        #expect(steps == 3)
        #expect(!errors.isEmpty)
        #expect(throws: Failure.first) { try errors.rethrow() }
    }

    @Test func withoutAnErrorNothingIsThrown() throws {
        var errors = FirstError<Failure>()
        errors.attempt { () throws(Failure) in }
        try errors.rethrow()
    }
}
