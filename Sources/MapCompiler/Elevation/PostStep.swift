/// The posts of a grid that count around a place: every post, or only those in every second, fourth, eighth and so on
/// column and row. So the work at a place does not grow with the resolution of the grid.
///
/// A fine grid is read as a grid of 16 to 32 m. More posts do not make the surface better, because it is a cubic over
/// hundreds of metres. All posts count where they are about 14 m apart or more, for example in a grid of one second
/// up to 78° of latitude.
struct PostStep: Hashable {
    private(set) var columns = 1
    private(set) var rows = 1

    /// The largest number of posts around a place, if all posts count.
    private static let most = 1500.0
    /// The largest number of posts from a place to the border of its surroundings, if not all of them count.
    private static let reach = 16.0

    /// By the number of columns and rows from a place to the border of its surroundings.
    init(columns reachColumns: Double, rows reachRows: Double) {
        guard (2 * reachColumns + 1) * (2 * reachRows + 1) > PostStep.most else { return }
        while reachColumns > PostStep.reach * Double(columns) { columns *= 2 }
        while reachRows > PostStep.reach * Double(rows) { rows *= 2 }
    }

    /// Posts in each direction of a block. The posts between those that count are read, too: blocks are smaller then.
    var side: Int { columns == 1 && rows == 1 ? 128 : 32 }
}

/// A square of the posts that count, which is read at once.
struct PostBlock: Hashable {
    /// The numbers of its column and row among the blocks of its step.
    var column: Int
    var row: Int
    var step: PostStep

    /// The number of its columns in a grid of so many columns.
    func width(of columns: Int) -> Int {
        min(step.side, (columns - 1) / step.columns + 1 - column * step.side)
    }

    /// The number of its rows in a grid of so many rows.
    func height(of rows: Int) -> Int {
        min(step.side, (rows - 1) / step.rows + 1 - row * step.side)
    }
}
