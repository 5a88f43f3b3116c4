import Testing
import TextFiles

@Suite struct FilesTests {
    /// Whoever reads again later has to know what is worth it. This file cannot be read at its beginning (EIO).
    @Test func anErrorOfTheDiskIsPassing() {
        func failure(_ path: String) -> Failure? {
            do throws(Failure) {
                _ = try Files.readRegular(path)
                return nil
            } catch { return error }
        }
        #expect(
            failure("/proc/self/mem")?.description
                == "cannot read /proc/self/mem: Input/output error")
        #expect(failure("/proc/self/mem")?.isPassing == true)
        for path in ["/proc/self/nothing", "/proc/self", "/dev/null"] {
            #expect(failure(path)?.isPassing == false)
        }
    }
}
