"use strict";
// What a person chose. The URL's fragment holds it, so a link opens the same view again.
(function (eh) {
    const defaults = {
        t: 0, camera: null, view: "heading", follow: true, attribute: "speedLimit", roads: "", palette: "Okabe-Ito", theme: null,
        tab: "messages", types: "", path: null, near: null, selected: null, charts: "speedLimit,curvature,slope,altitude",
        showCharts: true, showSide: true, left: null, right: null, speed: 1, // right: null chooses, -1 is none
    };
    const isFlag = (name) => typeof defaults[name] === "boolean";
    const isNumber = (name) => ["t", "path", "near", "selected", "left", "right", "speed"].includes(name);

    eh.Settings = class extends eh.Events {
        constructor() {
            super();
            Object.assign(this, defaults);
            this.read(location.hash);
            this.theme ??= matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
            this.write = eh.throttle(500, () => this.#write());
            window.addEventListener("hashchange", () => {
                if (location.hash === this.#written) return;
                this.read(location.hash);
                this.emit("change", Object.keys(defaults));
                this.emit("opened");
            });
        }
        #written = location.hash;

        change(values) {
            const names = Object.keys(values).filter((name) => this[name] !== values[name]);
            if (names.length === 0) return;
            Object.assign(this, values);
            this.emit("change", names);
            this.write();
        }

        /// Values that do not fit are left out: a link may come from anywhere.
        read(hash) {
            for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
                if (!(name in defaults)) continue;
                if (isFlag(name)) this[name] = text !== "0";
                else if (isNumber(name)) { const value = Number(text); if (text !== "" && Number.isFinite(value)) this[name] = value; }
                else if (name === "camera") { const parts = text.split(",").map(Number); if (parts.length === 5 && parts.every(Number.isFinite)) this.camera = parts; }
                else if (name === "theme") { if (text === "dark" || text === "light") this.theme = text; }
                else if (name === "palette") { if (Object.hasOwn(eh.palettes, text)) this.palette = text; }
                else if (name === "view") { if (["north", "heading", "driver"].includes(text)) this.view = text; }
                else this[name] = text;
            }
        }

        #write() {
            const query = new URLSearchParams();
            for (const name of Object.keys(defaults)) {
                const value = this[name];
                if (value === null || value === defaults[name] && name !== "theme") continue;
                query.set(name, isFlag(name) ? (value ? "1" : "0") : Array.isArray(value) ? value.map((x) => Number(x.toFixed(6))).join() : name === "t" ? value.toFixed(3) : String(value));
            }
            this.#written = "#" + query.toString();
            try { history.replaceState(null, "", this.#written); } catch { location.hash = this.#written; }
        }
    };
})(globalThis.ehorizon ??= {});
