"use strict";
// One map, or two side by side with one camera.
(function (eh) {
    eh.Maps = class extends eh.Events {
        #element; #scene; #settings; #quality; #key = ""; #time = 0; #isPlaying = false;
        constructor(element, scene, settings, quality) {
            super();
            this.#element = element;
            this.#scene = scene;
            this.#settings = settings;
            this.#quality = quality;
            this.panels = [];
            this.legend = document.getElementById("legend");
        }

        /// Makes the panels that the settings want. The first source is on the left; no second source, no second map.
        arrange() {
            const ids = this.#scene.head.sources.map((source) => source.id);
            const left = ids.includes(this.#settings.left) ? this.#settings.left : ids[0];
            // -1 stands for no second map.
            const right = ids.includes(this.#settings.right) && this.#settings.right !== left ? this.#settings.right : null;
            const key = `${left}|${right}`;
            if (key === this.#key) return;
            this.#key = key;
            if (this.panels.length) this.#settings.camera = this.panels[0].camera;
            for (const panel of this.panels) { this.#quality.remove(panel.map); panel.destroy(); }
            this.#element.replaceChildren();
            this.panels = [left, right].filter((id) => id !== null).map((id) => {
                const box = eh.el("div", { class: "map", data: { source: id } });
                this.#element.append(box);
                const panel = new eh.MapPanel(box, this.#scene, id, this.#settings, this.#quality);
                panel.on("move", () => {
                    for (const other of this.panels) if (other !== panel) other.move(cameraOf(panel.map));
                    this.emit("camera", panel.camera);
                });
                panel.map.on("resize", () => panel.show(this.#time, false, true));
                panel.on("heights", () => { this.paint(); this.drawLegend(); });
                panel.on("click", (hit) => this.emit("click", hit));
                panel.on("load", () => { panel.show(this.#time, false, true); this.emit("load", panel); });
                return panel;
            });
            // A map that was made before its neighbour does not see that it became narrower.
            for (const panel of this.panels) panel.map.resize();
            this.emit("arranged");
        }

        get first() { return this.panels[0]; }
        panelOf(sourceId) { return this.panels.find((panel) => panel.sourceId === sourceId) ?? null; }

        show(time, isPlaying, isForced) {
            this.#time = time;
            this.#isPlaying = isPlaying;
            for (const panel of this.panels) panel.show(time, isPlaying, isForced);
            // Both follow the car of their source; the second takes the camera of the first, so that they compare.
            if (this.panels.length === 2 && this.#settings.follow && this.panels[0].state.car?.at) this.panels[1].move(cameraOf(this.panels[0].map));
            if (isPlaying) this.#quality.frame(performance.now());
        }
        paint() { for (const panel of this.panels) panel.paint(); }
        drawLegend = eh.throttle(500, () => { if (this.first) eh.drawLegend(this.legend, this.#scene, this.#settings, this.first.state); });
        light(at, text) { for (const panel of this.panels) panel.light(at, text); }

        /// Makes the whole tree of the first source visible.
        overview() {
            const bounds = new maplibregl.LngLatBounds();
            for (const path of this.first.state.paths.values()) for (let i = 0; i < path.shape.length; i += 3) bounds.extend([path.shape[i + 1], path.shape[i + 2]]);
            if (bounds.isEmpty()) return;
            this.#settings.change({ follow: false });
            this.first.map.fitBounds(bounds, { padding: 40, duration: 0, bearing: 0, pitch: 0 });
        }
    };

    const cameraOf = (map) => ({ center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch(), padding: map.getPadding() });
})(globalThis.ehorizon ??= {});
