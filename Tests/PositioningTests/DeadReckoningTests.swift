import Positioning
import Quantities
import Testing

/// The inference of dead reckoning by itself: a line, and no roads.
@Suite struct DeadReckoningTests {
    private static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime.zero + .seconds(seconds)
    }

    /// Drives at a speed with a fix each second that is exact, up to a time.
    private static func driven(
        at speed: Double, until end: Int, signal factor: Double? = nil, odometer: Bool = false
    ) -> DeadReckoning {
        var reckoning = DeadReckoning()
        for step in 0...end * 10 {
            let now = time(Double(step) / 10)
            let along = speed * Double(step) / 10
            if let factor {
                reckoning.ingest(
                    VehicleMotion(
                        speed: MetresPerSecond(speed / factor),
                        odometer: odometer ? Metres((along / factor).rounded(.down)) : nil),
                    at: now)
            }
            reckoning.advance(to: now)
            guard step % 10 == 0 else { continue }
            reckoning.ingest(speed: MetresPerSecond(speed), trueAt: now)
            if step == 0 {
                reckoning.begin(at: .zero, deviation: nil, trueAt: now)
            } else {
                _ = reckoning.correct(at: Metres(along), deviation: nil, trueAt: now)
            }
        }
        return reckoning
    }

    /// A car that drives back without fixes. Its odometer counts on.
    @Test(arguments: [false, true]) func itReverses(odometer: Bool) throws {
        var reckoning = Self.driven(at: 20, until: 60, signal: 1, odometer: odometer)
        var (along, count) = (1200.0, 1200.0)
        for tenth in 601...900 {
            let speed = max(20 - Double(tenth - 600) * 0.4, -2)
            along += speed / 10
            count += speed.magnitude / 10
            reckoning.ingest(
                VehicleMotion(
                    speed: MetresPerSecond(speed),
                    odometer: odometer ? Metres(count.rounded(.down)) : nil),
                at: Self.time(Double(tenth) / 10))
        }
        let place = try #require(reckoning.along).value
        #expect(abs(place - along) < 5, "\(place), not \(along)")
    }

    @Test func theSpeedOfFixesCarriesThePlaceOn() throws {
        var reckoning = Self.driven(at: 20, until: 30)
        for tenth in 1...9 {
            reckoning.advance(to: Self.time(30 + Double(tenth) / 10))
            let along = try #require(reckoning.along).value
            #expect(abs(along - (600 + 2 * Double(tenth))) < 0.5)
        }
    }

    /// A correction of the speed is no motion, so it does not count as braking or acceleration since the moment of a
    /// late fix. It did, and the speed went up and down between 0 and 130 m/s.
    @Test(arguments: [1, 2, 3])
    func fixesThatComeLateKeepTheirSpeed(_ delay: Int) throws {
        var reckoning = DeadReckoning()
        for tenth in 0...600 {
            let now = Self.time(Double(tenth) / 10)
            reckoning.advance(to: now)
            guard tenth % 10 == 0 else { continue }
            let second = tenth / 10
            let then = Self.time(Double(second - delay))
            reckoning.ingest(speed: MetresPerSecond(22), trueAt: then)
            let along = Metres(22 * Double(second - delay))
            if tenth == 0 {
                reckoning.begin(at: along, deviation: nil, trueAt: then)
            } else {
                _ = reckoning.correct(at: along, deviation: nil, trueAt: then)
            }
            guard second > 10 else { continue }
            let speed = try #require(reckoning.speed).value
            #expect(abs(speed - 22) < 0.5, "\(speed) m/s after \(second) s")
            let place = try #require(reckoning.along).value
            #expect(abs(place - 22 * Double(second)) < 2, "\(place) m after \(second) s")
        }
    }

    @Test func aCarThatBrakesIsCarriedOnMoreSlowly() throws {
        var reckoning = DeadReckoning()
        var along = 0.0
        for second in 0...4 {
            let now = Self.time(Double(second))
            let speed = 20 - 3 * Double(second)
            reckoning.advance(to: now)
            reckoning.ingest(speed: MetresPerSecond(speed), trueAt: now)
            if second == 0 { reckoning.begin(at: .zero, deviation: nil, trueAt: now) }
            along = 20 * Double(second) - 1.5 * Double(second * second)
            _ = reckoning.correct(at: Metres(along), deviation: nil, trueAt: now)
        }
        let before = try #require(reckoning.along).value
        reckoning.advance(to: Self.time(5))
        // At 8 m/s and braking: less than 8 m, and more than the 6.5 m of one who goes on braking.
        let moved = try #require(reckoning.along).value - before
        #expect(moved < 7.9 && moved > 6)
    }

    @Test func theErrorGrowsWithoutFixesAndIsTakenBackByOne() throws {
        var reckoning = Self.driven(at: 20, until: 30)
        var last = reckoning.deviation
        for second in 31...90 {
            reckoning.advance(to: Self.time(Double(second)))
            #expect(reckoning.deviation > last)
            last = reckoning.deviation
        }
        #expect(last > Metres(100))
        #expect(reckoning.speed == nil)
        let outcome = reckoning.correct(
            at: Metres(1700), deviation: Metres(5), trueAt: Self.time(90))
        #expect(outcome == .taken)
        #expect(reckoning.deviation < Metres(7))
        #expect(abs(try #require(reckoning.along).value - 1700) < 1)
    }

    @Test func aStandingCarThatSaysSoStaysWhereItIs() throws {
        var reckoning = Self.driven(at: 0, until: 10, signal: 1)
        let place = try #require(reckoning.along)
        let deviation = reckoning.deviation
        for step in 1...6000 {
            let now = Self.time(10 + Double(step) / 10)
            reckoning.ingest(VehicleMotion(speed: .zero), at: now)
        }
        #expect(abs((try #require(reckoning.along) - place).value) < 0.1)
        #expect(reckoning.deviation - deviation < Metres(2))
    }

    @Test(arguments: [0.97, 1.02])
    func theScaleOfTheSpeedIsLearned(_ factor: Double) throws {
        let reckoning = Self.driven(at: 20, until: 300, signal: factor)
        #expect(abs(reckoning.scale.value - factor) < 2 * reckoning.scale.deviation)
        #expect(reckoning.scale.deviation < 0.006)
    }

    @Test func theScaleIsBounded() {
        let reckoning = Self.driven(at: 20, until: 600, signal: 1.5)
        #expect((0.9...1.1).contains(reckoning.scale.value))
    }

    @Test func aWrongStretchTeachesNothing() {
        var reckoning = Self.driven(at: 20, until: 300, signal: 1)
        let before = reckoning.scale.value
        // The match has the car 60 m further on after a stretch, as on a way around a block.
        for step in 1...200 {
            let now = Self.time(300 + Double(step) / 10)
            reckoning.ingest(VehicleMotion(speed: MetresPerSecond(20)), at: now)
        }
        _ = reckoning.correct(
            at: Metres(6460), deviation: nil, trueAt: Self.time(320))
        #expect(abs(reckoning.scale.value - before) < 0.001)
    }

    @Test func theCarsOwnSpeedCarriesItThroughATunnel() throws {
        var reckoning = Self.driven(at: 20, until: 300, signal: 1.01)
        // It brakes to 10 m/s in the tunnel, which only the signal tells.
        var along = 6000.0
        for step in 1...600 {
            let speed = step <= 100 ? 20 - Double(step) / 10 : 10
            along += speed / 10
            reckoning.ingest(
                VehicleMotion(speed: MetresPerSecond(speed / 1.01)),
                at: Self.time(300 + Double(step) / 10))
        }
        let miss = abs(try #require(reckoning.along).value - along)
        #expect(miss < 5)
        #expect(miss < 2 * reckoning.deviation.value)
        #expect(reckoning.deviation < Metres(20))
    }

    @Test func anOdometerWithoutASpeedCarriesItToo() throws {
        var reckoning = Self.driven(at: 20, until: 60, signal: 1, odometer: true)
        for step in 1...300 {
            // It brakes at once to 10 m/s, and only the odometer, in whole metres, tells.
            let along = 1200 + Double(step)
            reckoning.ingest(
                VehicleMotion(odometer: Metres(along.rounded(.down))),
                at: Self.time(60 + Double(step) / 10))
        }
        #expect(abs(try #require(reckoning.along).value - 1500) < 8)
    }

    /// A fine counter that is reported once a second, 0.1 s before the next fix. Taken as the place of the moment it says
    /// that the car drove 30 m in the 0.9 s after a fix, and nothing in the 0.1 s before: speeds of 300 m/s.
    @Test(arguments: [1, 5, 9]) func anOdometerOnceASecondKeepsThePace(tenths: Int) throws {
        var reckoning = DeadReckoning()
        func place(_ seconds: Double) -> Double {
            seconds < 20 ? 0.75 * seconds * seconds : 300 + 30 * (seconds - 20)
        }
        for tenth in 0...600 {
            let seconds = Double(tenth) / 10
            let now = Self.time(seconds)
            reckoning.advance(to: now)
            if tenth % 10 == tenths {
                let count = (place(seconds) * 10).rounded(.down) / 10
                reckoning.ingest(VehicleMotion(odometer: Metres(count)), at: now)
            }
            if tenth == 0 {
                reckoning.begin(at: .zero, deviation: Metres(3), trueAt: now)
            } else if tenth % 10 == 0 {
                _ = reckoning.correct(
                    at: Metres(place(seconds)), deviation: Metres(3), trueAt: now)
            }
            guard seconds > 30 else { continue }
            let along = try #require(reckoning.along).value
            #expect(abs(along - place(seconds)) < 5, "\(seconds) s: \(along)")
            let speed = try #require(reckoning.speed).value
            #expect(abs(speed - 30) < 5, "\(seconds) s: \(speed) m/s")
        }
    }

    /// The first step may come at once after the first reading, at any speed: its time is not known.
    @Test func theFirstStepOfAnOdometerTellsNoPace() throws {
        var reckoning = DeadReckoning()
        for tenth in 0...50 {
            // Whole kilometres of a hundredth: 10 m steps, the first one 0.1 s after the first reading.
            let along = 9 + Double(tenth)
            reckoning.ingest(
                VehicleMotion(odometer: Metres((along / 10).rounded(.down) * 10)),
                at: Self.time(Double(tenth) / 10))
            guard tenth == 3 else { continue }
            _ = reckoning.takeEgoMotion(trueAt: Self.time(0.3))
        }
        let seen = reckoning.takeEgoMotion(trueAt: Self.time(5))
        let distance = try #require(seen.distance).value
        #expect(abs(distance - 47) < 2 * seen.deviation.value && seen.deviation < Metres(6))
    }

    /// What the car counts between two fixes, and that it counts nothing where it was silent.
    @Test(arguments: [false, true]) func theCarsOwnMotionIsCounted(byOdometer: Bool) throws {
        var reckoning = DeadReckoning()
        func drive(_ seconds: ClosedRange<Int>) {
            for tenth in seconds.lowerBound * 10...seconds.upperBound * 10 {
                let along = Double(tenth) * 1.5
                reckoning.ingest(
                    VehicleMotion(
                        speed: byOdometer ? nil : MetresPerSecond(15),
                        yawRate: DegreesPerSecond(4),
                        odometer: byOdometer ? Metres(along.rounded(.down)) : nil),
                    at: Self.time(Double(tenth) / 10))
            }
        }
        drive(0...1)
        #expect(reckoning.takeEgoMotion(trueAt: Self.time(1)) == EgoMotion())
        drive(1...5)
        let seen = reckoning.takeEgoMotion(trueAt: Self.time(5))
        let distance = try #require(seen.distance)
        #expect(abs(distance.value - 60) <= 1)
        #expect(byOdometer ? seen.deviation > .zero : seen.deviation.value < 2)
        #expect(abs(try #require(seen.turn).value - 16) < 0.5)
        // The bus is silent for five seconds.
        drive(10...11)
        #expect(reckoning.takeEgoMotion(trueAt: Self.time(11)) == EgoMotion())
        drive(11...12)
        let again = try #require(reckoning.takeEgoMotion(trueAt: Self.time(12)).distance)
        #expect(abs(again.value - 15) <= 1)
    }

    /// An odometer that was set does not tell the way.
    @Test func anOdometerThatIsSetBreaksTheCount() {
        var reckoning = DeadReckoning()
        for (number, reading) in [100.0, 110, 5, 15, 25].enumerated() {
            reckoning.ingest(
                VehicleMotion(odometer: Metres(reading)), at: Self.time(Double(number)))
            let motion = reckoning.takeEgoMotion(trueAt: Self.time(Double(number)))
            #expect(motion.distance == (number == 1 || number == 4 ? Metres(10) : nil))
        }
    }

    @Test func motionsAddUpAsLongAsBothReport() {
        let one = EgoMotion(distance: Metres(3), deviation: Metres(3), turn: Degrees(10))
        let other = EgoMotion(distance: Metres(4), deviation: Metres(4), turn: Degrees(-30))
        #expect(
            one + other
                == EgoMotion(distance: Metres(7), deviation: Metres(5), turn: Degrees(-20)))
        #expect(
            one + EgoMotion(distance: Metres(1))
                == EgoMotion(distance: Metres(4), deviation: Metres(3)))
        #expect(one + EgoMotion() == EgoMotion())
    }

    @Test func aFixThatIsFarOffHasToBeConfirmed() throws {
        var reckoning = Self.driven(at: 20, until: 30)
        reckoning.advance(to: Self.time(31))
        #expect(
            reckoning.correct(at: Metres(700), deviation: nil, trueAt: Self.time(31)) == .doubted)
        #expect(abs(try #require(reckoning.along).value - 620) < 2)
        reckoning.advance(to: Self.time(32))
        #expect(
            reckoning.correct(at: Metres(720), deviation: nil, trueAt: Self.time(32)) == .moved)
        #expect(abs(try #require(reckoning.along).value - 720) < 2)
    }

    @Test func aLateFixCountsForWhenItWasTrue() throws {
        var reckoning = Self.driven(at: 20, until: 30)
        for step in 1...10 { reckoning.advance(to: Self.time(30 + Double(step) / 10)) }
        // Where the car was 0.6 s ago.
        _ = reckoning.correct(at: Metres(608), deviation: nil, trueAt: Self.time(30.4))
        #expect(abs(try #require(reckoning.along).value - 620) < 1)
    }

    @Test func withoutALineThereIsNoPlace() {
        var reckoning = Self.driven(at: 20, until: 5)
        reckoning.leave()
        reckoning.advance(to: Self.time(6))
        #expect(reckoning.along == nil)
        #expect(reckoning.speed != nil)
    }

    @Test func numbersThatAreNoneAreLeftOut() throws {
        var reckoning = Self.driven(at: 20, until: 5)
        let before = try #require(reckoning.along)
        for value in [Double.nan, .infinity, -1e300] {
            reckoning.ingest(
                VehicleMotion(
                    speed: MetresPerSecond(value), yawRate: DegreesPerSecond(value),
                    odometer: Metres(value)), at: Self.time(5))
            reckoning.ingest(speed: MetresPerSecond(value), trueAt: Self.time(5))
        }
        #expect(reckoning.along == before)
    }
}
