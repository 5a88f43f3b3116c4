import ADASISv2
import Testing

@Suite("Message mask")
struct MessageMaskTests {
    /// The names that a mask lets through, found by asking for each message.
    static func passing(_ mask: MessageMask) -> Set<String> {
        var names: Set<String> = []
        for message in MessageTests.all where mask.allows(message) {
            names.insert(message.kind.maskName)
        }
        for type in ShortProfileType.named
        where mask.allows(.profileShort(ProfileShortMessage(profileType: type))) {
            names.insert("profile-short.\(type.name)")
        }
        for type in LongProfileType.named
        where mask.allows(.profileLong(ProfileLongMessage(profileType: type))) {
            names.insert("profile-long.\(type.name)")
        }
        return names
    }

    static let publicProfiles: Set<String> = Set(
        ProfileType.named.filter { $0.hasPublicCoding }.map { $0.maskName })

    @Test("Types of public coding are on with all, and codings of this project off")
    func publicCoding() {
        #expect(
            Self.publicProfiles.isSuperset(of: [
                "profile-short.curvature", "profile-short.slope-step",
                "profile-short.slope-linear", "profile-short.road-accessibility",
                "profile-short.road-condition", "profile-long.longitude",
                "profile-long.latitude", "profile-long.altitude",
                "profile-long.bezier-longitude", "profile-long.bezier-latitude",
                "profile-long.bezier-altitude", "profile-long.link-identifier",
                "profile-long.truck-speed-limit",
            ]))
        #expect(
            Self.publicProfiles.isDisjoint(with: [
                "profile-short.route-number-type", "profile-short.variable-speed-sign-position",
                "profile-long.traffic-sign", "profile-long.extended-lane",
                "profile-long.speed-limit-and-recommended-speed",
            ]))
    }

    @Test("Presets")
    func presets() {
        let standard: Set<String> = ["position", "stub", "segment", "meta-data"]
        #expect(Self.passing(MessagePreset.default.mask) == standard)
        #expect(Self.passing(MessagePreset.all.mask) == standard.union(Self.publicProfiles))
        #expect(Self.passing(MessagePreset.none.mask) == [])
        #expect(Self.passing(MessagePreset.mini.mask) == ["segment", "meta-data"])
        #expect(
            Self.passing(MessagePreset.mainPath.mask)
                == standard.subtracting(["stub"]).union(Self.publicProfiles))
        #expect(
            MessagePreset.allCases.map(\.rawValue)
                == ["default", "all", "none", "mini", "main-path"])
    }

    @Test("Each name turns on itself and nothing else", arguments: MessageMask.names)
    func single(name: String) throws {
        var mask = try MessageMask(.none, enabling: [name])
        switch name {
        case "profile-short", "profile-long":
            #expect(
                Self.passing(mask) == Self.publicProfiles.filter { $0.hasPrefix(name + ".") }
            )
        default: #expect(Self.passing(mask) == [name])
        }
        try mask.disable(name)
        #expect(Self.passing(mask) == [])
        #expect(mask == MessageMask())
    }

    @Test("Names are all different and those of the contract are among them")
    func names() {
        #expect(Set(MessageMask.names).count == MessageMask.names.count)
        #expect(MessageMask.names.count == 6 + ProfileType.named.count)
        let contract = [
            "position", "stub", "segment", "meta-data", "profile-short", "profile-long",
            "profile-short.curvature", "profile-long.longitude",
        ]
        #expect(Set(MessageMask.names).isSuperset(of: contract))
    }

    @Test("First the preset, then what is enabled, then what is disabled")
    func order() throws {
        let mask = try MessageMask(
            .default,
            enabling: ["profile-short", "profile-short.route-number-type", "stub"],
            disabling: ["stub", "profile-short.curvature"]
        )
        #expect(!mask.allows(.stub))
        #expect(mask.allows(.profileShort))
        #expect(!mask.allows(.profileLong))
        #expect(!mask.allows(ShortProfileType.curvature))
        #expect(mask.allows(ShortProfileType.routeNumberType))
        let none = try MessageMask(
            .all,
            enabling: ["profile-long.traffic-sign"],
            disabling: ["profile-long", "profile-short"]
        )
        #expect(Self.passing(none) == Self.passing(MessagePreset.default.mask))
    }

    @Test("An unknown name is an error that carries it")
    func unknown() {
        #expect(throws: UnknownMessageName(name: "profile-short.curve")) {
            try MessageMask(.default, enabling: ["profile-short.curve"])
        }
        #expect(throws: UnknownMessageName(name: "")) {
            try MessageMask(.default, disabling: [""])
        }
        let text = UnknownMessageName(name: "x").description
        #expect(MessageMask.names.allSatisfy { text.contains($0) })
    }

    @Test("What has no name is never sent")
    func unnamed() {
        var mask = MessagePreset.all.mask
        mask.set(.systemSpecific, to: true)
        mask.set(ShortProfileType(raw: 17), to: true)
        mask.set(LongProfileType.notAvailable, to: true)
        #expect(mask == MessagePreset.all.mask)
        #expect(!mask.allows(.systemSpecific))
        #expect(!mask.allows(ShortProfileType(raw: 17)))
        #expect(!mask.allows(.profileLong(ProfileLongMessage())))
    }

    @Test("What a layout does not send is held back")
    func carried() throws {
        let all = Layout(.adasis).messages
        #expect(MessagePreset.all.mask.carried(by: Layout(.adasis)) == MessagePreset.all.mask)
        let none = MessagePreset.none.mask
        #expect(none.carried(by: Layout(.adasis)) == none)
        // POSITION and PROFILE SHORT without slope-step, which no section sends.
        let short = try all[3].without(ShortProfileType.slopeStep.raw)
        var mask = MessagePreset.all.mask.carried(by: try Layout(messages: [all[0], short]))
        #expect(mask.allows(.position))
        #expect(!mask.allows(.segment) && !mask.allows(.stub) && !mask.allows(.metaData))
        #expect(!mask.allows(.profileLong))
        #expect(mask.allows(ShortProfileType.curvature))
        #expect(!mask.allows(ShortProfileType.slopeStep))
        let long = try all[4].without(LongProfileType.altitude.raw)
        mask = MessagePreset.all.mask.carried(by: try Layout(messages: [all[5], long]))
        #expect(mask.allows(.metaData) && !mask.allows(.position) && !mask.allows(.profileShort))
        #expect(mask.allows(LongProfileType.longitude) && !mask.allows(LongProfileType.altitude))
    }
}
