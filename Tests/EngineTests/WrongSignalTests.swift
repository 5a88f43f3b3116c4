import Engine
import Foundation
import Geodesy
import Horizon
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Routing
import Testing

/// Vehicle signals that are incomplete, and those that contradict the fixes.
///
/// The signals have the errors of a real car (docs/guide/vehicle-signals.md).
@Suite struct WrongSignalTests {
    @Test func theSpeedAloneCarriesThePlace() throws {
        var car = try Car()
        try car.pass(180, speed: 20)
        #expect(abs(car.scale - 1 / Car.factor) < 0.004)
        car.hasFixes = false
        try car.pass(20, speed: 20)
        try car.pass(40, speed: 10)
        // The bar of 1.5 % of the distance.
        #expect(try abs(car.miss()) <= 0.015 * 800)
        #expect(car.drive.checker.violations.isEmpty)
    }

    /// A yaw rate shows how the car turns, and not how far it drives.
    @Test func theYawRateAloneChangesNoDistance() throws {
        func drive(yawRate: Double?) throws -> Car {
            var car = try Car()
            car.variation = 0
            car.wheels = { _ in nil }
            car.yawRate = yawRate
            try car.pass(120, speed: 20)
            #expect(try abs(car.miss()) <= 3)
            if let yawRate {
                #expect(abs(car.bias - yawRate) < 0.1)
            }
            #expect(car.scale == 1)
            car.hasFixes = false
            try car.pass(10, speed: 20)
            return car
        }
        let with = try drive(yawRate: 0.5)
        let without = try drive(yawRate: nil)
        #expect(try abs(with.miss()) <= 5)
        #expect(try abs(with.miss() - without.miss()) < 0.1)
        #expect(with.drive.engine.reckoning.deviation == without.drive.engine.reckoning.deviation)
    }

    /// The receiver states no speed and has one fix in 15 s. Only later the signals of the car begin.
    @Test func signalsBeginWhileTheSpeedIsUnknown() throws {
        let road = try MapSketch(
            "A---------B---------C", gridMetres: 500, roads: [.init("ABC", class: 3)])
        var drive = try ReckonedDrive(road)
        for number in 0..<3 {
            try drive.fix(east: 500 + 165 * Double(number), speed: nil)
            try drive.pass(150)
        }
        for _ in 0..<100 {
            let motion = VehicleMotion(
                speed: MetresPerSecond(11), yawRate: DegreesPerSecond(0.25))
            try drive.pass(1, motion: motion)
            #expect(drive.engine.reckoning.deviation >= .zero)
        }
        #expect(drive.checker.violations.isEmpty)
    }

    /// On a ferry or a car transporter the fixes move and the wheels stand.
    @Test func onAFerryThePlaceFollowsTheFixes() throws {
        var car = try Car()
        car.yawRate = 0.25
        try car.pass(180, speed: 20)
        let (scale, bias) = (car.scale, car.bias)
        try car.pass(10, speed: 0)
        car.wheels = { _ in 0 }
        try car.pass(60, speed: 8)
        #expect(try abs(car.miss()) <= 10)
        #expect(car.drive.engine.reckoning.carSpeed == nil)
        #expect(abs(try #require(car.drive.engine.reckoning.speed).value - 8) < 0.5)
        // A second without a fix, at the speed of the ferry.
        car.hasFixes = false
        try car.pass(1, speed: 8)
        #expect(try abs(car.miss()) <= 12)
        car.hasFixes = true
        try car.pass(10, speed: 0)
        car.wheels = { $0 }
        try car.pass(60, speed: 20)
        #expect(car.drive.engine.reckoning.carSpeed != nil)
        #expect(abs(car.scale - scale) < 0.003)
        #expect(abs(car.bias - bias) < 0.05)
        car.hasFixes = false
        try car.pass(60, speed: 20)
        #expect(try abs(car.miss()) <= 0.015 * 1200)
    }

    /// A turntable turns a car that stands.
    @Test func aTurntableTurnsTheCarAndTeachesNothing() throws {
        var car = try Car()
        car.yawRate = -0.35
        try car.pass(180, speed: 20)
        try car.pass(20, speed: 0)
        let (scale, bias) = (car.scale, car.bias)
        let course = try #require(car.drive.engine.reckoning.course).value
        car.yawRate = -0.35 + 6
        try car.pass(30, speed: 0)
        car.yawRate = -0.35
        let turned = try #require(car.drive.engine.reckoning.course).value - course
        #expect(abs(turned.value - 180) < 3)
        #expect(abs(car.bias - bias) < 0.03)
        #expect(try abs(car.miss()) <= 5)
        try car.pass(20, speed: 10, course: 270)
        #expect(try abs(car.miss()) <= 5)
        #expect(try #require(car.drive.engine.tree.vehiclePlace).link.direction == .backward)
        #expect(abs(car.scale - scale) < 0.003)
        #expect(abs(car.bias - bias) < 0.05)
    }

