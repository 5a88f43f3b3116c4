"use strict";
// Keeps the map fluent on a computer without a GPU: fewer pixels while frames take long, all pixels at rest.
(function (eh) {
    const slow = 40, fast = 18, least = 0.5;

    eh.Quality = class {
        #maps = new Set(); #ratio; #average = 25; #last = 0; #rest = null; #changed = 0;
        constructor() {
            this.#ratio = window.devicePixelRatio || 1;
            /// Rendered frames of all maps, for measurements.
            this.rendered = 0;
        }
        get ratio() { return this.#ratio; }
        get full() { return Math.min(2, window.devicePixelRatio || 1); }
        add(map) {
            this.#maps.add(map);
            map.on("render", () => { this.rendered += 1; });
        }
        remove(map) { this.#maps.delete(map); }

        /// Called for each frame of the player or of a camera that a person moves.
        frame(now) {
            const took = now - this.#last;
            this.#last = now;
            if (took > 0 && took < 500) {
                this.#average += (took - this.#average) * 0.15;
                if (now - this.#changed > 700) {
                    if (this.#average > slow && this.#ratio > least) this.#set(Math.max(least, this.#ratio * 0.6), now);
                    else if (this.#average < fast && now - this.#changed > 4000 && this.#ratio < this.full) this.#set(Math.min(this.full, this.#ratio * 1.25), now);
                }
            }
            clearTimeout(this.#rest);
            this.#rest = setTimeout(() => { this.#average = 25; this.#set(this.full, performance.now()); }, 500);
        }

        #set(ratio, now) {
            if (ratio === this.#ratio) return;
            this.#ratio = ratio;
            this.#changed = now;
            eh.pace = ratio < this.full ? 2.5 : 1;
            for (const map of this.#maps) map.setPixelRatio(ratio);
        }
    };
})(globalThis.ehorizon ??= {});
