import Geodesy
import JSONReading
import MapCompiler
import TextFiles

/// The area of `--within`: a rectangle, or the polygons of a file.
enum AreaArgument {
    /// Reads the argument. The failure names it, and the line of a file.
    static func area(_ text: String) throws(Failure) -> KeptArea {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3]
        else { return try polygons(of: text) }
        guard let low = Coordinate(latitude: south, longitude: west),
            let high = Coordinate(latitude: north, longitude: east), west < east, south < north
        else {
            throw Failure(
                "--within \(text): not west,south,east,north in degrees, such as 9.4,47.0,9.7,47.3")
        }
        return KeptArea(from: low, to: high)
    }

    private static func polygons(of path: String) throws(Failure) -> KeptArea {
        let bytes = try Files.read(path)
        do throws(JSONReader.Failure) {
            return try KeptArea(geoJSON: bytes)
        } catch {
            let line = JSONReader.line(of: error.at, in: bytes)
            throw Failure("\(path): line \(line): expected \(error.expected)")
        }
    }
}
