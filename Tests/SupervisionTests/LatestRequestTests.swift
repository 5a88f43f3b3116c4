import Supervision
import Testing

@Suite struct LatestRequestTests {
    @Test func oneWorkerDoesTheLatestRequest() {
        var work = LatestRequest<Int, String>()
        #expect(work.submit(1) == true)
        #expect(work.next() == 1)
        // While the worker is busy, later requests replace each other and start no second worker.
        #expect(work.submit(2) == false)
        #expect(work.submit(3) == false)
        work.finish("one")
        #expect(work.takeOutcome() == "one")
        #expect(work.takeOutcome() == nil)
        #expect(work.next() == 3)
        work.finish("three")
        #expect(work.next() == nil)
        // The worker has ended: the next request starts another.
        #expect(work.submit(4) == true)
        #expect(work.takeOutcome() == "three")
    }

    @Test func aWorkerThatCannotBeStartedIsStartedByTheNextRequest() {
        var work = LatestRequest<Int, String>()
        #expect(work.submit(1) == true)
        work.noteNoWorker()
        #expect(work.submit(2) == true)
        #expect(work.next() == 2)
    }
}
