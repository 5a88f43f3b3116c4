"use strict";
// One map with one source: camera, tree, car, marks, and what a click finds.
(function (eh) {
    const pitches = { north: 0, heading: 0, driver: 62 };

    eh.MapPanel = class extends eh.Events {
        #scene; #settings; #tree; #car; #events; #isOwnMove = false; #isDestroyed = false; #lastTree = 0; #eventCount = -1; #next = { index: -2, car: null };
        constructor(element, scene, sourceId, settings, quality) {
            super();
            this.#scene = scene;
            this.#settings = settings;
            this.sourceId = sourceId;
            this.element = element;
            this.canvas = eh.el("div", { class: "map-canvas" });
            this.caption = eh.el("div", { class: "map-caption" });
            this.card = eh.el("div", { class: "map-card", hidden: "" });
            element.append(this.canvas, this.caption, this.card);
            const camera = settings.camera ?? this.#firstCamera();
            this.map = new maplibregl.Map({
                container: this.canvas, style: eh.mapStyle(settings.theme, scene.head.map?.bounds),
                center: [camera[0], camera[1]], zoom: camera[2], bearing: camera[3], pitch: camera[4], maxPitch: 70, minZoom: 7, maxZoom: 20,
                attributionControl: false, fadeDuration: 0, maxTileCacheSize: 2, maxTileCacheZoomLevels: 1, renderWorldCopies: false, dragRotate: true, pixelRatio: quality.ratio,
                canvasContextAttributes: { antialias: false, preserveDrawingBuffer: false, powerPreference: "high-performance" },
            });
            this.map.on("error", ({ error }) => console.error(`map: ${error?.message ?? "unknown error"}`));
            quality.add(this.map);
            this.objects = new eh.MapObjects(this.map);
            this.#tree = new eh.TreeView(this.objects, sourceId);
            this.#car = new eh.CarView(this.objects, sourceId);
            this.#events = this.objects.addContainer({ id: `s${sourceId}-events`, order: 50 });
            this.found = this.objects.addContainer({ id: `s${sourceId}-found`, order: 95 });
            this.own = this.objects.addContainer({ id: `s${sourceId}-own`, order: 70 });
            this.labels = new eh.RoadLabels(this.objects, sourceId);
            // The colours of heights are those of the roads that the page has: they are known when tiles have come.
            this.map.on("idle", () => { if (settings.roads === "height" && eh.heights.take(this.map)) this.emit("heights"); });
            this.map.on("load", () => { this.paint(); this.emit("load"); });
            this.map.on("move", (event) => { if (!this.#isOwnMove) { quality.frame(performance.now()); this.emit("move", event); } });
            this.map.on("dragstart", (event) => { if (event.originalEvent) settings.change({ follow: false }); });
            this.map.on("rotatestart", (event) => { if (event.originalEvent) settings.change({ follow: false }); });
            this.objects.on("click", (object, event) => this.#clicked(object, event));
            this.map.on("mousemove", eh.throttle(60, (event) => {
                if (this.#isDestroyed) return;
                this.map.getCanvas().style.cursor = this.objects.pickAt(event.point)[0] ? "pointer" : "";
            }));
            this.state = eh.emptyState;
            this.showCaption();
            const notice = this.#scene.head.map?.notice;
            if (notice) this.element.append(eh.el("div", { class: "map-notice", text: notice }));
        }
        get tree() { return this.#tree; }
        get carView() { return this.#car; }

        #firstCamera() {
            const bounds = this.#scene.head.map?.bounds;
            return bounds ? [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2, 15.6, 0, 0] : [0, 0, 15.6, 0, 0];
        }

        showCaption() {
            const source = this.#scene.source(this.sourceId);
            const geometry = { "turn-angles": "shape from turn angles, not exact", transmitted: "transmitted shape", map: "shape of the map" }[source.geometry] ?? source.geometry;
            this.caption.replaceChildren(eh.el("b", { text: source.name }), eh.el("span", { class: "tag", text: source.kind }),
                                         eh.el("span", { class: source.geometry === "turn-angles" ? "tag warn" : "tag", text: geometry }));
        }

        /// Colours of the ground and of the roads.
        paint() {
            if (!this.map.getLayer("road")) return;
            const { theme, roads, palette } = this.#settings;
            eh.paintMap(this.map, theme, roads, eh.roadLayer(roads, this.#scene.head.map), eh.palettes[palette]);
            this.labels.update();
        }

        /// Draws the source at a time.
        show(time, isPlaying, isForced = false) {
            const track = this.#scene.tracks.get(this.sourceId);
            if (!track) return;
            const index = track.indexAt(time), state = track.stateAtIndex(index);
            this.state = state;
            const car = this.#carAt(track, index, state, time, isPlaying);
            this.#car.show(state, car);
            const now = performance.now();
            // Behind the car the line gets shorter with each step. That may wait while the map moves.
            const wait = !isPlaying || isForced ? 0 : (this.#tree.isStale(state) ? 200 : 600) * eh.pace;
            if (now - this.#lastTree >= wait) {
                this.#lastTree = now;
                const { palette, theme, attribute, selected } = this.#settings;
                this.#tree.draw(state, this.#scene, { palette, theme, attribute: attribute || null, selected, showChanges: !isPlaying });
            }
            this.#drawEvents();
            if (this.#settings.follow && car?.at) this.#follow(car);
        }

        #carAt(track, index, state, time, isPlaying) {
            if (!state.car || !isPlaying || index + 1 >= track.count || index < 0) return state.car;
            if (this.#next.index !== index + track.dropped) {
                const next = track.step(index + 1);
                this.#next = { index: index + track.dropped, car: next.car ?? null };
            }
            const length = track.times[index + 1] - track.times[index];
            return length > 5 ? state.car : eh.carBetween(state.car, this.#next.car, (time - track.times[index]) / length);
        }

        #follow(car) {
            const { view } = this.#settings;
            const heading = view === "north" ? 0 : car.heading ?? this.map.getBearing();
            const high = this.canvas.clientHeight;
            this.move({ center: car.at, bearing: heading, pitch: pitches[view],
                        padding: { top: view === "north" ? 0 : high * 0.42, bottom: 0, left: 0, right: 0 } });
        }
        /// Moves the camera without telling the other map.
        move(camera) {
            this.#isOwnMove = true;
            this.map.jumpTo(camera);
            this.#isOwnMove = false;
        }
        get camera() {
            // The middle of the picture: while the map follows the car, MapLibre's own centre is the car.
            const { lng, lat } = this.map.unproject([this.canvas.clientWidth / 2, this.canvas.clientHeight / 2]);
            return [lng, lat, this.map.getZoom(), this.map.getBearing(), this.map.getPitch()];
        }

        #drawEvents() {
            const events = this.#scene.events;
            if (events.length === this.#eventCount) return;
            this.#eventCount = events.length;
            const placed = events.filter((event) => event.s === this.sourceId && event.at && event.kind !== "main-path").slice(-1000);
            this.#events.replace(placed.map((event, i) => eh.circle({ id: `s${this.sourceId}-event-${i}`, at: event.at, pixels: 6, opacity: 1,
                                                                      color: eh.eventColours[event.kind] ?? "#888888", outline: "#ffffff", data: { event } })));
        }

        #clicked(object, event) {
            const place = [event.lngLat.lng, event.lngLat.lat];
            const roads = this.objects.roadsAt(event.point);
            this.emit("click", { object, place, roads, panel: this });
        }

        /// Lights up a place for a moment, and keeps a ring there.
        light(at, text) {
            if (!at) { this.found.clear(); return; }
            const marks = [eh.overlay({ id: `s${this.sourceId}-found-place`, at, element: eh.el("div", { class: "found" }) })];
            if (text) marks.push(eh.label({ id: `s${this.sourceId}-found-text`, at, text, size: 12, color: "#111111", background: "#f0e442", anchor: "bottom-left" }));
            this.found.replace(marks);
        }

        /// The offset of a path that is nearest to a place.
        offsetNear(path, place) {
            let best = null, least = Infinity;
            const shape = path.shape;
            for (let i = 0; i + 5 < shape.length; i += 3) {
                const a = [shape[i + 1], shape[i + 2]], b = [shape[i + 4], shape[i + 5]];
                const k = Math.cos(place[1] * Math.PI / 180);
                const [x, y] = [(b[0] - a[0]) * k, b[1] - a[1]];
                const share = eh.clamp((((place[0] - a[0]) * k) * x + (place[1] - a[1]) * y) / (x * x + y * y || 1), 0, 1);
                const at = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
                const far = eh.distance(at, place);
                if (far < least) { least = far; best = shape[i] + (shape[i + 3] - shape[i]) * share; }
            }
            return best;
        }
        destroy() { this.#isDestroyed = true; this.map.remove(); this.element.replaceChildren(); }
    };

    // Okabe and Ito's colours: they differ in brightness too.
    eh.eventColours = { "main-path": "#56b4e9", rule: "#d55e00", bus: "#cc79a7", warning: "#e69f00", receiver: "#f0e442", map: "#009e73" };
})(globalThis.ehorizon ??= {});
