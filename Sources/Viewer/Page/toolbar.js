"use strict";
// The bar at the top: sources, layers, view, palette, theme, panels.
(function (eh) {
    eh.Toolbar = class extends eh.Events {
        #element; #scene; #settings;
        constructor(element, scene, settings) {
            super();
            this.#element = element;
            this.#scene = scene;
            this.#settings = settings;
        }

        build() {
            const head = this.#scene.head, settings = this.#settings;
            const sources = head.sources.map((source) => [source.id, source.name]);
            const attributes = (head.attributes ?? []).map((attribute) => [attribute.name, attribute.title ?? attribute.name]);
            const roads = Object.entries(eh.roadLayers).map(([name, layer]) => [name, layer.title]);
            const parts = [this.#select("left", "Source", sources, settings.left ?? sources[0]?.[0], true)];
            if (sources.length > 1) parts.push(this.#select("right", "Beside it", [[-1, "none"], ...sources], settings.right ?? -1, true));
            parts.push(this.#select("attribute", "Ribbon", [["", "none"], ...attributes], settings.attribute),
                       this.#select("roads", "Roads", [["", "plain"], ...roads], settings.roads),
                       this.#choice("view", [["north", "North", "North is up"], ["heading", "Heading", "The heading is up"], ["driver", "Driver", "Tilted view of the driver"]]),
                       this.#flag("follow", "Follow", "The map follows the car (F)"),
                       this.#button("Overview", "The whole path tree (O)", () => this.emit("overview"), "overview"),
                       this.#select("palette", "Palette", Object.keys(eh.palettes).map((name) => [name, name]), settings.palette),
                       this.#button(settings.theme === "dark" ? "☀" : "☾", "Dark or light (D)", () => settings.change({ theme: settings.theme === "dark" ? "light" : "dark" }), "theme"),
                       this.#flag("showCharts", "Profiles", "Show the profiles (P)"),
                       this.#flag("showSide", "Lists", "Show the lists (L)"),
                       this.#button("?", "Keys", () => this.emit("help"), "help-button"));
            this.#element.replaceChildren(...parts);
        }

        #select(name, title, entries, value, isNumber) {
            const select = eh.el("select", { id: `set-${name}`, "aria-label": title }, ...entries.map(([key, text]) => eh.el("option", { value: key, text })));
            select.value = String(value ?? "");
            select.addEventListener("change", () => this.#settings.change({ [name]: isNumber ? (select.value === "" ? null : Number(select.value)) : select.value }));
            return eh.el("label", { class: "field" }, eh.el("small", { text: title }), select);
        }
        #choice(name, entries) {
            return eh.el("div", { class: "segments", role: "group" }, ...entries.map(([value, text, title]) => eh.el("button", {
                class: "segment", text, title, "aria-pressed": String(this.#settings[name] === value), data: { [name]: value },
                on: { click: () => this.#settings.change({ [name]: value, follow: true }) } })));
        }
        #flag(name, text, title) {
            return eh.el("button", { class: "button toggle", text, title, id: `set-${name}`, "aria-pressed": String(this.#settings[name]),
                                     on: { click: () => this.#settings.change({ [name]: !this.#settings[name] }) } });
        }
        #button(text, title, action, id) { return eh.el("button", { class: "button", text, title, id, on: { click: action } }); }
    };

    const keys = [["Space", "Play or pause"], ["← →", "Previous or next fix"], ["Shift + ← →", "Previous or next frame"], [", .", "10 s back or ahead"],
                  ["− +", "Slower or faster"], ["N H V", "North up, heading up, view of the driver"], ["F", "Follow the car"], ["O", "Overview of the path tree"],
                  ["P L", "Profiles, lists"], ["D", "Dark or light"], ["1 2 3 4", "Messages, paths, why, events"], ["G", "Go to a time or a place"], ["Esc", "Clear the selection"]];
    eh.drawHelp = function (dialog) {
        dialog.replaceChildren(eh.el("h2", { text: "Keys" }), eh.el("dl", {}, ...keys.flatMap(([key, text]) => [eh.el("dt", {}, eh.el("kbd", { text: key })), eh.el("dd", { text })])),
                               eh.el("p", { text: "Click a path or a road on the map: its values are shown. Click a frame: its place lights up. Drag the pin “Tree here” to see the tree of another place." }),
                               eh.el("button", { class: "button", text: "Close", on: { click: () => dialog.close() } }));
    };
})(globalThis.ehorizon ??= {});
