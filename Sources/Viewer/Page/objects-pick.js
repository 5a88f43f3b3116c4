"use strict";
// Which objects lie at a point or in a rectangle of the screen, and objects that are dragged.
(function (eh) {
    /// The objects of all groups that the place touches, the topmost first.
    eh.pick = function (objects, place, all) {
        const map = objects.map, found = [];
        // The rectangle on the ground throws most objects out before they are projected.
        const box = place.box ?? { left: place.point.x, right: place.point.x, top: place.point.y, bottom: place.point.y };
        const reach = place.tolerance ?? 0;
        const near = bounds(map, { left: box.left - reach - 40, right: box.right + reach + 40,
                                   top: box.top - reach - 40, bottom: box.bottom + reach + 40 });
        for (const group of [...objects.groups].reverse()) {
            const drawn = group.drawn(all);
            for (let i = drawn.length - 1; i >= 0; i--) if (touches(map, objects, drawn[i].object, place, near)) found.push(drawn[i].object);
        }
        return found;
    };

    function bounds(map, box) {
        const corners = [[box.left, box.top], [box.right, box.top], [box.left, box.bottom], [box.right, box.bottom]].map((at) => map.unproject(at));
        return { west: Math.min(...corners.map((c) => c.lng)), east: Math.max(...corners.map((c) => c.lng)),
                 south: Math.min(...corners.map((c) => c.lat)), north: Math.max(...corners.map((c) => c.lat)) };
    }

    function placesOf(object) {
        if (object.kind === "polyline") return [object.points];
        if (object.kind === "polygon") return object.rings.map(eh.closed);
        if (object.kind === "circle" && !object.pixels) return [eh.circleRing(object.at, object.radius)];
        return [[object.at]];
    }

    function isNear(lines, near) {
        let west = Infinity, east = -Infinity, south = Infinity, north = -Infinity;
        for (const line of lines) for (const [x, y] of line) {
            west = Math.min(west, x); east = Math.max(east, x);
            south = Math.min(south, y); north = Math.max(north, y);
        }
        return west <= near.east && east >= near.west && south <= near.north && north >= near.south;
    }

    /// The rectangle of a marker, a label or an overlay around its place on the screen.
    function boxAround(objects, object, at) {
        let size = { width: 24, height: 24 };
        if (object.kind === "marker") size = objects.imageSize(object.image);
        else if (object.kind === "label") size = { width: String(object.text).length * (object.size ?? 12) * 0.62 + 8, height: (object.size ?? 12) * 1.4 };
        else if (object.kind === "overlay") size = { width: object.element.offsetWidth || 1, height: object.element.offsetHeight || 1 };
        const anchor = object.anchor;
        const left = at.x - (anchor.includes("left") ? 0 : anchor.includes("right") ? size.width : size.width / 2);
        const top = at.y - (anchor.includes("top") ? 0 : anchor.includes("bottom") ? size.height : size.height / 2);
        return { left, top, right: left + size.width, bottom: top + size.height };
    }

    function touches(map, objects, object, place, near) {
        const places = placesOf(object);
        if (!isNear(places, near)) return false;
        const lines = places.map((line) => line.map((at) => map.project(at)));
        const { point, box, tolerance } = place;
        if (object.kind === "polyline") {
            if (box) return eh.lineTouches(lines[0], box);
            return eh.toLine(point, lines[0]) <= Math.max(tolerance, object.width / 2);
        }
        if (object.kind === "polygon" || object.kind === "circle" && !object.pixels) {
            if (box) return lines.some((line) => eh.lineTouches(line, box))
                || eh.insideRings({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, lines);
            return eh.insideRings(point, lines);
        }
        const at = lines[0][0];
        if (object.kind === "circle") {
            const reach = object.pixels + (box ? 0 : tolerance);
            const to = box ? { x: eh.clamp(at.x, box.left, box.right), y: eh.clamp(at.y, box.top, box.bottom) } : point;
            return Math.hypot(to.x - at.x, to.y - at.y) <= reach;
        }
        const area = boxAround(objects, object, at);
        if (box) return area.left <= box.right && area.right >= box.left && area.top <= box.bottom && area.bottom >= box.top;
        return point.x >= area.left - tolerance && point.x <= area.right + tolerance && point.y >= area.top - tolerance && point.y <= area.bottom + tolerance;
    }

    /// Moves draggable objects with the mouse or a finger. The objects' owner emits "drag" and "dragend".
    eh.ObjectDrag = class {
        #objects; #held = null;
        constructor(map, objects) {
            this.#objects = objects;
            const begin = (event) => {
                if (event.points && event.points.length > 1) return;
                const hit = this.#objects.pickAt(event.point, { tolerance: 10 }).find((object) => object.draggable);
                if (!hit) return;
                // MapLibre does not pan the map then.
                event.preventDefault();
                this.#held = hit;
            };
            const move = (event) => {
                if (!this.#held) return;
                this.#held.set({ at: [event.lngLat.lng, event.lngLat.lat] });
                this.#objects.emit("drag", this.#held);
            };
            const end = () => {
                if (!this.#held) return;
                const held = this.#held;
                this.#held = null;
                this.#objects.emit("dragend", held);
            };
            for (const name of ["mousedown", "touchstart"]) map.on(name, begin);
            for (const name of ["mousemove", "touchmove"]) map.on(name, move);
            for (const name of ["mouseup", "touchend", "touchcancel"]) map.on(name, end);
        }
        get isDragging() { return this.#held !== null; }
    };
})(globalThis.ehorizon ??= {});
