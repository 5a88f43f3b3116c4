"use strict";
// Why: candidates with their terms, exits with the steps of their probability, values with their sources.
// Members that this file does not know are shown by name and value.
(function (eh) {
    const percent = (value) => typeof value === "number" ? `${eh.number(value * 100, 1)} %` : "unknown";
    const bar = (share, className) => eh.el("i", { class: `bar ${className ?? ""}`, style: { width: `${eh.clamp(share, 0, 1) * 100}%` } });

    eh.WhyPanel = class extends eh.Events {
        #element; #scene; #key = "";
        constructor(element, scene) {
            super();
            this.#element = element;
            this.#scene = scene;
            this.update = eh.throttle(300, (sourceId, time) => this.#update(sourceId, time));
        }

        #update(sourceId, time) {
            const engine = this.#scene.head.sources.find((source) => this.#scene.whys.has(source.id))?.id ?? sourceId;
            const why = this.#scene.whyAt(engine, time);
            const paths = this.#scene.tracks.get(engine)?.stateAt(time).paths;
            const indexes = new Map((why?.exits ?? []).map(({ path }) => [path, paths?.get(path)?.index ?? null]));
            const key = JSON.stringify([engine, why?.t ?? null, ...indexes.values()]);
            if (key === this.#key && this.#element.childElementCount > 0) return;
            this.#key = key;
            if (!why) { this.#element.replaceChildren(eh.el("div", { class: "empty", text: this.#scene.whys.size > 0 ? "No reasons are recorded before this time." : "Reasons exist for recorded drives. Record the drive of a running daemon to see them." })); return; }
            this.show(why, indexes);
        }

        /// `indexes`: the index on the wire of each path that has one now.
        show(why, indexes = new Map()) {
            const parts = [eh.el("p", { class: "hint", text: `Reasons at ${eh.clock(why.t, this.#scene.head.start)}` })];
            const { place, exits, values, last_edit } = why;
            if (place?.candidates) parts.push(eh.el("h3", { text: "Candidates for the place" }), ...place.candidates.map((each) => this.#candidate(each)));
            parts.push(...rest(place ?? {}, ["candidates"]));
            if (exits) parts.push(eh.el("h3", { text: "Exits" }), ...exits.map((each) => this.#exit(each, indexes.get(each.path) ?? null)));
            if (values) parts.push(eh.el("h3", { text: "Values and their sources" }), this.#values(values));
            if (values && last_edit !== undefined) parts.push(eh.el("p", { class: "hint", data: { edited: last_edit ?? "" }, text: edited(last_edit, this.#scene.head.start) }));
            parts.push(...rest(why, ["r", "s", "t", "place", "exits", "values", "last_edit"]));
            this.#element.replaceChildren(...parts);
        }

        #candidate(candidate) {
            const terms = candidate.terms ?? [];
            const most = Math.max(...terms.map((term) => Math.abs(term.value ?? 0)), 1e-9);
            return eh.el("article", { class: "reason" },
                eh.el("header", {}, eh.el("b", { text: title(candidate) }), eh.el("span", { text: percent(candidate.probability) }), bar(candidate.probability ?? 0, "total")),
                ...terms.map((term) => eh.el("div", { class: "term" }, eh.el("span", { text: term.name }), eh.el("span", { class: "track" }, bar(Math.abs(term.value ?? 0) / most, (term.value ?? 0) < 0 ? "minus" : "plus")),
                    eh.el("b", { text: eh.number(term.value, 3) }), eh.el("small", { text: term.text ?? "" }))),
                ...rest(candidate, ["terms", "probability", "way", "name", "path"]));
        }

        #exit(exit, index) {
            const steps = exit.steps ?? [];
            return eh.el("article", { class: "reason exit", on: { click: () => { if (exit.path !== undefined && exit.path !== null) this.emit("path", exit.path); } } },
                eh.el("header", {}, eh.el("b", { text: title(exit, index) }), eh.el("span", { text: percent(exit.probability) }), bar(exit.probability ?? 0, "total")),
                ...steps.map((step) => eh.el("div", { class: "term" }, eh.el("span", { text: step.name }), eh.el("span", { class: "track" }, bar(step.probability ?? step.value ?? 0, "plus")),
                    eh.el("b", { text: step.probability !== undefined ? percent(step.probability) : eh.number(step.value, 3) }), eh.el("small", { text: step.text ?? "" }))),
                ...rest(exit, ["steps", "probability", "way", "name", "path"]));
        }

        #values(values) {
            const table = eh.el("table", { class: "values" }, eh.el("tr", {}, ...["Attribute", "Value", "Source"].map((text) => eh.el("th", { text }))));
            for (const value of values) {
                const more = Object.entries(value).filter(([name]) => !["name", "value", "source"].includes(name) && value[name] !== null);
                table.append(eh.el("tr", {}, eh.el("td", { text: value.name }), eh.el("td", { class: value.value === null ? "unknown" : "", text: value.value === null ? "unknown" : plain(value.value) }),
                    eh.el("td", { text: [value.source ?? "unknown", ...more.map(([name, each]) => `${name} ${plain(each)}`)].join(" · ") })));
            }
            return table;
        }
    };

    const year = 365.25 * 86400;
    /// The day of the last edit of the way, and how long before the drive it was.
    function edited(day, start) {
        if (day === null) return "Last edit of the way: unknown";
        const years = typeof start === "number" ? (start - Date.parse(day) / 1000) / year : NaN;
        return `Last edit of the way: ${day}${years >= 0 ? `, ${eh.number(years, 1)} years before the drive` : ""}`;
    }
    /// The name of a path that is not transmitted is one of the provider.
    const pathName = (path, index) => path === undefined || path === null ? null : index !== null ? `path index ${index}` : `path ${path}, not transmitted`;
    const title = (each, index = null) => [pathName(each.path, index), each.name ?? null, each.way !== undefined && each.way !== null ? `way ${each.way}` : null].filter(Boolean).join(" · ") || "–";
    const plain = (value) => typeof value === "number" ? eh.number(value, 3) : value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
    const units = { in: " m", distance: " m", angle: "°", heading: "°" };
    const withUnit = (name, value) => typeof value === "number" ? plain(value) + (units[name] ?? "") : plain(value);
    function rest(object, known) {
        const names = Object.keys(object).filter((name) => !known.includes(name) && object[name] !== null);
        return names.length === 0 ? [] : [eh.el("dl", { class: "rest" }, ...names.flatMap((name) => [eh.el("dt", { text: name }), eh.el("dd", { text: withUnit(name, object[name]) })]))];
    }
})(globalThis.ehorizon ??= {});
