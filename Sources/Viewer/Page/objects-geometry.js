"use strict";
// Geometry of map objects: rings that cross themselves, circles as rings, distances on the screen.
(function (eh) {
    const side = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    const within = (a, b, c) => Math.min(a[0], b[0]) <= c[0] && c[0] <= Math.max(a[0], b[0])
        && Math.min(a[1], b[1]) <= c[1] && c[1] <= Math.max(a[1], b[1]);
    function cross(a, b, c, d) {
        const [s, t, u, v] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
        if (s !== t && u !== v) return true;
        return s === 0 && within(a, b, c) || t === 0 && within(a, b, d) || u === 0 && within(c, d, a) || v === 0 && within(c, d, b);
    }
    const same = (a, b) => a[0] === b[0] && a[1] === b[1];

    /// A ring without its repeated last point.
    const opened = (ring) => ring.length > 1 && same(ring[0], ring[ring.length - 1]) ? ring.slice(0, -1) : ring;
    eh.closed = (ring) => [...opened(ring), opened(ring)[0]];

    /// Throws an error that names the polygon, the ring and the edges, if a ring is not simple.
    eh.checkPolygon = function (name, rings) {
        const edges = [];
        rings.forEach((raw, number) => {
            const ring = opened(raw);
            const title = number === 0 ? "the outline" : `hole ${number}`;
            if (ring.length < 3) throw new Error(`polygon "${name}": ${title} has ${ring.length} points; a ring needs 3`);
            ring.forEach((from, i) => edges.push({ number, title, i, count: ring.length, from, to: ring[(i + 1) % ring.length] }));
        });
        // Edges in the order of their western ends: only edges that overlap in longitude are compared.
        const west = (edge) => Math.min(edge.from[0], edge.to[0]), east = (edge) => Math.max(edge.from[0], edge.to[0]);
        edges.sort((a, b) => west(a) - west(b));
        for (let i = 0; i < edges.length; i++) {
            const a = edges[i];
            for (let j = i + 1; j < edges.length && west(edges[j]) <= east(a); j++) {
                const b = edges[j];
                const apart = Math.abs(a.i - b.i);
                if (a.number === b.number && (apart === 1 || apart === a.count - 1)) continue;
                if (!cross(a.from, a.to, b.from, b.to)) continue;
                const [first, second] = [a, b].sort((x, y) => x.number - y.number || x.i - y.i);
                const what = a.number === b.number ? "crosses itself" : `crosses ${second.title}`;
                throw new Error(`polygon "${name}": ${first.title} ${what} at edge ${first.i + 1} and edge ${second.i + 1}`);
            }
        }
    };

    /// A circle on the ground as a ring of 64 points.
    eh.circleRing = function (at, radius) {
        const ring = [];
        for (let i = 0; i < 64; i++) ring.push(eh.destination(at, -i * 360 / 64, radius));
        return eh.closed(ring);
    };

    function toSegment(p, a, b) {
        const [x, y] = [b.x - a.x, b.y - a.y];
        const length = x * x + y * y;
        const share = length === 0 ? 0 : eh.clamp(((p.x - a.x) * x + (p.y - a.y) * y) / length, 0, 1);
        return Math.hypot(p.x - a.x - share * x, p.y - a.y - share * y);
    }
    /// Pixels from a point to a line of points on the screen.
    eh.toLine = function (point, line) {
        let least = line.length === 1 ? Math.hypot(point.x - line[0].x, point.y - line[0].y) : Infinity;
        for (let i = 1; i < line.length; i++) least = Math.min(least, toSegment(point, line[i - 1], line[i]));
        return least;
    };
    /// Whether a point lies inside rings on the screen, by the even-odd rule: a hole is outside.
    eh.insideRings = function (point, rings) {
        let isInside = false;
        for (const ring of rings) {
            for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
                const [a, b] = [ring[i], ring[j]];
                if (a.y > point.y !== b.y > point.y && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x) isInside = !isInside;
            }
        }
        return isInside;
    };
    /// Whether a line on the screen touches a rectangle {left, top, right, bottom}.
    eh.lineTouches = function (line, box) {
        const isIn = (p) => p.x >= box.left && p.x <= box.right && p.y >= box.top && p.y <= box.bottom;
        if (line.some(isIn)) return true;
        const corners = [[box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]];
        for (let i = 1; i < line.length; i++) {
            const [a, b] = [[line[i - 1].x, line[i - 1].y], [line[i].x, line[i].y]];
            for (let k = 0; k < 4; k++) if (cross(a, b, corners[k], corners[(k + 1) % 4])) return true;
        }
        return false;
    };
})(globalThis.ehorizon ??= {});
