import ArgumentParser
import CLibrary
import TextFiles

/// `ehorizon map build`: starts `ehorizon-compile`, which alone links the libraries that read OpenStreetMap
/// files.
struct MapBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Compiles OpenStreetMap or other data into a map file.",
        usage: """
            ehorizon map build --osm <file> ... [--country <CC>] --output <file.ehmap>
            ehorizon map build --pde <dir> --country <CC> --output <file.ehmap>
            """,
        discussion: """
            The program ehorizon-compile does the work. It stands beside ehorizon or in a folder of PATH.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The options of ehorizon-compile.", valueName: "options")
    )
    var options: [String] = []

    func run() throws {
        let status = try MapBuildCommand.status(ofCompilerWith: options)
        if status != 0 { throw ExitCode(status) }
    }

    private static let compiler = "ehorizon-compile"
    /// The name of the compiler in its messages.
    private static let spokenName = "ehorizon map build"

    /// Runs the compiler and returns its exit status, or as in a shell 128 plus the number of the signal that
    /// ended it.
    private static func status(ofCompilerWith options: [String]) throws(Failure) -> Int32 {
        let beside = folderOfThisProgram().map { "\($0)/\(compiler)" }
        let hasOneBeside = beside.map { access($0, X_OK) == 0 } ?? false
        let program = hasOneBeside ? beside ?? compiler : compiler

        var arguments = ([spokenName] + options).map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        // A name without a slash is searched in PATH.
        let failed = posix_spawnp(&child, program, nil, nil, arguments, environ)
        guard failed == 0 else {
            throw Failure(
                "cannot run \(compiler), neither beside ehorizon nor in PATH: "
                    + String(cString: strerror(failed))
            )
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure("cannot wait for \(compiler): \(systemErrorText())")
            }
        }
        // The macros WIFSIGNALED and WEXITSTATUS do not cross over into Swift.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func folderOfThisProgram() -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        guard length > 0 else { return nil }
        let bytes = path[..<length].map { UInt8(bitPattern: $0) }
        guard let slash = bytes.lastIndex(of: 0x2F) else { return nil }
        return String(decoding: bytes[..<slash], as: UTF8.self)
    }
}
