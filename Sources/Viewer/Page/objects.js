"use strict";
// Map objects: polylines, circles, polygons, markers, labels and overlays in containers that nest.
// docs/guide/map-objects.md describes the functions.
(function (eh) {
    let lastNumber = 0;

    /// What objects and containers share: id, visibility, draw order, the data of the caller.
    class Node {
        constructor(kind, options) {
            lastNumber += 1;
            this.kind = kind;
            this.sequence = lastNumber;
            this.id = options.id ?? `${kind}-${lastNumber}`;
            this.visible = options.visible ?? true;
            this.order = options.order ?? 0;
            this.data = options.data ?? null;
            this.parent = null;
        }
        get layer() { return this.parent?.layer ?? null; }
        /// True if the object and all containers around it are visible.
        get isShown() { return this.visible && (this.parent?.isShown ?? true); }
        /// Changes properties; an object that becomes invalid is refused and stays as it was.
        set(options) {
            if ("id" in options && options.id !== this.id) throw new Error(`"${this.id}": an id does not change`);
            this.check?.({ ...this, ...options });
            Object.assign(this, options);
            this.layer?.changed();
            return this;
        }
        remove() { this.parent?.delete(this); }
    }

    const place = (name, at) => {
        if (!Array.isArray(at) || !Number.isFinite(at[0]) || !Number.isFinite(at[1]) || Math.abs(at[1]) > 90)
            throw new Error(`"${name}": ${JSON.stringify(at)} is not a place [longitude, latitude]`);
    };

    class MapObject extends Node {
        constructor(kind, options) {
            super(kind, options);
            Object.assign(this, options, { id: this.id, visible: this.visible, order: this.order, data: this.data });
            this.check(this);
        }
        check(wanted) {
            if (wanted.kind === "polyline") {
                if (!(wanted.points?.length >= 2)) throw new Error(`polyline "${wanted.id}": it needs 2 points`);
                wanted.points.forEach((at) => place(wanted.id, at));
            } else if (wanted.kind === "polygon") {
                for (const ring of wanted.rings) ring.forEach((at) => place(wanted.id, at));
                eh.checkPolygon(wanted.id, wanted.rings);
            } else place(wanted.id, wanted.at);
            if (wanted.kind === "circle" && !(wanted.radius > 0 || wanted.pixels > 0))
                throw new Error(`circle "${wanted.id}": it needs a radius above 0`);
        }
    }

    /// A line: points, color, width (pixels), dashed, opacity; `colors` has one colour for each of its segments.
    eh.polyline = (options) => new MapObject("polyline", { color: "#0072b2", width: 4, opacity: 1, dashed: false, ...options });
    /// A circle: at, radius (metres on the ground) or pixels (on the screen), color, opacity, outline.
    eh.circle = (options) => new MapObject("circle", { color: "#0072b2", opacity: 0.3, outline: null, outlineWidth: 2, ...options });
    /// A polygon: rings (the outline, then holes), color, opacity, outline. A ring that crosses itself is refused.
    eh.polygon = (options) => new MapObject("polygon", { color: "#0072b2", opacity: 0.3, outline: null, outlineWidth: 2, ...options });
    /// An image at a place: at, image (a name for addImage), anchor, rotation, draggable.
    eh.marker = (options) => new MapObject("marker", { anchor: "center", rotation: 0, draggable: false, ...options });
    /// A text at a place: at, text, size, color, halo, background, anchor, rotation; `yields` hides it where another label is.
    eh.label = (options) => new MapObject("label", { anchor: "center", rotation: 0, yields: false, ...options });
    /// An element of the page anchored to a place: at, element, anchor, rotation, flat (lies on the ground).
    eh.overlay = (options) => new MapObject("overlay", { anchor: "center", rotation: 0, flat: false, ...options });

    /// Objects and containers that are shown, hidden and ordered together.
    class Container extends Node {
        constructor(options) {
            super("container", options);
            this.children = [];
        }
        /// Adds objects or containers; an id that the map already has is refused.
        add(...nodes) {
            for (const node of nodes) {
                if (node.parent) throw new Error(`"${node.id}": it already is in a container`);
                for (let up = this; up; up = up.parent) if (up === node) throw new Error(`"${node.id}": a container cannot contain itself`);
                this.layer?.register(node);
                node.parent = this;
                this.children.push(node);
            }
            if (nodes.length) this.layer?.changed();
            return nodes[0];
        }
        delete(node) {
            const at = this.children.indexOf(node);
            if (at < 0) return;
            this.layer?.unregister(node);
            this.children.splice(at, 1);
            node.parent = null;
            this.layer?.changed();
        }
        clear() {
            for (const node of this.children) { this.layer?.unregister(node); node.parent = null; }
            if (this.children.length === 0) return;
            this.children = [];
            this.layer?.changed();
        }
        /// Puts these objects in the place of all children.
        replace(nodes) {
            for (const node of this.children) { this.layer?.unregister(node); node.parent = null; }
            this.children = [];
            if (nodes.length) this.add(...nodes); else this.layer?.changed();
        }
        /// Objects, those of nested containers too.
        *objects() {
            for (const node of this.children) if (node.kind === "container") yield* node.objects(); else yield node;
        }
    }
    eh.container = (options = {}) => new Container(options);

    /// The root of a map's containers. Each container directly below it has a source of its own in MapLibre, so a
    /// change redraws this container only.
    eh.MapObjects = class extends eh.Events {
        #map; #groups = new Map(); #byId = new Map(); #images = new Map();
        constructor(map) {
            super();
            this.#map = map;
            this.drag = new eh.ObjectDrag(map, this);
            map.on("click", (event) => {
                const hit = this.pickAt(event.point)[0] ?? null;
                this.emit("click", hit, event);
            });
        }
        get map() { return this.#map; }

        /// A container directly below the root.
        addContainer(options = {}) {
            const container = options.kind === "container" ? options : eh.container(options);
            const group = new eh.ObjectGroup(this.#map, container, this);
            group.register(container);
            container.parent = { layer: group, isShown: true, delete: (node) => this.removeContainer(node) };
            this.#groups.set(container.id, group);
            group.changed();
            return container;
        }
        removeContainer(container) {
            const group = this.#groups.get(container.id);
            if (!group) return;
            group.unregister(container);
            this.#groups.delete(container.id);
            container.parent = null;
            group.destroy();
        }
        get containers() { return this.groups.map((group) => group.container); }
        /// The groups in draw order, the lowest first.
        get groups() {
            return [...this.#groups.values()].sort((a, b) => a.container.order - b.container.order || a.container.sequence - b.container.sequence);
        }
        get(id) { return this.#byId.get(id) ?? null; }

        register(node) {
            const added = node.kind === "container" ? [node, ...allNodes(node)] : [node];
            const ids = new Set();
            for (const each of added) {
                if (this.#byId.has(each.id) || ids.has(each.id)) throw new Error(`the id "${each.id}" is already on the map`);
                ids.add(each.id);
            }
            for (const each of added) this.#byId.set(each.id, each);
        }
        unregister(node) {
            this.#byId.delete(node.id);
            if (node.kind === "container") for (const each of allNodes(node)) this.#byId.delete(each.id);
        }

        /// Makes an image known by name, from the bytes or the text of an SVG, PNG, JPEG or BMP file.
        async addImage(name, bytes, height) {
            const image = await eh.decodeImage(name, bytes, height);
            this.#images.set(name, image);
            if (this.#map.hasImage(name)) this.#map.removeImage(name);
            this.#map.addImage(name, image, { pixelRatio: 2 });
        }
        imageSize(name) {
            const image = this.#images.get(name);
            return image ? { width: image.width / 2, height: image.height / 2 } : { width: 24, height: 24 };
        }

        /// Objects at a point of the screen {x, y}, the topmost first. `all` includes hidden ones.
        pickAt(point, options = {}) { return eh.pick(this, { point, tolerance: options.tolerance ?? 6 }, options.all ?? false); }
        /// Objects in a rectangle of the screen {left, top, right, bottom}, the topmost first.
        pickIn(box, options = {}) { return eh.pick(this, { box }, options.all ?? false); }
        /// The map's own roads at a point, read-only: [{way, name, …}].
        roadsAt(point, tolerance = 6) {
            const box = [[point.x - tolerance, point.y - tolerance], [point.x + tolerance, point.y + tolerance]];
            const layers = ["road", "road-tunnel", "road-class"].filter((id) => this.#map.getLayer(id));
            const found = new Map();
            for (const feature of this.#map.queryRenderedFeatures(box, { layers })) {
                const key = feature.properties.link ?? `${feature.properties.way}`;
                if (!found.has(key)) found.set(key, Object.freeze({ ...feature.properties }));
            }
            return [...found.values()];
        }
    };

    function* allNodes(container) {
        for (const node of container.children) {
            yield node;
            if (node.kind === "container") yield* allNodes(node);
        }
    }
})(globalThis.ehorizon ??= {});
