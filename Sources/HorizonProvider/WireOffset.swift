import Quantities

/// The whole metre on the wire for a place on a path, from the path's start and not yet wrapped: the
/// nearest one, halves up. Every message takes it from here, so that all that is at one place carries
/// one offset.
func wireMetres(_ place: Centimetres) -> Int {
    Int((Double(place.value + 50) / 100).rounded(.down))
}
