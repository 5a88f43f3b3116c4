"use strict";
// The style of the road network, dark and light. It uses no font and no image of a server.
(function (eh) {
    const themes = {
        dark: { ground: "#14181e", casing: "#0b0e12", minor: "#39424f", majorLine: "#566274", text: "#d5dbe3", halo: "#14181e" },
        light: { ground: "#f2f0ea", casing: "#d3cdc0", minor: "#ffffff", majorLine: "#fff6dc", text: "#39404a", halo: "#ffffff" },
    };
    eh.mapTheme = (name) => themes[name] ?? themes.dark;

    // Layers by which roads can be coloured. A tile has these properties.
    eh.roadLayers = {
        limit: { name: "speedLimit", title: "Speed limit", unit: "km/h" },
        slope: { name: "averageSlope", title: "Average slope", unit: "%" },
        height: { name: "altitude", title: "Average height", unit: "m" },
        class: { name: "functionalRoadClass", title: "Functional road class", unit: "" },
        lanes: { name: "lanes", title: "Lanes", unit: "" },
    };

    /// The layer of a map: limits have the unit of the map, heights the range and the datum of the roads that the page has.
    eh.roadLayer = function (name, map) {
        if (!Object.hasOwn(eh.roadLayers, name)) return null;
        const layer = eh.roadLayers[name];
        if (name === "limit") return { ...layer, unit: map?.limit_unit ?? layer.unit };
        if (name === "height") return { ...layer, unit: eh.heights.data.size === 0 ? "m" : `m above ${[...eh.heights.data].sort().join(" or ")}`, found: eh.heights.range };
        return layer;
    };

    /// The heights of the roads that the page has, and what they are above.
    eh.heights = { range: null, data: new Set() };
    const heightAbove = { sea: "sea level", ellipsoid: "the ellipsoid" };
    /// Takes the heights of the tiles of a map; true if the range or the data have grown.
    eh.heights.take = function (map) {
        let [low, high] = eh.heights.range ?? [Infinity, -Infinity];
        const before = `${low}|${high}|${eh.heights.data.size}`;
        for (const { properties } of map.querySourceFeatures("roads", { sourceLayer: "roads" })) {
            if (typeof properties.height !== "number") continue;
            low = Math.min(low, properties.height);
            high = Math.max(high, properties.height);
            eh.heights.data.add(heightAbove[properties.height_above] ?? heightAbove.sea);
        }
        if (low <= high) eh.heights.range = [low, high];
        return `${low}|${high}|${eh.heights.data.size}` !== before;
    };

    const roadClass = ["to-number", ["coalesce", ["get", "class"], 5], 5];
    const isTunnel = ["==", ["get", "tunnel"], true];
    /// A width at zoom levels 8, 12, 15 and 19, wider for higher classes; `more` pixels are added.
    const width = (more) => ["interpolate", ["exponential", 1.5], ["zoom"],
        8, ["+", more * 0.4, ["interpolate", ["linear"], roadClass, 0, 1.6, 7, 0.4]],
        12, ["+", more * 0.7, ["interpolate", ["linear"], roadClass, 0, 3, 7, 0.7]],
        15, ["+", more, ["interpolate", ["linear"], roadClass, 0, 7, 7, 2]],
        19, ["+", more * 1.5, ["interpolate", ["linear"], roadClass, 0, 34, 7, 12]]];

    function roadColour(theme) {
        return ["interpolate", ["linear"], roadClass, 2, theme.majorLine, 5, theme.minor];
    }

    eh.mapStyle = function (themeName, bounds) {
        const theme = eh.mapTheme(themeName);
        const line = { "line-cap": "round", "line-join": "round", "line-sort-key": ["-", 0, roadClass] };
        const roads = { source: "roads", "source-layer": "roads", type: "line" };
        const source = { type: "vector", tiles: ["ehorizon://{z}/{x}/{y}"], minzoom: 8, maxzoom: 14 };
        if (bounds) source.bounds = bounds;
        return {
            version: 8,
            sources: { roads: source },
            layers: [
                { id: "ground", type: "background", paint: { "background-color": theme.ground } },
                { ...roads, id: "road-tunnel", filter: isTunnel, layout: { ...line, "line-cap": "butt" },
                  paint: { "line-color": roadColour(theme), "line-width": width(0), "line-dasharray": [1.5, 1], "line-opacity": 0.7 } },
                { ...roads, id: "road-casing", minzoom: 12, filter: ["!", isTunnel], layout: line,
                  paint: { "line-color": theme.casing, "line-width": width(2) } },
                { ...roads, id: "road", filter: ["!", isTunnel], layout: line,
                  paint: { "line-color": roadColour(theme), "line-width": width(0) } },
            ],
        };
    };

    /// Changes colours only: map objects and tiles stay.
    eh.paintMap = function (map, themeName, property, layer, palette) {
        const theme = eh.mapTheme(themeName);
        const colour = layer ? eh.colourExpression(property, layer, palette, layer.found ?? null) : roadColour(theme);
        map.setPaintProperty("ground", "background-color", theme.ground);
        map.setPaintProperty("road-casing", "line-color", theme.casing);
        map.setPaintProperty("road", "line-color", colour);
        map.setPaintProperty("road-tunnel", "line-color", colour);
    };
})(globalThis.ehorizon ??= {});
