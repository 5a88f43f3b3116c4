extension LegalSpeedLimits {
    /// The limits of each country in its own unit, and their sources after `#`.
    ///
    /// A dash marks a limit that is unknown here, or that depends on data outside of the map; the
    /// remark states which. A question mark marks a limit without a readable text that confirms it.
    /// Such a limit is based on general knowledge of the country, or on one of two texts that
    /// contradict each other.
    ///
    /// Sources: `w` is https://wiki.openstreetmap.org/wiki/Default_speed_limits, revision 2413111 of
    /// October 2022, each cell compared with it; `t` are tables of 2023 for travellers, two that agree; else
    /// it is the country's law by its article.
    static let text = """
        # urban rural dual motor-road motorway living-street
        AD 50 - - 120 120 20 # w; outside of towns 60 or 90 by kind of road
        AL 40 80 - - 110 - # w; divided with two lanes 90
        AT 50 100 100 100 130 walk # w, StVO § 20
        BA 50 80 80 100 130 walk # w
        BE 50 - - - 120 20 # w of Flanders and Wallonia, Code de la route 11.1
        BE-BRU 30 70 - - 120 20 # w; divided with two lanes 120
        BE-VLG 50 70 - - 120 20 # w; divided with two lanes 120
        BE-WAL 50 90 - - 120 20 # w; divided with two lanes 120
        BG 50 90 90 120 140 20 # w
        BY 60 90 90 - 110 20 # w
        CH 50 80 80 100 120 20 # w, VRV 4a
        CY 50 80 80? - 100 - # t; w has an older 30 mph alone
        CZ 50 90 90 110? 130 20 # w; there single motor roads 90
        DE 50 100 none - none walk # w, StVO § 3; divided: § 3 (3) 2 c
        DK 50 80 80 80 130 - # w
        EE 50 90 90 - - 20 # w
        ES - 90 90 - 120 20 # w; towns 20, 30 or 50 by lanes
        FI 50 80 80? - - 20 # t, tieliikennelaki § 98; w has 100 outside of towns
        FO 50? 80? 80? - - - # no text found
        FR 50 80 110 - 130 20 # w, Code de la route R413-2; two lanes 90
        GB - 60 70 - 70 - # w; in towns by the part of the country
        GB-ENG 30 60 70 - 70 - # w
        GB-NIR 30 60 70 - 70 - # w
        GB-SCT 30 60 70 - 70 - # w
        GB-WLS 20 60 70 - 70 - # w, in towns Restricted Roads (20 mph) (Wales) Order 2022
        GR 50 90 90 110 130 - # w
        HR 50 90 90 110 130 - # w
        HU 50 90 90 110 130 20 # w
        IE 50 - - - 120 - # w; outside of towns by kind of road
        IS 50 - - - - 10 # w; outside of towns by surface
        IT 50 90 - 110 130 - # w; motor road: strada extraurbana principale
        LI 50 80 80 - - 20? # w
        LT 50 - - - - 20 # w; outside of towns by surface, the rest by season
        LU 50 90 90 - 130 20 # w
        LV 50 - - - - 20 # w; outside of towns by surface
        MC 50 - - - - - # w, Code de la route 10
        MD 50 90 90 110 - 20 # w
        ME 50? 80? 80? 100? 130? - # no text found
        MK 50 90 90 110 130 - # w
        MT 50 80 80 - - - # w
        NL 50 80 80 100 - 15 # w; motorways by hour
        NO 50 80 80 - - walk # w, vegtrafikkloven § 6; motorways are signed
        PL 50 90 - - 140 20 # w; divided by lanes, motor roads 100 or 120
        PT 50 90 90 100 120 20 # w, Código da Estrada 27
        RO 50 90 - - 130 20 # w; 100 on main roads
        RS 50 80 80 100 130? 10 # w; there motorways 120, as before 2018
        RU 60 90 90 - 110 20 # w
        SE 50 70 70 - 110 walk # w
        SI 50 90 90 110 130 10 # w
        SK 50 90 90 - 130 20 # w
        SM 50? 70? 70? - - - # no text found
        TR 50 90 110 - - - # w; motorways 120 or more by year
        UA 50 90 110 - 130 20 # w
        """
}
