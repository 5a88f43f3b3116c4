/// The countries of ISO 3166-1 with what the wire needs of them.
///
/// Sources: the codes are those of Debian's package iso-codes 4.15.0 (`iso_3166-1.json`, 249 entries).
/// Driving on the left: https://en.wikipedia.org/wiki/Left-_and_right-hand_traffic, as collected in
/// StreetComplete's `isLeftHandTraffic.yml`; Heard Island follows Australia. Miles per hour:
/// https://en.wikipedia.org/wiki/Miles_per_hour, as collected in StreetComplete's `speedUnits.yml`,
/// without Bermuda and Gibraltar, which sign in km/h; the US Minor Outlying Islands follow the United
/// States.
public enum CountryTable {
    /// The country of an ISO 3166-1 alpha-2 code in either case, `nil` where there is none.
    public static func country(alpha2 code: String) -> Country? {
        // Some letters beyond ASCII become two when they are made upper case.
        guard code.utf8.count == 2, code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = code.uppercased()
        return entries.first { $0.alpha2 == code }?.country
    }

    /// The country of an ISO 3166-1 numeric code, `nil` where there is none. Nothing is allocated once
    /// the table has been used.
    public static func country(numericCode code: UInt16) -> Country? {
        entries.first { $0.country.numericCode == code }?.country
    }

    /// The ISO 3166-1 alpha-2 code of a numeric one, `nil` where there is none.
    public static func alpha2(numericCode code: UInt16) -> String? {
        entries.first { $0.country.numericCode == code }?.alpha2
    }

    /// Every alpha-2 code, in alphabetical order.
    public static var alpha2Codes: [String] { entries.map(\.alpha2) }

    private static let entries: [(alpha2: String, country: Country)] = {
        let (left, miles) = (words(leftDriving), words(milesPerHour))
        return words(numericCodes).compactMap { entry in
            let alpha2 = entry.prefix(2)
            let country = Country(
                numericCode: UInt16(entry.dropFirst(2)) ?? 0,
                drivingSide: left.contains(alpha2) ? .left : .right,
                speedUnit: miles.contains(alpha2) ? .milesPerHour : .kilometresPerHour
            )
            return country.map { (String(alpha2), $0) }
        }
    }()

    private static func words(_ text: String) -> [Substring] {
        text.split { $0 == " " || $0 == "\n" }
    }

    private static let numericCodes = """
        AD020 AE784 AF004 AG028 AI660 AL008 AM051 AO024 AQ010 AR032 AS016 AT040 AU036 AW533
        AX248 AZ031 BA070 BB052 BD050 BE056 BF854 BG100 BH048 BI108 BJ204 BL652 BM060 BN096
        BO068 BQ535 BR076 BS044 BT064 BV074 BW072 BY112 BZ084 CA124 CC166 CD180 CF140 CG178
        CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162 CY196 CZ203
        DE276 DJ262 DK208 DM212 DO214 DZ012 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246
        FJ242 FK238 FM583 FO234 FR250 GA266 GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304
        GM270 GN324 GP312 GQ226 GR300 GS239 GT320 GU316 GW624 GY328 HK344 HM334 HN340 HR191
        HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO086 IQ368 IR364 IS352 IT380 JE832 JM388
        JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418
        LB422 LC662 LI438 LK144 LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499
        MF663 MG450 MH584 MK807 ML466 MM104 MN496 MO446 MP580 MQ474 MR478 MS500 MT470 MU480
        MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562 NF574 NG566 NI558 NL528 NO578 NP524
        NR520 NU570 NZ554 OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666 PN612 PR630
        PS275 PT620 PW585 PY600 QA634 RE638 RO642 RS688 RU643 RW646 SA682 SB090 SC690 SD729
        SE752 SG702 SH654 SI705 SJ744 SK703 SL694 SM674 SN686 SO706 SR740 SS728 ST678 SV222
        SX534 SY760 SZ748 TC796 TD148 TF260 TG768 TH764 TJ762 TK772 TL626 TM795 TN788 TO776
        TR792 TT780 TV798 TW158 TZ834 UA804 UG800 UM581 US840 UY858 UZ860 VA336 VC670 VE862
        VG092 VI850 VN704 VU548 WF876 WS882 YE887 YT175 ZA710 ZM894 ZW716
        """

    private static let leftDriving = """
        AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GS GY HK HM ID IE
        IM IN JE JM JP KE KI KN KY LC LK LS MO MS MT MU MV MW MY MZ NA NF NP NR NU NZ
        PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG VC VG VI WS ZA ZM ZW
        """

    private static let milesPerHour = """
        AG AI AS BS BZ DM FK FM GB GD GG GS GU IM JE KN KY LC LR MH MP MS PR PW SH TC
        UM US VC VG VI WS
        """
}
