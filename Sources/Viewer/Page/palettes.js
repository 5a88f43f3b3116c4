"use strict";
// Named palettes. Each one is readable for people with a colour-vision deficiency but "HERE guide", which is there
// because pictures of the guide use it.
(function (eh) {
    // Okabe and Ito 2008, "Color Universal Design".
    const okabeIto = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
    // Sampled from matplotlib's tables of the same names (CC0), at even shares.
    const cividis = ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838"];
    const viridis = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];
    // ColorBrewer PuOr, from orange over grey to purple: safe for the colour-blind.
    const purpleOrange = ["#b35806", "#e08214", "#fdb863", "#d8d2cc", "#b2abd2", "#8073ac", "#542788"];

    eh.palettes = {
        "Okabe-Ito": { levels: okabeIto, scale: viridis, two: purpleOrange, classes: okabeIto },
        "Cividis": { levels: ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"], scale: cividis, two: purpleOrange, classes: okabeIto },
        "HERE guide": { levels: ["#e02020", "#2050e0", "#18a038", "#8a8a8a"], scale: viridis, two: purpleOrange, classes: okabeIto },
    };
    /// The colour of an unknown value: no palette has this grey, and lines of it are dashed.
    eh.unknownColour = "#9aa0a6";

    const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    /// The colour at `share` (0…1) of a list of colours.
    eh.mix = function (colours, share) {
        const place = eh.clamp(share, 0, 1) * (colours.length - 1);
        const index = Math.min(colours.length - 2, Math.floor(place));
        const [a, b] = [parts(colours[index]), parts(colours[index + 1])];
        const mixed = a.map((value, i) => Math.round(value + (b[i] - value) * (place - index)));
        return "#" + mixed.map((value) => value.toString(16).padStart(2, "0")).join("");
    };

    eh.levelColour = (palette, level) => palette.levels[Math.min(level, palette.levels.length - 1)];

    // The range of each attribute's legend. `bend` spreads small values: a curve of 100 m radius is 0.01 1/m.
    const ranges = {
        speedLimit: { low: 20, high: 130, steps: [30, 50, 70, 90, 110, 130] },
        // In miles per hour.
        speedLimitMiles: { low: 10, high: 70, steps: [10, 20, 30, 40, 50, 60, 70] },
        // Of amounts: the roads of a tile have no driving direction.
        averageSlope: { low: 0, high: 12, steps: [0, 3, 6, 9, 12] },
        averageSpeed: { low: 0, high: 36, steps: [5, 10, 15, 20, 25, 30] },
        curvature: { low: -0.02, high: 0.02, steps: [-0.02, -0.005, 0, 0.005, 0.02], two: true, bend: 0.5 },
        slope: { low: -12, high: 12, steps: [-12, -6, 0, 6, 12], two: true },
        headingChange: { low: -180, high: 180, steps: [-180, -90, 0, 90, 180], two: true },
        lanes: { low: 1, high: 5, steps: [1, 2, 3, 4, 5] },
        functionalRoadClass: { low: 0, high: 6, steps: [0, 1, 2, 3, 4, 5, 6] },
        altitude: { low: 0, high: 2500, steps: [0, 500, 1000, 1500, 2000, 2500] },
    };

    /// The colours of speed limits that are no number. A variable limit is known, but not its number.
    const limitWords = (palette, colours) => new Map([["walking pace", colours[0]], ["unlimited", colours[colours.length - 1]], ["variable", palette.levels[3]]]);

    /// How an attribute's values become colours: {colour(value), legend: [[colour, text]]}. Values that are not
    /// numbers get a colour each, in the order of `names` or of their first use. `found` has the values to colour;
    /// null stands for any value.
    eh.colouring = function (attribute, palette, found = null) {
        const isLimit = attribute.name === "speedLimit";
        const range = isLimit && attribute.unit === "mph" ? ranges.speedLimitMiles : Object.hasOwn(ranges, attribute.name) ? ranges[attribute.name] : undefined;
        const isNumeric = range !== undefined || (found ?? []).some((value) => typeof value === "number");
        if (attribute.names || !isNumeric) {
            const names = attribute.names ? Object.entries(attribute.names) : [...new Set((found ?? []).filter((value) => value !== null).map(String))].map((x) => [x, x]);
            const colours = new Map();
            names.forEach(([raw, name], index) => {
                const colour = palette.classes[index % palette.classes.length];
                colours.set(String(raw), colour).set(String(name), colour);
            });
            return {
                colour: (value) => value === null ? eh.unknownColour : colours.get(String(value)) ?? eh.unknownColour,
                legend: names.map(([raw, name]) => [colours.get(String(raw)), String(name)]),
            };
        }
        let chosen = range;
        const numbers = (found ?? []).filter((value) => typeof value === "number");
        if (numbers.length && attribute.name === "altitude" || !chosen) {
            const low = Math.floor(Math.min(...numbers) / 10) * 10, high = Math.max(low + 10, Math.ceil(Math.max(...numbers) / 10) * 10);
            chosen = { low, high, steps: [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(low + (high - low) * share)) };
        }
        const colours = chosen.two ? palette.two : palette.scale;
        const share = (value) => {
            const linear = (value - chosen.low) / (chosen.high - chosen.low);
            if (!chosen.bend) return linear;
            const centred = eh.clamp(linear, 0, 1) * 2 - 1;
            return (Math.sign(centred) * Math.abs(centred) ** chosen.bend + 1) / 2;
        };
        const words = isLimit ? limitWords(palette, colours) : new Map();
        const colour = (value) => value === null || value === undefined ? eh.unknownColour
            : typeof value === "number" ? eh.mix(colours, share(value)) : words.get(value) ?? eh.unknownColour;
        const shown = [...words].filter(([word]) => found === null || found.includes(word));
        return { colour, range: chosen, share, colours, words,
                 legend: [...chosen.steps.map((value) => [colour(value), `${eh.number(value, 3)}`]), ...shown.map(([word, each]) => [each, word])] };
    };

    /// The same as an expression of MapLibre, for a property of the road tiles.
    eh.colourExpression = function (property, attribute, palette, found = null) {
        const colouring = eh.colouring(attribute, palette, found);
        const stops = [];
        for (let i = 0; i <= 8; i++) {
            const value = colouring.range.low + (colouring.range.high - colouring.range.low) * i / 8;
            stops.push(value, colouring.colour(value));
        }
        return ["case", ["==", ["typeof", ["get", property]], "number"],
                ["interpolate", ["linear"], ["to-number", ["get", property], 0], ...stops],
                ...[...colouring.words].flatMap(([word, colour]) => [["==", ["get", property], word], colour]), eh.unknownColour];
    };
})(globalThis.ehorizon ??= {});
