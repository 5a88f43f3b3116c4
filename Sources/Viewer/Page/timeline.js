"use strict";
// The time line: bus load, pauses of POSITION, events, and the time that the page shows.
(function (eh) {
    eh.Timeline = class extends eh.Events {
        #scene; #canvas; #head; #tip; #baseKey = ""; #time = 0; #wide = 0; #shown = null;
        constructor(element, scene) {
            super();
            this.#scene = scene;
            this.#canvas = eh.el("canvas", { class: "timeline-canvas", tabindex: "0", role: "slider", "aria-label": "Time", "aria-valuemin": "0" });
            this.#tip = eh.el("div", { class: "timeline-tip", hidden: "" });
            this.#head = eh.el("div", { class: "timeline-head" });
            element.append(this.#canvas, this.#head, this.#tip);
            this.draw = eh.throttle(100, () => this.#draw());
            new ResizeObserver(() => { this.#wide = this.#canvas.clientWidth; this.#baseKey = ""; this.draw(); }).observe(element);
            this.#canvas.addEventListener("pointerdown", (event) => { this.#canvas.setPointerCapture(event.pointerId); this.#point(event, true); });
            this.#canvas.addEventListener("pointermove", (event) => this.#point(event, event.buttons > 0));
            this.#canvas.addEventListener("pointerleave", () => { this.#tip.hidden = true; });
        }
        show(time) {
            this.#time = time;
            // The mark is an element: the picture under it is drawn when it changes, not at each frame.
            const x = Math.round(this.#x(time));
            if (x === this.#shown) return;
            this.#shown = x;
            this.#head.style.transform = `translateX(${x}px)`;
            this.#canvas.setAttribute("aria-valuenow", time.toFixed(1));
        }
        /// The colours or the records changed.
        refresh() { this.#baseKey = ""; this.draw(); }

        #span() { return { start: this.#scene.start, length: Math.max(1, this.#scene.end - this.#scene.start) }; }
        #x(time) { const { start, length } = this.#span(); return (time - start) / length * this.#wide; }
        #timeAt(x) { const { start, length } = this.#span(); return start + eh.clamp(x / this.#canvas.clientWidth, 0, 1) * length; }

        #point(event, isDown) {
            const x = event.clientX - this.#canvas.getBoundingClientRect().left;
            const near = this.#eventNear(x);
            const time = this.#timeAt(x);
            if (isDown) this.emit("seek", near && event.type === "pointerdown" ? near.t : time, near && event.type === "pointerdown" ? near : null);
            const text = eh.clock(time, this.#scene.head?.start) + (near ? ` · ${near.kind}: ${near.name ?? ""} ${near.text ?? ""}` : "");
            this.#tip.textContent = text.slice(0, 160);
            this.#tip.hidden = false;
            this.#tip.style.left = `${eh.clamp(x, 90, this.#canvas.clientWidth - 90)}px`;
        }
        #eventNear(x) {
            let best = null, least = 5;
            for (const event of this.#scene.events) {
                const far = Math.abs(this.#x(event.t) - x);
                if (far < least) { least = far; best = event; }
            }
            return best;
        }

        #draw() {
            if (!this.#scene.head) return;
            const wide = this.#canvas.clientWidth, high = this.#canvas.clientHeight, ratio = window.devicePixelRatio || 1;
            if (wide === 0) return;
            const key = `${wide}x${high}|${this.#scene.end}|${this.#scene.start}|${this.#scene.events.length}|${document.documentElement.dataset.theme}`;
            if (key === this.#baseKey) return;
            this.#baseKey = key;
            this.#drawBase(wide, high, ratio);
            this.#shown = null;
            this.show(this.#time);
        }

        #drawBase(wide, high, ratio) {
            this.#canvas.width = Math.round(wide * ratio);
            this.#canvas.height = Math.round(high * ratio);
            const pen = this.#canvas.getContext("2d");
            pen.scale(ratio, ratio);
            const style = getComputedStyle(document.documentElement);
            const colour = (name) => style.getPropertyValue(name);
            const bus = this.#scene.bus, load = this.#scene.loads.get(bus);
            const bottom = high - 14, top = 14;
            if (load?.times.length) this.#drawLoad(pen, load, this.#scene.source(bus)?.bus?.limit ?? null, top, bottom, colour);
            for (const gap of this.#scene.frames.get(bus)?.gaps ?? []) {
                pen.fillStyle = "#cc79a7";
                pen.fillRect(this.#x(gap.from), bottom - 3, Math.max(2, this.#x(gap.to) - this.#x(gap.from)), 4);
            }
            for (const event of this.#scene.events) {
                const x = this.#x(event.t);
                pen.fillStyle = eh.eventColours[event.kind] ?? "#888";
                if (event.kind === "rule") { pen.beginPath(); pen.moveTo(x, 1); pen.lineTo(x + 5, 11); pen.lineTo(x - 5, 11); pen.fill(); }
                else if (event.kind === "main-path") { pen.beginPath(); pen.arc(x, 7, 3.5, 0, 7); pen.fill(); }
                else pen.fillRect(x - 2, 2, 4, 9);
            }
            this.#drawScale(pen, wide, high, colour);
        }

        #drawLoad(pen, load, limit, top, bottom, colour) {
            const most = Math.max(limit ?? 0, load.most, 0.02) * 1.1;
            const y = (share) => bottom - share / most * (bottom - top);
            // One column of pixels shows the highest load of its time.
            const columns = new Map();
            load.times.forEach((time, i) => { const x = Math.round(this.#x(time)); columns.set(x, Math.max(columns.get(x) ?? 0, load.shares[i])); });
            pen.beginPath();
            pen.moveTo(0, bottom);
            for (const [x, share] of columns) pen.lineTo(x, y(share));
            pen.lineTo(Math.max(...columns.keys()), bottom);
            pen.fillStyle = colour("--load");
            pen.fill();
            if (limit === null) return;
            pen.setLineDash([4, 3]);
            pen.strokeStyle = colour("--limit");
            pen.beginPath();
            pen.moveTo(0, y(limit)); pen.lineTo(this.#canvas.clientWidth, y(limit));
            pen.stroke();
            pen.setLineDash([]);
            pen.fillStyle = colour("--limit");
            pen.font = "10px system-ui";
            pen.textAlign = "right";
            pen.fillText(`bus load limit ${eh.number(limit * 100, 0)} %`, this.#canvas.clientWidth - 4, y(limit) - 3);
        }

        #drawScale(pen, wide, high, colour) {
            const { start, length } = this.#span();
            const step = [1, 5, 10, 30, 60, 300, 600, 1800, 3600].find((each) => each / length * wide > 80) ?? 7200;
            const base = typeof this.#scene.head.start === "number" ? this.#scene.head.start % step : 0;
            pen.fillStyle = colour("--dim");
            pen.strokeStyle = colour("--line");
            pen.font = "10px system-ui";
            pen.textAlign = "center";
            for (let time = Math.ceil((start + base) / step) * step - base; time <= start + length; time += step) {
                const x = this.#x(time);
                pen.fillRect(x, high - 14, 1, 3);
                if (x > 24 && x < wide - 24) pen.fillText(eh.clock(time, this.#scene.head.start).slice(0, 8), x, high - 2);
            }
        }
    };
})(globalThis.ehorizon ??= {});
