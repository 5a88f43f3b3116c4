// See Messages+RawFields.swift.

extension ProfileShortMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(pathIndex.raw))
        put(1, UInt32(offset.raw))
        put(2, UInt32(cyclicCounter.raw))
        put(3, retransmission ? 1 : 0)
        put(4, update ? 1 : 0)
        put(5, UInt32(profileType.raw))
        put(6, controlPoint ? 1 : 0)
        put(7, UInt32(value0.raw))
        put(8, UInt32(distance1.raw))
        put(9, UInt32(value1.raw))
        put(10, UInt32(accuracy.raw))
        put(11, UInt32(MessageKind.profileShort.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(
            profileType: ShortProfileType(field: field(5)),
            pathIndex: PathIndex(field: field(0)),
            offset: OffsetCode(field: field(1))
        )
        cyclicCounter = CyclicCounter(field: field(2))
        retransmission = field(3) != 0
        update = field(4) != 0
        controlPoint = field(6) != 0
        value0 = ProfileValueCode(field: field(7))
        distance1 = ProfileDistanceCode(field: field(8))
        value1 = ProfileValueCode(field: field(9))
        accuracy = AccuracyCode(field: field(10))
    }
}

extension ProfileLongMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(pathIndex.raw))
        put(1, UInt32(offset.raw))
        put(2, UInt32(cyclicCounter.raw))
        put(3, retransmission ? 1 : 0)
        put(4, update ? 1 : 0)
        put(5, UInt32(profileType.raw))
        put(6, controlPoint ? 1 : 0)
        put(7, value.raw)
        put(8, UInt32(MessageKind.profileLong.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(
            profileType: LongProfileType(field: field(5)),
            pathIndex: PathIndex(field: field(0)),
            offset: OffsetCode(field: field(1))
        )
        cyclicCounter = CyclicCounter(field: field(2))
        retransmission = field(3) != 0
        update = field(4) != 0
        controlPoint = field(6) != 0
        value = LongValueCode(field: field(7))
    }
}

extension MetaDataMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(cyclicCounter.raw))
        put(1, UInt32(countryCode.raw))
        put(2, UInt32(regionCode.raw))
        put(3, UInt32(drivingSide.raw))
        put(4, UInt32(speedUnit.raw))
        put(5, UInt32(majorProtocolVersion.raw))
        put(6, UInt32(minorProtocolVersion.raw))
        put(7, UInt32(minorProtocolSubVersion.raw))
        put(8, UInt32(hardwareVersion.raw))
        put(9, UInt32(mapProvider.raw))
        put(10, UInt32(mapVersionYear.raw))
        put(11, UInt32(mapVersionQuarter.raw))
        put(12, UInt32(MessageKind.metaData.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(
            countryCode: CountryCode(field: field(1)),
            drivingSide: DrivingSideCode(field: field(3)),
            speedUnit: SpeedUnitCode(field: field(4))
        )
        cyclicCounter = CyclicCounter(field: field(0))
        regionCode = RegionCode(field: field(2))
        majorProtocolVersion = NumberCode(field: field(5))
        minorProtocolVersion = NumberCode(field: field(6))
        minorProtocolSubVersion = NumberCode(field: field(7))
        hardwareVersion = NumberCode(field: field(8))
        mapProvider = MapProviderCode(field: field(9))
        mapVersionYear = MapYearCode(field: field(10))
        mapVersionQuarter = MapQuarterCode(field: field(11))
    }
}
