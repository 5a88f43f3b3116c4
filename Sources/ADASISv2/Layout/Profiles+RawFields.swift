// See Messages+RawFields.swift.

extension ProfileShortMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(pathIndex.raw)
        raw[1] = UInt32(offset.raw)
        raw[2] = UInt32(cyclicCounter.raw)
        raw[3] = retransmission ? 1 : 0
        raw[4] = update ? 1 : 0
        raw[5] = UInt32(profileType.raw)
        raw[6] = controlPoint ? 1 : 0
        raw[7] = UInt32(value0.raw)
        raw[8] = UInt32(distance1.raw)
        raw[9] = UInt32(value1.raw)
        raw[10] = UInt32(accuracy.raw)
        raw[11] = UInt32(MessageKind.profileShort.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(
            profileType: ShortProfileType(field: raw[5]),
            pathIndex: PathIndex(field: raw[0]),
            offset: OffsetCode(field: raw[1])
        )
        cyclicCounter = CyclicCounter(field: raw[2])
        retransmission = raw[3] != 0
        update = raw[4] != 0
        controlPoint = raw[6] != 0
        value0 = ProfileValueCode(field: raw[7])
        distance1 = ProfileDistanceCode(field: raw[8])
        value1 = ProfileValueCode(field: raw[9])
        accuracy = AccuracyCode(field: raw[10])
    }
}

extension ProfileLongMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(pathIndex.raw)
        raw[1] = UInt32(offset.raw)
        raw[2] = UInt32(cyclicCounter.raw)
        raw[3] = retransmission ? 1 : 0
        raw[4] = update ? 1 : 0
        raw[5] = UInt32(profileType.raw)
        raw[6] = controlPoint ? 1 : 0
        raw[7] = value.raw
        raw[8] = UInt32(MessageKind.profileLong.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(
            profileType: LongProfileType(field: raw[5]),
            pathIndex: PathIndex(field: raw[0]),
            offset: OffsetCode(field: raw[1])
        )
        cyclicCounter = CyclicCounter(field: raw[2])
        retransmission = raw[3] != 0
        update = raw[4] != 0
        controlPoint = raw[6] != 0
        value = LongValueCode(field: raw[7])
    }
}

extension MetaDataMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(cyclicCounter.raw)
        raw[1] = UInt32(countryCode.raw)
        raw[2] = UInt32(regionCode.raw)
        raw[3] = UInt32(drivingSide.raw)
        raw[4] = UInt32(speedUnit.raw)
        raw[5] = UInt32(majorProtocolVersion.raw)
        raw[6] = UInt32(minorProtocolVersion.raw)
        raw[7] = UInt32(minorProtocolSubVersion.raw)
        raw[8] = UInt32(hardwareVersion.raw)
        raw[9] = UInt32(mapProvider.raw)
        raw[10] = UInt32(mapVersionYear.raw)
        raw[11] = UInt32(mapVersionQuarter.raw)
        raw[12] = UInt32(MessageKind.metaData.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(
            countryCode: CountryCode(field: raw[1]),
            drivingSide: DrivingSideCode(field: raw[3]),
            speedUnit: SpeedUnitCode(field: raw[4])
        )
        cyclicCounter = CyclicCounter(field: raw[0])
        regionCode = RegionCode(field: raw[2])
        majorProtocolVersion = NumberCode(field: raw[5])
        minorProtocolVersion = NumberCode(field: raw[6])
        minorProtocolSubVersion = NumberCode(field: raw[7])
        hardwareVersion = NumberCode(field: raw[8])
        mapProvider = MapProviderCode(field: raw[9])
        mapVersionYear = MapYearCode(field: raw[10])
        mapVersionQuarter = MapQuarterCode(field: raw[11])
    }
}
