public import Horizon

/// An event for observers of the engine: changes of the tree, and with each update one position.
public enum HorizonEvent: Sendable, Hashable {
    /// The tree has changed.
    case tree(TreeEvent)
    /// The tree of another place of the vehicle has changed; the first event of a candidate is a
    /// ``/Horizon/TreeEvent/treeReset``.
    case candidate(CandidateTree.ID, TreeEvent)
    /// The vehicle is not assumed to be there any more, and that tree has gone.
    case candidateRemoved(CandidateTree.ID)
    /// The position of the vehicle: the last event of each update.
    case position(HorizonPosition)
}
