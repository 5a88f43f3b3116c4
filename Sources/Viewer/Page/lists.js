"use strict";
// The lists of paths and of events at the side of the map, and the legends.
(function (eh) {
    eh.PathList = class extends eh.Events {
        #element; #key = "";
        constructor(element) {
            super();
            this.#element = element;
            this.update = eh.throttle(250, (state, settings) => this.#update(state, settings));
        }
        #update(state, settings) {
            const key = `${state.tree}|${state.t}|${settings.selected}|${settings.palette}`;
            if (key === this.#key) return;
            this.#key = key;
            const palette = eh.palettes[settings.palette];
            const changed = new Set(state.changed.paths);
            const percent = (value) => value === null || value === undefined ? "unknown" : `${eh.number(value * 100, 1)} %`;
            const rows = [...state.paths.values()].sort((a, b) => (a.level ?? 0) - (b.level ?? 0) || (a.at ?? 0) - (b.at ?? 0)).map((path) => {
                const shape = path.shape, length = shape.length ? shape[shape.length - 3] - shape[0] : 0;
                const isMain = state.main.includes(path.id);
                return eh.el("tr", { class: `${path.id === settings.selected ? "selected" : ""} ${changed.has(path.id) ? "changed" : ""}`, data: { path: path.id }, tabindex: "0",
                                     on: { click: () => this.emit("path", path.id), keydown: (event) => { if (event.key === "Enter") this.emit("path", path.id); } } },
                    eh.el("td", {}, eh.el("i", { class: `swatch ${path.drivable === false ? "dashed" : ""}`, style: { background: eh.levelColour(palette, path.level ?? 0) } })),
                    eh.el("td", { text: path.index ?? "–" }), eh.el("td", { text: `${path.level ?? "?"}${isMain ? " ★" : ""}` }), eh.el("td", { text: percent(path.probability) }), eh.el("td", { text: percent(path.total) }),
                    eh.el("td", { text: path.at === null || path.at === undefined ? "" : `${eh.number(path.at, 0)} m` }), eh.el("td", { text: path.angle === null || path.angle === undefined ? "" : `${eh.number(path.angle, 0)}°` }),
                    eh.el("td", { text: `${eh.number(length, 0)} m` }), eh.el("td", { text: [path.end ?? "", path.u_turn ? "U-turn" : "", path.drivable === false ? "not drivable" : ""].filter(Boolean).join(", ") }));
            });
            const heads = ["", "Index", "Level", "Branch", "Total", "At", "Angle", "Length", "End"];
            this.#element.replaceChildren(eh.el("table", { class: "paths" }, eh.el("thead", {}, eh.el("tr", {}, ...heads.map((text) => eh.el("th", { text })))), eh.el("tbody", {}, ...rows)));
            if (rows.length === 0) this.#element.append(eh.el("div", { class: "empty", text: "The source has no path at this time." }));
        }
    };

    eh.EventList = class extends eh.Events {
        #element; #scene; #count = -1; #start = null;
        constructor(element, scene) {
            super();
            this.#element = element;
            this.#scene = scene;
            this.update = eh.throttle(250, (time) => this.#update(time));
        }
        #update(time) {
            const events = this.#scene.events;
            if (events.length !== this.#count || this.#start !== this.#scene.start) {
                this.#count = events.length;
                this.#start = this.#scene.start;
                // The last 2,000: a log with a broken sender has more than a person reads.
                const shown = events.slice(-2000);
                this.#element.replaceChildren(...shown.map((event) => eh.el("button", { class: "event", data: { t: event.t, kind: event.kind }, on: { click: () => this.emit("event", event) } },
                    eh.el("i", { class: "swatch", style: { background: eh.eventColours[event.kind] ?? "#888" } }), eh.el("time", { text: eh.clock(event.t, this.#scene.head.start).slice(0, 10) }),
                    eh.el("b", { text: `${event.kind}${event.name ? `: ${event.name}` : ""}` }), eh.el("span", { text: event.text ?? "" }))));
                if (shown.length === 0) this.#element.append(eh.el("div", { class: "empty", text: "No event is recorded." }));
            }
            let current = null;
            for (const row of this.#element.children) {
                if (row.dataset.t === undefined) continue;
                const isPast = Number(row.dataset.t) <= time;
                row.classList.toggle("later", !isPast);
                row.classList.remove("now");
                if (isPast) current = row;
            }
            current?.classList.add("now");
        }
    };

    /// The legend of the tree, of the ribbon and of the roads.
    eh.drawLegend = function (element, scene, settings, state) {
        const palette = eh.palettes[settings.palette];
        const parts = [];
        const group = (title, entries) => parts.push(eh.el("div", { class: "legend-group" }, eh.el("h4", { text: title }), ...entries.map(([colour, text, kind]) =>
            eh.el("span", { class: "legend-entry" }, eh.el("i", { class: `swatch ${kind ?? ""}`, style: kind === "unknown" ? {} : kind === "ring" ? { borderColor: colour } : { background: colour } }), eh.el("span", { text })))));
        group("Path level", [[palette.levels[0], "main"], ...[1, 2, 3].map((level) => [eh.levelColour(palette, level), level === 3 ? "3 +" : String(level)]), [palette.levels[0], "not drivable", "dashed"], [palette.levels[0], "end of the reach", "ring"]]);
        const values = (name) => { const found = []; for (const path of state.paths.values()) for (let i = 1; i < (path.values[name]?.length ?? 0); i += 2) found.push(path.values[name][i]); return found; };
        if (settings.attribute) {
            const attribute = scene.attribute(settings.attribute);
            group(`${attribute.title}${attribute.unit ? `, ${attribute.unit}` : ""}`, [...eh.colouring(attribute, palette, values(attribute.name)).legend, [eh.unknownColour, "unknown", "unknown"]]);
        }
        const layer = eh.roadLayer(settings.roads, scene.head.map);
        if (layer) group(`Roads: ${layer.title}${layer.unit ? `, ${layer.unit}` : ""}`, [...eh.colouring(layer, palette, layer.found ?? null).legend, [eh.unknownColour, "unknown", "unknown"]]);
        const key = parts.map((part) => part.textContent).join("|") + settings.palette + settings.theme;
        if (element.dataset.key === key) return;
        element.dataset.key = key;
        element.replaceChildren(...parts);
    };
})(globalThis.ehorizon ??= {});
