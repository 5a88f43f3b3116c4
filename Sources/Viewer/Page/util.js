"use strict";
// Small functions that every file of the page uses: elements, numbers, times, places.
(function (eh) {
    /// Makes an element. `text` becomes text, never markup: names of streets and files are not trusted.
    eh.el = function (tag, options = {}, ...children) {
        const node = document.createElement(tag);
        for (const [key, value] of Object.entries(options)) {
            if (value === undefined || value === null) continue;
            if (key === "text") node.textContent = value;
            else if (key === "class") node.className = value;
            else if (key === "on") for (const [name, action] of Object.entries(value)) node.addEventListener(name, action);
            else if (key === "style") Object.assign(node.style, value);
            else if (key === "data") Object.assign(node.dataset, value);
            else node.setAttribute(key, value);
        }
        for (const child of children) if (child) node.append(child);
        return node;
    };

    eh.clamp = (value, low, high) => Math.min(high, Math.max(low, value));

    /// The last index whose value is not above `wanted`, or -1. `at(i)` gives ascending values.
    eh.lastNotAbove = function (count, at, wanted) {
        let low = 0, high = count;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (at(middle) <= wanted) low = middle + 1; else high = middle;
        }
        return low - 1;
    };

    /// Longer pauses between redraws of lists and charts while frames take long; quality.js sets it.
    eh.pace = 1;

    /// At most one call in `ms`; the last arguments win.
    eh.throttle = function (ms, action) {
        let last = -Infinity, timer = null, latest = null;
        const run = () => { timer = null; last = performance.now(); action(...latest); };
        const throttled = (...values) => {
            latest = values;
            if (timer !== null) return;
            const wait = last + ms * eh.pace - performance.now();
            if (wait <= 0) run(); else timer = setTimeout(run, wait);
        };
        throttled.flush = () => { if (timer !== null) { clearTimeout(timer); run(); } };
        return throttled;
    };

    eh.number = function (value, digits = 1) {
        if (typeof value !== "number") return value === null || value === undefined ? "unknown" : String(value);
        if (!Number.isFinite(value)) return "unknown";
        const magnitude = Math.abs(value);
        if (magnitude !== 0 && magnitude < 0.01) return value.toPrecision(2);
        return String(Number(value.toFixed(digits)));
    };

    const two = (value) => String(Math.floor(value)).padStart(2, "0");
    /// A time of the scene as the time of day (UTC) where the start is known, else as time since the start.
    eh.clock = function (t, start) {
        if (typeof start === "number") return new Date((start + t) * 1000).toISOString().slice(11, 21);
        const whole = Math.max(0, t);
        return `${two(whole / 3600)}:${two(whole / 60 % 60)}:${two(whole % 60)}.${Math.floor(whole * 10 % 10)}`;
    };

    /// Seconds of the scene from what a person types: 83.5, 12:03:17, or an ISO 8601 time.
    eh.parseTime = function (text, start) {
        const trimmed = text.trim();
        if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
        const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(trimmed);
        if (parts) {
            const seconds = Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0);
            if (typeof start !== "number") return seconds;
            const difference = seconds - start % 86400;
            return difference < 0 ? difference + 86400 : difference;
        }
        const instant = Date.parse(trimmed);
        return Number.isNaN(instant) || typeof start !== "number" ? null : instant / 1000 - start;
    };

    /// "42.5, 1.52" as [longitude, latitude], or null.
    eh.parsePlace = function (text) {
        const parts = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
        if (!parts) return null;
        const latitude = Number(parts[1]), longitude = Number(parts[2]);
        return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : null;
    };

    const radians = Math.PI / 180;
    /// Metres between two near places; a plane at their latitude is exact enough for the screen.
    eh.distance = function (a, b) {
        const east = (b[0] - a[0]) * Math.cos((a[1] + b[1]) / 2 * radians);
        return Math.hypot(east, b[1] - a[1]) * 111195;
    };
    eh.bearing = function (a, b) {
        const east = (b[0] - a[0]) * Math.cos((a[1] + b[1]) / 2 * radians);
        return (Math.atan2(east, b[1] - a[1]) / radians + 360) % 360;
    };
    eh.destination = function (from, bearing, metres) {
        const north = Math.cos(bearing * radians) * metres / 111195;
        const east = Math.sin(bearing * radians) * metres / 111195 / Math.cos(from[1] * radians);
        return [from[0] + east, from[1] + north];
    };
    /// The angle between two directions of the compass, on the shorter side.
    eh.turned = (from, to) => ((to - from) % 360 + 540) % 360 - 180;

    /// Listeners by name: the only way in which the parts of the page call each other.
    eh.Events = class {
        #lists = new Map();
        on(name, action) {
            if (!this.#lists.has(name)) this.#lists.set(name, []);
            this.#lists.get(name).push(action);
            return this;
        }
        emit(name, ...values) { for (const action of this.#lists.get(name) ?? []) action(...values); }
    };
})(globalThis.ehorizon ??= {});