    /// On ice the wheels spin: for seconds their speed is four times that of the car.
    @Test(arguments: [4, 8]) func spinningWheelsDoNotCarryThePlaceAway(_ seconds: Int) throws {
        var car = try Car()
        try car.pass(180, speed: 10)
        try car.pass(10, speed: 5)
        let scale = car.scale
        car.wheels = { $0 * 4 }
        try car.pass(seconds, speed: 5)
        // Three fixes have shown that the wheels spin; the last one has shown the place.
        #expect(try abs(car.miss()) <= 10)
        if seconds > 4 { #expect(car.drive.engine.reckoning.carSpeed == nil) }
        car.wheels = { $0 }
        try car.pass(5, speed: 5)
        #expect(try abs(car.miss()) <= 10)
        #expect(car.drive.engine.reckoning.carSpeed != nil)
        try car.pass(120, speed: 10)
        #expect(abs(car.scale - scale) < 0.003)
        #expect(try abs(car.miss()) <= 5)
    }

    /// Locked wheels are the opposite: they stand, and the car slides.
    @Test func lockedWheelsDoNotHoldThePlace() throws {
        var car = try Car()
        try car.pass(180, speed: 20)
        car.wheels = { _ in 0 }
        try car.pass(5, speed: 12)
        #expect(try abs(car.miss()) <= 15)
        car.wheels = { $0 }
        try car.pass(10, speed: 12)
        #expect(try abs(car.miss()) <= 5)
        #expect(abs(car.scale - 1 / Car.factor) < 0.004)
    }
}

/// A car on a straight road of ten kilometres: its true place and what its receiver and its bus report.
private struct Car {
    var drive: ReckonedDrive
    /// The true distance from the beginning of the road, metres.
    private(set) var east = 500.0
    var hasFixes = true
    /// The speed of the wheels for that of the car; `nil` without the signal.
    var wheels: (Double) -> Double? = { $0 }
    /// The yaw rate of the bus, deg/s; `nil` without the signal.
    var yawRate: Double?

    /// The speed by OBD is too high.
    static let factor = 1.008

    /// The share by which the speed varies about its mean. At one and the same speed all rounding to whole
    /// km/h would go one way.
    var variation = 0.05
    /// The time of one wave of the variation, seconds.
    private static let wave = 20.0

    init() throws {
        let road = try MapSketch(
            "A---------B---------C", gridMetres: 500, roads: [.init("ABC", class: 3)])
        drive = try ReckonedDrive(road)
    }

    var scale: Double { drive.engine.reckoning.scale.value }
    var bias: Double { drive.engine.reckoning.yawRateBias.value.value }

    /// Drives for some seconds at a mean speed.
    mutating func pass(_ seconds: Int, speed mean: Double, course: Double = 90) throws {
        for _ in 0..<seconds {
            var speed = speed(mean)
            if hasFixes { try drive.fix(east: east, speed: speed, course: course, accuracy: 3) }
            for tenth in 0..<10 {
                speed = self.speed(mean)
                // Twice a second, in whole km/h.
                let isDue = tenth % 5 == 0
                let own =
                    isDue ? wheels(speed).map { ($0 * Self.factor * 3.6).rounded() / 3.6 } : nil
                try drive.pass(
                    1,
                    motion: VehicleMotion(
                        speed: own.map { MetresPerSecond($0) },
                        yawRate: yawRate.map { DegreesPerSecond($0) }))
                east += (course == 90 ? speed : -speed) / 10
            }
        }
    }

    private func speed(_ mean: Double) -> Double {
        let phase = 2 * Double.pi * Double(drive.tenths) / 10 / Self.wave
        return mean * (1 + variation * sin(phase))
    }

    /// How much farther along the road the reported position is, metres.
    func miss() throws -> Double {
        let place = try #require(drive.engine.tree.vehiclePlace)
        let map = drive.sketch.map
        let record = try map.link(place.link.link)
        var shape = Shape()
        try map.appendShape(of: record, to: &shape)
        let offset =
            place.link.direction == .forward ? place.offset : record.length.metres - place.offset
        let start = try drive.sketch.place("A")
        return start.distance(to: shape.place(at: offset)).value - east
    }
}
