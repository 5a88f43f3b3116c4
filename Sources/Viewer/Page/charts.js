"use strict";
// Profiles over the distance along the main path. The sources of one attribute stand one above the other.
(function (eh) {
    /// The points of an attribute along the main path: distances from the car, values (null: unknown), and the
    /// stretches where the value is unknown and where it has changed with the last step.
    eh.profileOf = function (state, attribute) {
        const distances = [], values = [], unknown = [], texts = [], changed = [];
        const push = (distance, value) => { distances.push(distance); values.push(typeof value === "number" ? value : null); };
        for (const { path, from, to, start } of eh.mainPieces(state)) {
            if (to <= from) continue;
            const points = path.values[attribute.name] ?? [];
            const at = (offset) => start + offset - from;
            // Points replace all behind them.
            for (const [id, name, first] of state.changed.values)
                if (id === path.id && name === attribute.name && first <= to) changed.push([at(Math.max(from, first)), at(to)]);
            const first = eh.lastNotAbove(points.length / 2, (i) => points[i * 2], from) * 2;
            if (first < 0) unknown.push([at(from), at(points.length ? Math.min(to, points[0]) : to)]);
            for (let i = Math.max(0, first); i < points.length && points[i] < to; i += 2) {
                const begin = Math.max(from, points[i]), end = Math.min(to, i + 2 < points.length ? points[i + 2] : to);
                const value = points[i + 1], next = points[i + 3];
                if (attribute.course === "points") { if (points[i] >= from) push(at(begin), value); continue; }
                if (value === null) unknown.push([at(begin), at(end)]);
                else if (typeof value === "string") texts.push([at(begin), at(end), value]);
                if (attribute.course === "line" && typeof value === "number" && typeof next === "number") {
                    const line = (offset) => value + (next - value) * (offset - points[i]) / (points[i + 2] - points[i] || 1);
                    push(at(begin), line(begin));
                    if (end === to) push(at(end), line(end));
                } else { push(at(begin), value); push(at(end), value); }
            }
        }
        return { distances: distances.map((d, i) => d + i * 1e-7), values, unknown, texts, changed };
    };

    function drawStretches(chart, { unknown, texts, changed }) {
        const { ctx, bbox } = chart;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.strokeStyle = eh.unknownColour + "70";
        ctx.fillStyle = "#f0e442";
        for (const [from, to] of changed) {
            const left = chart.valToPos(from, "x", true) - 3, right = chart.valToPos(to, "x", true) + 3;
            ctx.fillRect(left, bbox.top, right - left, 4 * devicePixelRatio);
        }
        for (const [from, to, text] of texts) {
            const left = chart.valToPos(from, "x", true), right = chart.valToPos(to, "x", true);
            ctx.fillStyle = chart.series[1].stroke() + "26";
            ctx.fillRect(left, bbox.top, right - left, bbox.height);
        }
        for (const [from, to] of unknown) {
            const left = chart.valToPos(from, "x", true), right = chart.valToPos(to, "x", true);
            ctx.fillStyle = eh.unknownColour + "22";
            ctx.fillRect(left, bbox.top, right - left, bbox.height);
            ctx.save();
            ctx.beginPath();
            ctx.rect(left, bbox.top, right - left, bbox.height);
            ctx.clip();
            ctx.beginPath();
            for (let x = left - bbox.height; x < right; x += 9) { ctx.moveTo(x, bbox.top + bbox.height); ctx.lineTo(x + bbox.height, bbox.top); }
            ctx.stroke();
            ctx.restore();
        }
        const car = chart.valToPos(0, "x", true);
        ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
        ctx.fillRect(car - 0.5, bbox.top, 1.5, bbox.height);
        ctx.restore();
    }

    /// The words of the stretches, above the grid.
    function drawWords(chart, { unknown, texts }) {
        for (const [from, to, text] of [...texts, ...unknown.map(([from, to]) => [from, to, "unknown"])])
            word(chart, text, chart.valToPos(from, "x", true), chart.valToPos(to, "x", true));
    }
    /// A word in the middle of a stretch, where it fits.
    function word({ ctx, bbox }, text, fromX, toX) {
        const style = getComputedStyle(document.documentElement);
        const left = Math.max(fromX, bbox.left), right = Math.min(toX, bbox.left + bbox.width);
        ctx.font = `${10 * devicePixelRatio}px system-ui`;
        const wide = ctx.measureText(text).width + 8, high = 13 * devicePixelRatio, middle = bbox.top + bbox.height / 2;
        if (wide > right - left) return;
        ctx.fillStyle = style.getPropertyValue("--panel");
        ctx.fillRect((left + right - wide) / 2, middle - high / 2, wide, high);
        ctx.fillStyle = style.getPropertyValue("--dim");
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.fillText(text, (left + right) / 2, middle);
    }

    /// The limits of the vertical axis: the sources of one attribute have the same, so that they compare.
    function limitsOf(rows, row) {
        const numbers = rows.filter((each) => each.attribute === row.attribute).flatMap((each) => each.profile.values ?? []).filter((value) => value !== null);
        if (numbers.length === 0) return [0, 1];
        const low = Math.min(...numbers), high = Math.max(...numbers);
        return low === high ? [low - 1, high + 1] : [low - (high - low) * 0.08, high + (high - low) * 0.08];
    }

    eh.Charts = class extends eh.Events {
        #element; #scene; #settings; #rows = []; #key = "";
        constructor(element, scene, settings) {
            super();
            this.#element = element;
            this.#scene = scene;
            this.#settings = settings;
            this.update = eh.throttle(200, (time, isPlaying) => this.#update(time, isPlaying));
            element.addEventListener("pointerleave", () => this.emit("hover", null, null));
            new ResizeObserver(eh.throttle(100, () => this.#resize())).observe(element);
        }
        /// Builds the charts again: attributes, sources or the theme changed.
        refresh() { this.#key = ""; }

        get #names() { return this.#settings.charts.split(",").filter((name) => name !== ""); }

        /// The sources that a chart compares: those of the maps, or all (an engine and its clients).
        #sources() { return this.#scene.head.sources.slice(0, 3); }

        #build() {
            for (const row of this.#rows) row.chart.destroy();
            this.#rows = [];
            this.#element.replaceChildren();
            const style = getComputedStyle(document.documentElement);
            const colour = (name) => style.getPropertyValue(name).trim();
            for (const name of this.#names) {
                const attribute = this.#scene.attribute(name);
                const cell = eh.el("section", { class: "profile", data: { attribute: name } });
                cell.append(eh.el("h3", {}, eh.el("span", { text: attribute.title ?? name }), eh.el("small", { text: attribute.unit ?? "" })));
                const stack = eh.el("div", { class: "profile-stack" });
                cell.append(stack);
                this.#element.append(cell);
                for (const [number, source] of this.#sources().entries()) {
                    const box = eh.el("div", { class: "profile-row", data: { source: source.id } }, eh.el("span", { class: "profile-source", text: source.kind, title: source.name }));
                    stack.append(box);
                    const isLast = number === this.#sources().length - 1;
                    this.#rows.push(this.#row(box, attribute, source, isLast, colour));
                }
            }
            this.#resize();
        }

        #row(box, attribute, source, isLast, colour) {
            const row = { attribute, source, box, limits: [0, 1], profile: { unknown: [], texts: [], changed: [] }, state: null, key: null };
            const line = colour(source.kind === "engine" ? "--engine" : "--client");
            const names = attribute.names;
            const format = (value) => names ? names[value] ?? String(value) : eh.number(value, 4);
            row.chart = new uPlot({
                width: 200, height: 50, legend: { show: false }, padding: [4, 20, isLast ? 0 : 2, 0],
                cursor: { y: false, sync: { key: "main-path", setSeries: false }, points: { size: 6 }, drag: { x: false, y: false } },
                scales: { x: { time: false, range: (chart, low, high) => row.range ?? [low ?? 0, high ?? 1] },
                          y: { range: () => row.limits } },
                axes: [{ show: isLast, size: 20, gap: 2, stroke: colour("--dim"), font: "10px system-ui", ticks: { show: false }, grid: { stroke: colour("--line"), width: 1 },
                         values: (chart, list) => list.map((value) => `${value} m`) },
                       { size: 44, gap: 3, stroke: colour("--dim"), font: "10px system-ui", ticks: { show: false }, grid: { stroke: colour("--line"), width: 1 }, space: 18,
                         values: (chart, list) => row.profile.values?.some((value) => value !== null) ? list.map(format) : [] }],
                series: [{}, { stroke: line, width: 1.8, points: { show: attribute.course === "points", size: 5 },
                               paths: attribute.course === "points" ? () => null : undefined }],
                hooks: { drawClear: [(chart) => drawStretches(chart, row.profile)], draw: [(chart) => drawWords(chart, row.profile)],
                         setCursor: [(chart) => this.#hovered(row, chart)] },
            }, [[0], [null]], box);
            row.readout = eh.el("output", { class: "profile-value" });
            box.append(row.readout);
            return row;
        }

        #hovered(row, chart) {
            const left = chart.cursor.left;
            const distance = left === undefined || left < 0 ? null : chart.posToVal(left, "x");
            const place = distance === null || !row.state ? null : this.#placeAt(row.state, distance);
            row.readout.textContent = place === null ? "" : this.#valueText(row, place);
            // Every chart of the group hears the cursor; the one under the pointer moves the mark.
            if (chart.root.matches(":hover")) this.emit("hover", place ? place.at : null, distance);
        }
        #valueText(row, place) {
            const value = eh.valueAt(place.path, row.attribute.name, place.offset);
            if (value === undefined || value === null) return "unknown";
            return `${row.attribute.names?.[value] ?? eh.number(value, 4)} ${row.attribute.unit ?? ""}`;
        }
        #placeAt(state, distance) {
            for (const { path, from, to, start } of eh.mainPieces(state)) {
                const offset = from + distance - start;
                if (offset >= from && offset <= to) return { path, offset, at: eh.placeAt(path, offset) };
            }
            return null;
        }
        /// A place on the map as a mark in all charts.
        mark(distance) {
            const row = this.#rows[0];
            if (!row) return;
            row.chart.setCursor({ left: distance === null ? -10 : row.chart.valToPos(distance, "x"), top: 5 });
        }

        #update(time, isPlaying) {
            if (!this.#settings.showCharts) return;
            const key = `${this.#names.join()}|${this.#sources().map((source) => source.id).join()}|${this.#settings.theme}`;
            if (key !== this.#key) { this.#key = key; this.#build(); }
            let low = 0, high = 100;
            for (const row of this.#rows) {
                const track = this.#scene.tracks.get(row.source.id);
                row.state = track.stateAt(time);
                const pieces = eh.mainPieces(row.state);
                if (pieces.length === 0) continue;
                low = Math.min(low, pieces[0].start);
                high = Math.max(high, pieces[pieces.length - 1].start + pieces[pieces.length - 1].to - pieces[pieces.length - 1].from);
            }
            // Round limits: the axis stands still while the car drives.
            low = Math.max(-300, Math.floor(low / 100) * 100);
            high = Math.ceil(high / 200) * 200;
            for (const row of this.#rows) {
                row.profile = eh.profileOf(row.state, row.attribute);
                if (isPlaying) row.profile.changed = [];
            }
            for (const row of this.#rows) {
                const drawn = `${row.state.tree}|${row.state.trail}|${row.state.car?.offset}|${row.state.car?.path}|${low}|${high}|${limitsOf(this.#rows, row).join()}|${row.profile.changed.join()}`;
                if (drawn === row.key) continue;
                row.key = drawn;
                row.range = [low, high];
                row.limits = limitsOf(this.#rows, row);
                const { distances, values } = row.profile;
                row.chart.setData(distances.length ? [distances, values] : [[0], [null]]);
            }
        }

        #resize() {
            for (const { chart, box } of this.#rows) {
                const width = box.clientWidth, height = box.clientHeight;
                if (width > 40 && height > 20 && (chart.width !== width || chart.height !== height)) chart.setSize({ width, height });
            }
        }
    };
})(globalThis.ehorizon ??= {});
