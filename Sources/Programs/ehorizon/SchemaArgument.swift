import ArgumentParser
import CSchemas

/// A JSON Schema that is part of the program.
struct OutputSchema {
    /// Its name, such as `ahead`.
    let name: String
    let text: String

    /// The schemas in the order of their names.
    static var all: [OutputSchema] {
        (0..<schema_file_count()).compactMap { number in
            guard let file = schema_file_at(number) else { return nil }
            let bytes = UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count)
            return OutputSchema(
                name: String(cString: file.pointee.name),
                text: String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// The name of a schema on the command line.
struct SchemaArgument: ExpressibleByArgument {
    let schema: OutputSchema

    static var allValueStrings: [String] { OutputSchema.all.map(\.name) }

    init?(argument: String) {
        guard let schema = OutputSchema.all.first(where: { $0.name == argument }) else {
            return nil
        }
        self.schema = schema
    }
}
