/// The countries of ISO 3166-1 with what the wire needs of them.
///
/// Sources: the codes are those of Debian's package iso-codes 4.15.0 (`iso_3166-1.json`, 249 entries).
/// Driving on the left: https://en.wikipedia.org/wiki/Left-_and_right-hand_traffic, as collected in
/// StreetComplete's `isLeftHandTraffic.yml`; Heard Island follows Australia. Miles per hour:
/// https://en.wikipedia.org/wiki/Miles_per_hour, as collected in StreetComplete's `speedUnits.yml`,
/// without Bermuda and Gibraltar, which sign in km/h; the US Minor Outlying Islands follow the United
/// States.
public enum CountryTable {
    /// The country of an ISO 3166-1 alpha-2 code in either case; `nil` if there is none.
    public static func country(alpha2 code: String) -> Country? {
        // Some letters beyond ASCII become two when they are made upper case.
        guard code.utf8.count == 2, code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = code.uppercased()
        return entries.first { $0.alpha2 == code }?.country
    }

    /// The country of an ISO 3166-1 numeric code; `nil` if there is none. Nothing is allocated once
    /// the table has been used.
    public static func country(numericCode code: UInt16) -> Country? {
        entries.first { $0.country.numericCode == code }?.country
    }

    /// The ISO 3166-1 alpha-2 code of a numeric one; `nil` if there is none.
    public static func alpha2(numericCode code: UInt16) -> String? {
        entries.first { $0.country.numericCode == code }?.alpha2
    }

    /// The alpha-2 code of an alpha-2 or alpha-3 code in either case; `nil` if there is none.
    public static func alpha2(stated code: String) -> String? {
        guard code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = code.uppercased()
        return entries.first { $0.alpha2 == code || $0.alpha3 == code }?.alpha2
    }

    /// Every alpha-2 code, in alphabetical order.
    public static var alpha2Codes: [String] { entries.map(\.alpha2) }

    private static let entries: [(alpha2: String, alpha3: String, country: Country)] = {
        let (left, miles) = (words(leftDriving), words(milesPerHour))
        return words(codes).compactMap { entry in
            let alpha2 = entry.prefix(2)
            let country = Country(
                numericCode: UInt16(entry.dropFirst(5)) ?? 0,
                drivingSide: left.contains(alpha2) ? .left : .right,
                speedUnit: miles.contains(alpha2) ? .milesPerHour : .kilometresPerHour
            )
            return country.map { (String(alpha2), String(entry.dropFirst(2).prefix(3)), $0) }
        }
    }()

    private static func words(_ text: String) -> [Substring] {
        text.split { $0 == " " || $0 == "\n" }
    }

    /// Alpha-2, alpha-3 and numeric code of each.
    private static let codes = """
        ADAND020 AEARE784 AFAFG004 AGATG028 AIAIA660 ALALB008 AMARM051 AOAGO024 AQATA010 ARARG032
        ASASM016 ATAUT040 AUAUS036 AWABW533 AXALA248 AZAZE031 BABIH070 BBBRB052 BDBGD050 BEBEL056
        BFBFA854 BGBGR100 BHBHR048 BIBDI108 BJBEN204 BLBLM652 BMBMU060 BNBRN096 BOBOL068 BQBES535
        BRBRA076 BSBHS044 BTBTN064 BVBVT074 BWBWA072 BYBLR112 BZBLZ084 CACAN124 CCCCK166 CDCOD180
        CFCAF140 CGCOG178 CHCHE756 CICIV384 CKCOK184 CLCHL152 CMCMR120 CNCHN156 COCOL170 CRCRI188
        CUCUB192 CVCPV132 CWCUW531 CXCXR162 CYCYP196 CZCZE203 DEDEU276 DJDJI262 DKDNK208 DMDMA212
        DODOM214 DZDZA012 ECECU218 EEEST233 EGEGY818 EHESH732 ERERI232 ESESP724 ETETH231 FIFIN246
        FJFJI242 FKFLK238 FMFSM583 FOFRO234 FRFRA250 GAGAB266 GBGBR826 GDGRD308 GEGEO268 GFGUF254
        GGGGY831 GHGHA288 GIGIB292 GLGRL304 GMGMB270 GNGIN324 GPGLP312 GQGNQ226 GRGRC300 GSSGS239
        GTGTM320 GUGUM316 GWGNB624 GYGUY328 HKHKG344 HMHMD334 HNHND340 HRHRV191 HTHTI332 HUHUN348
        IDIDN360 IEIRL372 ILISR376 IMIMN833 ININD356 IOIOT086 IQIRQ368 IRIRN364 ISISL352 ITITA380
        JEJEY832 JMJAM388 JOJOR400 JPJPN392 KEKEN404 KGKGZ417 KHKHM116 KIKIR296 KMCOM174 KNKNA659
        KPPRK408 KRKOR410 KWKWT414 KYCYM136 KZKAZ398 LALAO418 LBLBN422 LCLCA662 LILIE438 LKLKA144
        LRLBR430 LSLSO426 LTLTU440 LULUX442 LVLVA428 LYLBY434 MAMAR504 MCMCO492 MDMDA498 MEMNE499
        MFMAF663 MGMDG450 MHMHL584 MKMKD807 MLMLI466 MMMMR104 MNMNG496 MOMAC446 MPMNP580 MQMTQ474
        MRMRT478 MSMSR500 MTMLT470 MUMUS480 MVMDV462 MWMWI454 MXMEX484 MYMYS458 MZMOZ508 NANAM516
        NCNCL540 NENER562 NFNFK574 NGNGA566 NINIC558 NLNLD528 NONOR578 NPNPL524 NRNRU520 NUNIU570
        NZNZL554 OMOMN512 PAPAN591 PEPER604 PFPYF258 PGPNG598 PHPHL608 PKPAK586 PLPOL616 PMSPM666
        PNPCN612 PRPRI630 PSPSE275 PTPRT620 PWPLW585 PYPRY600 QAQAT634 REREU638 ROROU642 RSSRB688
        RURUS643 RWRWA646 SASAU682 SBSLB090 SCSYC690 SDSDN729 SESWE752 SGSGP702 SHSHN654 SISVN705
        SJSJM744 SKSVK703 SLSLE694 SMSMR674 SNSEN686 SOSOM706 SRSUR740 SSSSD728 STSTP678 SVSLV222
        SXSXM534 SYSYR760 SZSWZ748 TCTCA796 TDTCD148 TFATF260 TGTGO768 THTHA764 TJTJK762 TKTKL772
        TLTLS626 TMTKM795 TNTUN788 TOTON776 TRTUR792 TTTTO780 TVTUV798 TWTWN158 TZTZA834 UAUKR804
        UGUGA800 UMUMI581 USUSA840 UYURY858 UZUZB860 VAVAT336 VCVCT670 VEVEN862 VGVGB092 VIVIR850
        VNVNM704 VUVUT548 WFWLF876 WSWSM882 YEYEM887 YTMYT175 ZAZAF710 ZMZMB894 ZWZWE716
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
