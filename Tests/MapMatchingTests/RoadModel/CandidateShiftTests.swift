import Geodesy
import Testing

@testable import MapMatching

/// The candidates of a vehicle that stands, seen from its next fix.
@Suite struct CandidateShiftTests {
    /// Beside a road the fix shows how far aside the vehicle is, and not how far along.
    @Test func besideARoadTheErrorIsAcross() throws {
        let candidate = try Candidate.handMade(PlanarVector(x: 0, y: 4))
        let shifted = candidate.shifted(by: PlanarVector(x: 5, y: 3))
        #expect(shifted.residual == PlanarVector(x: 0, y: 7))
        #expect(shifted.distance == 7)
        #expect(shifted.place == candidate.place)
    }

    /// Beyond the end of a road the vehicle may stand as well: its fixes show as much as beside it.
    @Test func beyondTheEndTheErrorIsAcross() throws {
        let candidate = try Candidate.handMade(PlanarVector(x: 3, y: 4), isBeyondEnd: true)
        let shifted = candidate.shifted(by: PlanarVector(x: 3, y: 4))
        #expect(shifted.residual == PlanarVector(x: 0, y: 8))
        #expect(shifted.distance == 8)
        #expect(!shifted.isBeyondEnd)
    }

    /// The terms of the last fix are not those of this one.
    @Test func theTermsOfTheLastFixAreGone() throws {
        var candidate = try Candidate.handMade(PlanarVector(x: 0, y: 4))
        (candidate.distanceLog, candidate.otherLog, candidate.logLikelihood) = (-1, -2, -3)
        let shifted = candidate.shifted(by: PlanarVector(x: 0, y: 1))
        #expect(shifted.distanceLog == 0 && shifted.otherLog == 0 && shifted.logLikelihood == 0)
    }
}
