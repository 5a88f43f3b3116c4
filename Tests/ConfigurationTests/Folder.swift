import Foundation

/// A folder for the files of one test.
final class Folder {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "ehorizon-settings-\(UUID().uuidString)", directoryHint: .isDirectory)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file of a text in it; its path.
    func file(_ name: String, _ text: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path()
    }
}
