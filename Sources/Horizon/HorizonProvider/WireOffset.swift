import Quantities

/// The offset on the wire for a place on a path: whole metres from the path's start, not yet
/// wrapped, rounded to the nearest metre, halves up. Every message uses this function, so that all
/// messages of one place have one offset.
func wireMetres(_ place: Centimetres) -> Int {
    Int((Double(place.value + 50) / 100).rounded(.down))
}
