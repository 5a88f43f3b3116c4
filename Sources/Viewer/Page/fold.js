"use strict";
// One step of a source, added to the state before it. A state is never changed: parts that stay are shared.
(function (eh) {
    const nothing = Object.freeze({ paths: Object.freeze([]), values: Object.freeze([]), main: false });

    eh.emptyState = Object.freeze({
        t: -Infinity, fix: null, car: null, others: [], paths: new Map(), main: [], route: [],
        // Numbers that grow with each change: a view redraws when the number differs.
        tree: 0, trail: 0, routes: 0, changed: nothing,
    });

    const emptyPath = (id) => ({ id, index: null, parent: null, at: null, angle: null, level: 0, probability: null,
                                 total: null, drivable: true, u_turn: false, end: null, shape: [], values: {} });

    /// The first index whose offset is not below `offset`; `stride` numbers belong to a point.
    const firstFrom = (list, offset, stride) => eh.lastNotAbove(list.length / stride, (i) => list[i * stride],
                                                              offset - 1e-9) + 1;

    function withValues(path, name, from, to, added) {
        const old = path.values[name] ?? [];
        const before = firstFrom(old, from, 2) * 2;
        let after = old.length;
        if (to !== null) {
            after = before;
            while (after < old.length && old[after] <= to) after += 2;
        }
        const points = old.slice(0, before).concat(added, old.slice(after));
        return { ...path, values: { ...path.values, [name]: points } };
    }

    /// The last point before the offset stays: it holds at the offset.
    function withoutBefore(path, offset) {
        const cut = (list, stride) => {
            const first = Math.max(0, firstFrom(list, offset, stride) - 1);
            return first === 0 ? list : list.slice(first * stride);
        };
        const values = {};
        for (const name in path.values) values[name] = cut(path.values[name], 2);
        return { ...path, shape: cut(path.shape, 3), values };
    }

    eh.fold = function (state, step) {
        const next = { ...state, t: step.t, changed: nothing };
        if ("fix" in step) next.fix = step.fix;
        if ("car" in step) next.car = step.car === null ? null : { ...state.car, ...step.car };
        if ("others" in step) next.others = step.others ?? [];
        if ("route" in step) { next.route = step.route ?? []; next.routes += 1; }
        const hasTree = step.reset || step.gone || step.paths || step.shape || step.values;
        if (!hasTree && !step.keep && !step.main) return next;

        const paths = step.reset ? new Map() : new Map(state.paths);
        const changed = { paths: new Set(), values: [], main: false };
        const get = (id) => paths.get(id) ?? emptyPath(id);
        for (const id of step.gone ?? []) paths.delete(id);
        for (const path of step.paths ?? []) {
            paths.set(path.id, { ...get(path.id), ...path });
            changed.paths.add(path.id);
        }
        // Before the new points: a line that begins anew comes in the same record.
        for (const [id, offset] of step.keep ?? []) {
            const path = paths.get(id);
            if (path) paths.set(id, offset === null ? { ...path, shape: [] } : withoutBefore(path, offset));
        }
        for (const [id, points] of step.shape ?? []) {
            const path = get(id);
            paths.set(id, { ...path, shape: path.shape.concat(points) });
            changed.paths.add(id);
        }
        for (const [id, name, from, to, points] of step.values ?? []) {
            paths.set(id, withValues(get(id), name, from, to, points));
            changed.values.push([id, name, points.length ? points[0] : from]);
        }
        next.paths = paths;
        if (step.main) {
            next.main = step.main;
            changed.main = step.main.join() !== state.main.join();
        }
        if (hasTree || changed.main) next.tree += 1; else next.trail += 1;
        next.changed = { paths: [...changed.paths], values: changed.values, main: changed.main };
        return next;
    };

    /// The place at an offset of a path as [longitude, latitude], or null where the path has no shape.
    eh.placeAt = function (path, offset) {
        const shape = path?.shape;
        if (!shape || shape.length < 3) return null;
        const index = eh.lastNotAbove(shape.length / 3, (i) => shape[i * 3], offset);
        if (index < 0) return [shape[1], shape[2]];
        const a = index * 3, b = a + 3;
        if (b >= shape.length) return [shape[a + 1], shape[a + 2]];
        const length = shape[b] - shape[a];
        const share = length > 0 ? (offset - shape[a]) / length : 0;
        return [shape[a + 1] + (shape[b + 1] - shape[a + 1]) * share, shape[a + 2] + (shape[b + 2] - shape[a + 2]) * share];
    };

    /// The line of a path between two offsets, as places.
    eh.lineBetween = function (path, from, to) {
        const shape = path.shape, line = [];
        if (shape.length < 3) return line;
        line.push(eh.placeAt(path, Math.max(from, shape[0])));
        for (let i = 0; i < shape.length; i += 3) if (shape[i] > from && shape[i] < to) line.push([shape[i + 1], shape[i + 2]]);
        line.push(eh.placeAt(path, Math.min(to, shape[shape.length - 3])));
        return line;
    };

    /// The offset of the last branch point of each path that has one.
    eh.lastBranches = function (state) {
        const last = new Map();
        for (const path of state.paths.values())
            if (path.parent !== null && typeof path.at === "number") last.set(path.parent, Math.max(path.at, last.get(path.parent) ?? -Infinity));
        return last;
    };

    /// The main path, continued by the most probable path that begins where its last path ends (a loop is cut there).
    function onward(state, ids) {
        for (let count = 0; count < 20; count += 1) {
            const last = state.paths.get(ids[ids.length - 1]);
            if (!last || last.shape.length < 3) break;
            const end = last.shape[last.shape.length - 3];
            let best = null;
            for (const path of state.paths.values())
                if (path.parent === last.id && path.at >= end - 1 && path.shape.length > 3 && (path.probability ?? 0) > (best?.probability ?? 0)) best = path;
            if (!best || ids.includes(best.id)) break;
            ids.push(best.id);
        }
        return ids;
    }

    /// The main path as pieces {path, from, to, start}: `start` is the distance of the piece's begin from the car.
    eh.mainPieces = function (state) {
        const pieces = [];
        const ids = state.main.length ? onward(state, [...state.main]) : state.car?.path !== undefined && state.car.path !== null ? [state.car.path] : [];
        let start = 0;
        ids.forEach((id, index) => {
            const path = state.paths.get(id);
            if (!path) return;
            const following = state.paths.get(ids[index + 1]);
            const shape = path.shape;
            const from = shape.length ? shape[0] : 0;
            const last = shape.length ? shape[shape.length - 3] : from;
            const to = following?.parent === id && typeof following.at === "number" ? following.at : last;
            pieces.push({ path, from, to, start });
            start += to - from;
        });
        const car = state.car;
        const under = pieces.find((piece) => piece.path.id === car?.path);
        const zero = under ? under.start + (car.offset - under.from) : 0;
        for (const piece of pieces) piece.start -= zero;
        return pieces;
    };

    /// The value of an attribute at an offset: undefined where the source has none, null where it is unknown.
    eh.valueAt = function (path, name, offset) {
        const points = path.values[name];
        if (!points || points.length === 0) return undefined;
        const index = eh.lastNotAbove(points.length / 2, (i) => points[i * 2], offset);
        return index < 0 ? undefined : points[index * 2 + 1];
    };
})(globalThis.ehorizon ??= {});
