import CGDAL
import Geodesy
import Quantities

/// One file of elevation, read block by block through GDAL.
final class ElevationGrid {
    private let handle: OpaquePointer
    private let path: String
    let shape: cgdal_shape
    private var blocks: [PostBlock: [Double]] = [:]
    private var order: [PostBlock] = []
    /// The block of the last post: the next post is mostly in it, too.
    private var last: (block: PostBlock, heights: [Double])?

    /// Blocks in memory: 4 MB. The posts around a place are in 26 blocks at most.
    private static let most = 32
    /// The smallest distance of posts, m. Terrain models are coarser.
    private static let finest = 0.1
    /// The largest number of posts from a place to the border of its surroundings. Near a pole, the columns of a grid
    /// of degrees meet.
    private static let farthest = 1e6

    init(path: String) throws(ElevationError) {
        var message = [CChar](repeating: 0, count: Int(CGDAL_MESSAGE_SIZE))
        guard let handle = cgdal_open(path, &message) else {
            throw .unreadable(path: path, reason: text(message))
        }
        self.handle = handle
        self.path = path
        shape = cgdal_get_shape(handle)
        guard min(shape.column_spacing, shape.row_spacing) >= ElevationGrid.finest else {
            throw .unreadable(
                path: path,
                reason: "its posts are nearer together than \(ElevationGrid.finest) m; "
                    + "make a coarser grid, for example with gdalwarp -tr")
        }
    }

    deinit { cgdal_close(handle) }

    /// Whether a place may lie in it.
    func mayHold(_ place: Coordinate) -> Bool {
        place.latitude >= shape.south && place.latitude <= shape.north
            && place.longitude >= shape.west && place.longitude <= shape.east
    }

    /// The distance of its posts in the direction where they are farther apart, m.
    var spacing: Double { max(shape.column_spacing, shape.row_spacing) }

    /// Collects the posts within a distance of a place, as metres east and north of it and height;
    /// `nil` if the place is outside of the grid. Voids are skipped and counted. Of a fine grid, only
    /// some posts count (``PostStep``).
    func posts(
        around place: Coordinate, within radius: Double, into posts: inout [Post]
    ) throws(ElevationError) -> (voids: Int, isVoidHere: Bool)? {
        // A thousandth of a degree to the east and to the north gives the orientation of the grid.
        let frame = LocalFrame(around: place)
        let east = 1e4 * frame.metresPerLongitudeE7
        let north = 1e4 * frame.metresPerLatitudeE7
        let latitudes = [place.latitude, place.latitude, place.latitude + 1e-3]
        let longitudes = [place.longitude, place.longitude + 1e-3, place.longitude]
        var columns = [0.0, 0, 0]
        var rows = [0.0, 0, 0]
        cgdal_locate(handle, 3, latitudes, longitudes, &columns, &rows)
        guard columns.allSatisfy(\.isFinite), rows.allSatisfy(\.isFinite) else { return nil }
        let column = columns[0]
        let row = rows[0]
        guard column >= -0.5, row >= -0.5, column <= Double(shape.columns) - 0.5,
            row <= Double(shape.rows) - 0.5
        else { return nil }
        // Posts per metre to the east and to the north: the inverse.
        let a = (columns[1] - column) / east
        let b = (columns[2] - column) / north
        let c = (rows[1] - row) / east
        let d = (rows[2] - row) / north
        let determinant = a * d - b * c
        guard determinant != 0 else { return nil }
        let reachColumns = radius * (a * a + b * b).squareRoot()
        let reachRows = radius * (c * c + d * d).squareRoot()
        guard reachColumns <= ElevationGrid.farthest, reachRows <= ElevationGrid.farthest else {
            return nil
        }
        let step = PostStep(columns: reachColumns, rows: reachRows)
        let columnStep = Double(step.columns)
        let rowStep = Double(step.rows)
        let firstColumn = max(Int(((column - reachColumns) / columnStep).rounded(.up)), 0)
        let lastColumn = min(
            Int((column + reachColumns) / columnStep), (Int(shape.columns) - 1) / step.columns)
        let firstRow = max(Int(((row - reachRows) / rowStep).rounded(.up)), 0)
        let lastRow = min(Int((row + reachRows) / rowStep), (Int(shape.rows) - 1) / step.rows)
        posts.removeAll(keepingCapacity: true)
        var voids = 0
        var isVoidHere = false
        for y in firstRow...max(firstRow, lastRow) where y <= lastRow {
            for x in firstColumn...max(firstColumn, lastColumn) where x <= lastColumn {
                let across = Double(x * step.columns) - column
                let down = Double(y * step.rows) - row
                let eastward = (d * across - b * down) / determinant
                let northward = (a * down - c * across) / determinant
                guard eastward * eastward + northward * northward < radius * radius else {
                    continue
                }
                let height = try height(x, y, step)
                guard !height.isNaN else {
                    voids += 1
                    if abs(across) < columnStep, abs(down) < rowStep { isVoidHere = true }
                    continue
                }
                posts.append(Post(east: eastward, north: northward, height: height))
            }
        }
        return (voids, isVoidHere)
    }

    /// The height of a post, by its number among the columns and rows that count.
    private func height(
        _ column: Int, _ row: Int, _ step: PostStep
    ) throws(ElevationError) -> Double {
        let side = step.side
        let block = PostBlock(column: column / side, row: row / side, step: step)
        let width = block.width(of: Int(shape.columns))
        let place = row % side * width + column % side
        if let last, last.block == block { return last.heights[place] }
        var heights = blocks[block] ?? []
        if heights.isEmpty { heights = try read(block) }
        last = (block, heights)
        return heights[place]
    }

    private func read(_ block: PostBlock) throws(ElevationError) -> [Double] {
        if order.count == ElevationGrid.most { blocks[order.removeFirst()] = nil }
        let width = block.width(of: Int(shape.columns))
        let height = block.height(of: Int(shape.rows))
        var heights = [Double](repeating: 0, count: width * height)
        var message = [CChar](repeating: 0, count: Int(CGDAL_MESSAGE_SIZE))
        let step = block.step
        let status = cgdal_read(
            handle, Int32(block.column * step.side * step.columns),
            Int32(block.row * step.side * step.rows), Int32(width), Int32(height),
            Int32(step.columns), Int32(step.rows), &heights, &message)
        guard status == 0 else { throw .unreadable(path: path, reason: text(message)) }
        blocks[block] = heights
        order.append(block)
        return heights
    }
}

/// A post of an elevation grid beside a place.
struct Post {
    /// Metres east of the place.
    var east: Double
    /// Metres north of it.
    var north: Double
    /// Metres above sea level.
    var height: Double
}

private func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
