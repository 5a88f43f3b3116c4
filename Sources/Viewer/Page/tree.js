"use strict";
// Draws the path tree, its attribute ribbons, the route and the changes as map objects.
(function (eh) {
    const levels = 5;

    eh.TreeView = class {
        #objects; #prefix; #drawn = {};
        constructor(objects, sourceId) {
            this.#objects = objects;
            this.#prefix = `s${sourceId}`;
            const add = (name, order) => objects.addContainer({ id: `${this.#prefix}-${name}`, order });
            this.changes = add("changes", 5);
            this.route = add("route", 10);
            this.ribbon = add("ribbon", 20);
            this.tree = add("tree", 30);
            this.levels = [];
            for (let level = 0; level < levels; level++) {
                const container = eh.container({ id: `${this.#prefix}-level-${level}`, order: level, data: { level } });
                this.tree.add(container);
                this.levels.push(container);
            }
            this.ends = eh.container({ id: `${this.#prefix}-ends`, order: levels });
            this.tree.add(this.ends);
            this.marks = add("marks", 40);
        }

        /// Draws what differs from the last call. `options`: palette, theme, attribute (or null), selected (path id),
        /// showChanges.
        draw(state, scene, options) {
            const { palette, theme, attribute, selected, showChanges } = options;
            const look = `${palette}|${theme}`;
            const tree = `${state.tree}|${state.trail}|${look}`;
            if (this.#drawn.tree !== tree) this.#drawTree(state, eh.palettes[palette], eh.mapTheme(theme));
            const ribbon = `${tree}|${attribute}`;
            if (this.#drawn.ribbon !== ribbon) this.#drawRibbon(state, scene, attribute, eh.palettes[palette]);
            const route = `${state.routes}|${look}`;
            if (this.#drawn.route !== route) this.#drawRoute(state);
            const marks = `${tree}|${selected}|${showChanges}`;
            if (this.#drawn.marks !== marks) this.#drawMarks(state, selected, showChanges, theme);
            this.#drawn = { tree, ribbon, route, marks };
        }
        /// True if a call of draw would redraw lines.
        isStale(state) { return !this.#drawn.tree?.startsWith(`${state.tree}|`); }

        #drawTree(state, palette, theme) {
            const byLevel = Array.from({ length: levels }, () => []), ends = [], lastBranches = eh.lastBranches(state);
            for (const path of state.paths.values()) {
                const shape = path.shape;
                if (shape.length < 6) continue;
                const points = [];
                for (let i = 0; i < shape.length; i += 3) points.push([shape[i + 1], shape[i + 2]]);
                const level = eh.clamp(path.level ?? 0, 0, levels - 1);
                const color = eh.levelColour(palette, path.level ?? 0);
                const probability = path.total ?? path.probability;
                // The square root keeps rare paths visible. An unknown probability has the least width.
                const width = 2.5 + 6.5 * Math.sqrt(eh.clamp(level === 0 ? 1 : probability ?? 0, 0, 1));
                const data = { path: path.id };
                byLevel[level].push(
                    eh.polyline({ id: `${this.#prefix}-casing-${path.id}`, points, color: theme.halo, width: width + 3, order: -1, opacity: 0.8, data }),
                    eh.polyline({ id: `${this.#prefix}-path-${path.id}`, points, color, width, dashed: path.drivable === false, data }));
                // An empty ring is the end of the reach; a filled one is a dead end or a loop.
                const isReach = path.end === null && !((lastBranches.get(path.id) ?? -Infinity) >= shape[shape.length - 3] - 1);
                if (path.end !== null || isReach)
                    ends.push(eh.circle({ id: `${this.#prefix}-end-${path.id}`, at: points[points.length - 1], pixels: isReach ? 4 : 5,
                                          color: isReach ? theme.ground : color, opacity: 1, outline: color, data: { path: path.id, end: isReach ? "reach" : path.end } }));
            }
            // A path may have moved to another level: its old line goes first.
            for (const container of this.levels) container.clear();
            this.levels.forEach((container, level) => container.add(...byLevel[level]));
            this.ends.replace(ends);
        }

        #drawRibbon(state, scene, name, palette) {
            if (!name) { this.ribbon.clear(); return; }
            const attribute = scene.attribute(name);
            const found = [];
            for (const path of state.paths.values()) for (let i = 1; i < (path.values[name]?.length ?? 0); i += 2) found.push(path.values[name][i]);
            const colouring = eh.colouring(attribute, palette, found);
            const ribbons = [];
            for (const path of state.paths.values()) {
                const ribbon = eh.ribbonOf(path, attribute, colouring);
                if (ribbon) ribbons.push(eh.polyline({ id: `${this.#prefix}-ribbon-${path.id}`, ...ribbon, width: path.level > 0 ? 12 : 18,
                                                       opacity: 0.85, order: path.level > 0 ? 0 : 1, data: { path: path.id, attribute: name } }));
            }
            this.ribbon.replace(ribbons);
        }

        #drawRoute(state) {
            this.route.replace(state.route.filter((line) => line.length > 1).map((points, i) =>
                eh.polyline({ id: `${this.#prefix}-route-${i}`, points, color: "#56b4e9", width: 22, opacity: 0.35 })));
        }

        #drawMarks(state, selected, showChanges, theme) {
            const marks = [], changes = [];
            const line = (id) => { const s = state.paths.get(id)?.shape ?? []; const points = []; for (let i = 0; i < s.length; i += 3) points.push([s[i + 1], s[i + 2]]); return points; };
            if (showChanges) for (const id of state.changed.paths) {
                const points = line(id);
                if (points.length > 1) changes.push(eh.polyline({ id: `${this.#prefix}-changed-${id}`, points, color: "#f0e442", width: 26, opacity: 0.55, data: { path: id } }));
            }
            const points = selected === null ? [] : line(selected);
            if (points.length > 1) marks.push(eh.polyline({ id: `${this.#prefix}-selected`, points, color: theme === "dark" ? "#ffffff" : "#000000", width: 2, data: { path: selected } }));
            this.marks.replace(marks);
            this.changes.replace(changes);
        }
    };

    /// The line of a path with a colour for each segment, cut at the points of the attribute; null without a line.
    eh.ribbonOf = function (path, attribute, colouring) {
        const shape = path.shape;
        if (shape.length < 6) return null;
        const values = path.values[attribute.name] ?? [];
        const offsets = [];
        for (let i = 0; i < shape.length; i += 3) offsets.push(shape[i]);
        const first = offsets[0], last = offsets[offsets.length - 1];
        for (let i = 0; i < values.length; i += 2) if (values[i] > first && values[i] < last) offsets.push(values[i]);
        offsets.sort((a, b) => a - b);
        const points = [eh.placeAt(path, first)], colors = [];
        for (let i = 1; i < offsets.length; i++) {
            if (offsets[i] - offsets[i - 1] < 0.01) continue;
            points.push(eh.placeAt(path, offsets[i]));
            colors.push(colouring.colour(valueBetween(values, offsets[i - 1], offsets[i], attribute.course)));
        }
        return points.length > 1 ? { points, colors } : null;
    };

    /// The value that a segment shows. A line's value is rounded, so that neighbouring segments share a colour.
    function valueBetween(values, from, to, course) {
        const middle = (from + to) / 2;
        const index = eh.lastNotAbove(values.length / 2, (i) => values[i * 2], middle) * 2;
        if (index < 0) return null;
        const value = values[index + 1], next = values[index + 3];
        if (course !== "line" || typeof value !== "number" || typeof next !== "number") return value;
        const exact = value + (next - value) * (middle - values[index]) / (values[index + 2] - values[index]);
        return Number(exact.toPrecision(2));
    }
})(globalThis.ehorizon ??= {});
