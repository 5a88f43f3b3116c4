"use strict";
// What a person chose. The URL's fragment holds it, so a link opens the same view again.
(function (eh) {
    const defaults = {
        t: null, camera: null, view: "heading", follow: true, attribute: "speedLimit", roads: "", palette: "Okabe-Ito", theme: null,
        tab: "messages", types: "", path: null, near: null, selected: null, charts: "speedLimit,curvature,slope,altitude",
        showCharts: true, showSide: true, left: null, right: null, speed: 1, // t: null is where the tree begins; right: null chooses, -1 is none
    };
    eh.tabs = [["messages", "Messages"], ["paths", "Paths"], ["why", "Why"], ["events", "Events"]];
    const isFlag = (name) => typeof defaults[name] === "boolean";
    /// The least and the greatest number of a setting.
    const ranges = { t: [0, 1e9], path: [0, 1e6], near: [0, 1e6], selected: [0, 1e15], left: [0, 1e6], right: [-1, 1e6], speed: [0.1, 100] };
    const cameraRanges = [[-180, 180], [-85, 85], [0, 24], [-360, 360], [0, 70]]; // longitude, latitude, zoom, bearing, pitch
    const isWithin = (value, [least, most]) => value >= least && value <= most;
    /// The values of a setting that has a list of them.
    const lists = { theme: () => ["dark", "light"], view: () => ["north", "heading", "driver"], tab: () => eh.tabs.map(([name]) => name),
                    palette: () => Object.keys(eh.palettes), roads: () => ["", ...Object.keys(eh.roadLayers)] };
    /// Names of attributes: none that an empty object has too.
    const isName = (text) => /^\w*$/.test(text) && !(text in {});

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
                if (!Object.hasOwn(defaults, name)) continue;
                if (isFlag(name)) this[name] = text !== "0";
                else if (Object.hasOwn(ranges, name)) { if (text !== "" && isWithin(Number(text), ranges[name])) this[name] = Number(text); }
                else if (name === "camera") { const parts = text.split(",").map(Number); if (parts.length === 5 && parts.every((part, i) => isWithin(part, cameraRanges[i]))) this.camera = parts; }
                else if (Object.hasOwn(lists, name)) { if (lists[name]().includes(text)) this[name] = text; }
                else if (name === "types" || text.split(",").every(isName)) this[name] = text;
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
