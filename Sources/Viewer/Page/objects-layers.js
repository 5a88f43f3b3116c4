"use strict";
// One group of map objects as a source and layers of MapLibre. Each pair of container and draw order has layers of its
// own, so draw order holds between kinds of objects too.
(function (eh) {
    // Features are in draw order already. A sort key would cost a draw call for each circle.
    const layout = {
        fill: { type: "fill", paint: { "fill-color": ["get", "c"], "fill-opacity": ["get", "o"] }, layout: {} },
        line: { type: "line", layout: { "line-cap": "round", "line-join": "round" },
                paint: { "line-color": ["get", "c"], "line-width": ["get", "w"], "line-opacity": ["get", "o"] } },
        dash: { type: "line", layout: { "line-cap": "butt", "line-join": "round" },
                paint: { "line-color": ["get", "c"], "line-width": ["get", "w"], "line-opacity": ["get", "o"],
                         "line-dasharray": [1.6, 1.2] } },
        // Stripes across the line: an unknown value.
        hatch: { type: "line", layout: { "line-cap": "butt", "line-join": "round" },
                 paint: { "line-color": ["get", "c"], "line-width": ["get", "w"], "line-opacity": ["get", "o"], "line-dasharray": [0.14, 0.22] } },
        dot: { type: "circle", layout: {},
               paint: { "circle-color": ["get", "c"], "circle-radius": ["get", "w"], "circle-opacity": ["get", "o"],
                        "circle-stroke-color": ["get", "l"], "circle-stroke-width": ["get", "lw"] } },
        icon: { type: "symbol", paint: {},
                layout: { "icon-image": ["get", "i"], "icon-anchor": ["get", "a"], "icon-rotate": ["get", "t"], "icon-allow-overlap": true,
                          "icon-ignore-placement": true, "symbol-sort-key": ["get", "n"], "icon-rotation-alignment": "map" } },
        text: { type: "symbol", paint: {},
                layout: { "icon-image": ["get", "i"], "icon-anchor": ["get", "a"], "icon-rotate": ["get", "t"], "icon-allow-overlap": true,
                          "icon-ignore-placement": true, "symbol-sort-key": ["get", "n"] } },
        label: { type: "symbol", paint: {},
                 layout: { "icon-image": ["get", "i"], "icon-anchor": ["get", "a"], "icon-padding": 6, "symbol-sort-key": ["get", "n"] } },
    };
    const kinds = Object.keys(layout);

    eh.ObjectGroup = class {
        #map; #owner; #source; #layers = []; #overlays = new Map(); #texts = new Set(); #isWaiting = false; #isDestroyed = false;
        constructor(map, container, owner) {
            this.#map = map;
            this.#owner = owner;
            this.container = container;
            this.#source = `objects-${container.id}`;
        }
        get layer() { return this; }
        get layers() { return this.#layers; }
        register(node) { this.#owner.register(node); }
        unregister(node) { this.#owner.unregister(node); }

        /// Draws the group once after all changes of this turn of the event loop.
        changed() {
            if (this.#isWaiting) return;
            this.#isWaiting = true;
            queueMicrotask(() => {
                this.#isWaiting = false;
                if (this.#isDestroyed) return;
                if (this.#map.isStyleLoaded() || this.#map.getSource(this.#source) || this.#map.style?._loaded) this.#draw();
                else this.#map.once("load", () => this.changed());
            });
        }

        /// Objects in draw order, the lowest first: [{object, rank}].
        drawn(all = false) {
            const list = [];
            const visit = (container, key) => {
                if (!all && !container.visible) return;
                const nodes = [...container.children].sort((a, b) => a.order - b.order
                    || (a.kind === "container") - (b.kind === "container") || a.sequence - b.sequence);
                for (const node of nodes) {
                    if (node.kind === "container") visit(node, `${key}/${node.id}`);
                    else if (all || node.visible) list.push({ object: node, rank: `${key}:${node.order}` });
                }
            };
            visit(this.container, this.container.id);
            return list;
        }

        #draw() {
            const features = [], ranks = new Map(), overlays = new Map(), texts = new Set();
            this.drawn().forEach(({ object, rank }, n) => {
                if (object.kind === "overlay") { overlays.set(object.id, object); return; }
                for (const [kind, properties, geometry] of eh.drawing(object)) {
                    if (properties.text !== undefined) {
                        properties.i = this.#text(properties.text, object);
                        texts.add(properties.i);
                        delete properties.text;
                    }
                    if (!ranks.has(rank)) ranks.set(rank, new Set());
                    ranks.get(rank).add(kind);
                    features.push({ type: "Feature", geometry, properties: { ...properties, n, k: kind, r: rank } });
                }
            });
            const data = { type: "FeatureCollection", features };
            const source = this.#map.getSource(this.#source);
            if (source) source.setData(data);
            else this.#map.addSource(this.#source, { type: "geojson", data, tolerance: 0.2, buffer: 32 });
            this.#placeLayers(ranks);
            this.#placeOverlays(overlays);
            for (const name of this.#texts) if (!texts.has(name) && this.#map.hasImage(name)) this.#map.removeImage(name);
            this.#texts = texts;
        }

        #text(text, object) {
            // The image's name has the group: another group may drop the same text.
            const name = [this.#source, text, object.size, object.color, object.halo, object.background].join("|");
            if (!this.#map.hasImage(name)) {
                const { size, color, halo, background } = object;
                this.#map.addImage(name, eh.drawText(text, { size, color, halo, background }), { pixelRatio: 2 });
            }
            return name;
        }

        #placeLayers(ranks) {
            const wanted = [];
            for (const [rank, present] of ranks) for (const kind of kinds) if (present.has(kind)) wanted.push([rank, kind]);
            const ids = wanted.map(([rank, kind]) => `${this.#source}|${rank}|${kind}`);
            if (ids.join() === this.#layers.join() && ids.every((id) => this.#map.getLayer(id))) return;
            // A layer without objects costs nothing and comes back often: it stays until its group goes.
            for (const [index, [rank, kind]] of wanted.entries()) {
                if (this.#map.getLayer(ids[index])) continue;
                const { type, paint, layout: options } = layout[kind];
                this.#map.addLayer({ id: ids[index], type, source: this.#source, paint, layout: options,
                                     filter: ["all", ["==", ["get", "k"], kind], ["==", ["get", "r"], rank]] });
            }
            for (const id of this.#layers) if (!ids.includes(id) && this.#map.getLayer(id)) this.#map.removeLayer(id);
            this.#layers = ids;
            for (const group of this.#owner.groups) for (const id of group.layers) if (this.#map.getLayer(id)) this.#map.moveLayer(id);
        }

        #placeOverlays(wanted) {
            for (const [id, { marker }] of this.#overlays) {
                if (wanted.has(id)) continue;
                marker.remove();
                this.#overlays.delete(id);
            }
            for (const [id, object] of wanted) {
                let held = this.#overlays.get(id);
                if (!held || held.element !== object.element) {
                    held?.marker.remove();
                    const marker = new maplibregl.Marker({ element: object.element, anchor: object.anchor, offset: object.offset,
                                                           rotationAlignment: object.flat ? "map" : "viewport",
                                                           pitchAlignment: object.flat ? "map" : "viewport", subpixelPositioning: true });
                    held = { marker, element: object.element, isPlaced: false };
                    this.#overlays.set(id, held);
                }
                held.marker.setLngLat(object.at).setRotation(object.rotation);
                if (!held.isPlaced) { held.marker.addTo(this.#map); held.isPlaced = true; }
                object.move = (at, rotation) => {
                    object.at = at;
                    object.rotation = rotation;
                    held.marker.setLngLat(at).setRotation(rotation);
                };
            }
        }

        destroy() {
            this.#isDestroyed = true;
            for (const id of this.#layers) if (this.#map.getLayer(id)) this.#map.removeLayer(id);
            if (this.#map.getSource(this.#source)) this.#map.removeSource(this.#source);
            for (const { marker } of this.#overlays.values()) marker.remove();
            for (const name of this.#texts) if (this.#map.hasImage(name)) this.#map.removeImage(name);
        }
    };

    const line = (points) => ({ type: "LineString", coordinates: points });
    const point = (at) => ({ type: "Point", coordinates: at });

    /// An object as drawings: [kind of layer, properties, geometry].
    eh.drawing = function (object) {
        const { kind, color: c, opacity: o, width: w } = object;
        if (kind === "polyline") {
            const layer = object.dashed ? "dash" : "line";
            if (!object.colors) return [[layer, { c, w, o }, line(object.points)]];
            // One drawing for each run of segments with the same colour. Unknown is dashed.
            const runs = [];
            object.colors.forEach((colour, i) => {
                const last = runs[runs.length - 1];
                if (last && last.colour === colour) last.points.push(object.points[i + 1]);
                else runs.push({ colour, points: [object.points[i], object.points[i + 1]] });
            });
            return runs.map(({ colour, points }) => [colour === eh.unknownColour ? "hatch" : layer, { c: colour, w, o }, line(points)]);
        }
        if (kind === "circle" && object.pixels > 0)
            return [["dot", { c, o, w: object.pixels, l: object.outline ?? c, lw: object.outline ? object.outlineWidth : 0 }, point(object.at)]];
        if (kind === "circle" || kind === "polygon") {
            const rings = kind === "circle" ? [eh.circleRing(object.at, object.radius)] : object.rings.map(eh.closed);
            const drawings = [["fill", { c, o }, { type: "Polygon", coordinates: rings }]];
            if (object.outline) for (const ring of rings) drawings.push(["line", { c: object.outline, w: object.outlineWidth, o: 1 }, line(ring)]);
            return drawings;
        }
        if (kind === "marker") return [["icon", { i: object.image, a: object.anchor, t: object.rotation }, point(object.at)]];
        return [[object.yields ? "label" : "text", { text: String(object.text), a: object.anchor, t: object.rotation }, point(object.at)]];
    };
})(globalThis.ehorizon ??= {});
