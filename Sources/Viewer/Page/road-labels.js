"use strict";
// Names of roads, drawn as label objects: the page has no fonts of a glyph server.
(function (eh) {
    const most = 22;

    eh.RoadLabels = class {
        #map; #container; #shown = ""; #isRemoved = false;
        constructor(objects, sourceId) {
            this.#map = objects.map;
            this.#container = objects.addContainer({ id: `s${sourceId}-road-names`, order: 60 });
            this.update = eh.throttle(1500, () => this.#update());
            this.#map.on("remove", () => { this.#isRemoved = true; });
            this.#map.on("idle", () => this.update());
            this.#map.on("move", () => this.update());
        }

        #update() {
            if (this.#isRemoved) return;
            if (this.#map.getZoom() < 13.2 || !this.#map.getLayer("road")) { this.#show([]); return; }
            const canvas = this.#map.getCanvas();
            const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
            const longest = new Map();
            for (const feature of this.#map.queryRenderedFeatures({ layers: ["road"] })) {
                const { name, number } = feature.properties;
                const text = name ?? number;
                if (!text) continue;
                const lines = feature.geometry.type === "LineString" ? [feature.geometry.coordinates] : feature.geometry.coordinates;
                for (const line of lines) {
                    const middle = line[line.length >> 1];
                    const at = this.#map.project(middle);
                    if (at.x < 40 || at.y < 20 || at.x > wide - 40 || at.y > high - 20) continue;
                    const a = this.#map.project(line[0]), b = this.#map.project(line[line.length - 1]);
                    const length = Math.hypot(a.x - b.x, a.y - b.y) - Number(feature.properties.class ?? 5) * 10;
                    const known = longest.get(text);
                    if (!known || known.length < length) longest.set(text, { length, at: middle });
                }
            }
            const chosen = [...longest].sort((a, b) => b[1].length - a[1].length).slice(0, most);
            this.#show(chosen);
        }

        #show(chosen) {
            const theme = eh.mapTheme(document.documentElement.dataset.theme);
            const key = theme.text + chosen.map(([text, { at }]) => text + at).join();
            if (key === this.#shown) return;
            this.#shown = key;
            this.#container.replace(chosen.map(([text, { at }], i) => eh.label({ id: `${this.#container.id}-${i}`, text: String(text), at, size: 11,
                                                                                  color: theme.text, halo: theme.halo, yields: true, order: 0 })));
        }
    };
})(globalThis.ehorizon ??= {});
