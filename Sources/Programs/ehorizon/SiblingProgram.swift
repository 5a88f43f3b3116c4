import CLibrary
import TextFiles

/// A program of the project, which stands beside this one or in a folder of PATH.
struct SiblingProgram {
    /// The name of the program.
    let name: String
    /// The name that it has in its own messages.
    let spokenName: String

    /// Starts the program. Descriptors take the place of its standard input and output.
    func start(
        _ options: [String], input: Int32? = nil, output: Int32? = nil
    ) throws(Failure) -> pid_t {
        let beside = Self.folderOfThisProgram().map { "\($0)/\(name)" }
        let hasOneBeside = beside.map { access($0, X_OK) == 0 } ?? false
        let program = hasOneBeside ? beside ?? name : name

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        var arguments = ([spokenName] + options).map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        // A name without a slash is searched in PATH.
        let failed = posix_spawnp(&child, program, &actions, nil, arguments, environ)
        guard failed == 0 else {
            throw Failure(
                "cannot run \(name), neither beside ehorizon nor in PATH: "
                    + String(cString: strerror(failed)))
        }
        return child
    }

    /// Waits for the end of a started program. Returns its exit status, or as in a shell 128 plus the number of the
    /// signal that ended it.
    func status(of child: pid_t) throws(Failure) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure("cannot wait for \(name): \(systemErrorText())")
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
