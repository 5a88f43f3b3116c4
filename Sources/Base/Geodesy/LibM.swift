import CLibrary

// Every call into libm of the whole engine goes through this file: libm is the one part of the
// arithmetic that may differ from one C library to the next, so it stays in one place that can be
// replaced. (`squareRoot()` is IEEE 754 and exact; it needs no entry here.)

/// Sine and cosine of an angle in radians.
public func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    (sin(radians), cos(radians))
}

/// The angle of the vector (x, y) against the x axis, in -π ... π.
public func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

/// e to the power of `x`.
public func exponential(_ x: Double) -> Double { exp(x) }

/// The natural logarithm of `x`; minus infinity of 0.
public func logarithm(_ x: Double) -> Double { log(x) }

/// Degrees in a radian.
public let degreesPerRadian = 180 / Double.pi
