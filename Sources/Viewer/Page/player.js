"use strict";
// The time that the page shows, and how it runs.
(function (eh) {
    eh.speeds = [0.25, 0.5, 1, 2, 5, 10, 30, 60];

    eh.Player = class extends eh.Events {
        #scene; #last = 0;
        constructor(scene) {
            super();
            this.#scene = scene;
            this.time = 0;
            this.speed = 1;
            this.isPlaying = false;
            /// In a live scene: the time stays at the end.
            this.isLive = false;
        }

        seek(time) {
            this.isLive = false;
            this.#set(eh.clamp(time, this.#scene.start, this.#scene.end));
        }
        #set(time) {
            this.time = time;
            this.emit("time", time);
        }
        play() {
            if (this.isPlaying) return;
            if (this.time >= this.#scene.end && !this.#scene.head?.live) this.time = this.#scene.start;
            this.isPlaying = true;
            this.#last = performance.now();
            this.emit("state");
            requestAnimationFrame((now) => this.#run(now));
        }
        pause() {
            if (!this.isPlaying && !this.isLive) return;
            this.isPlaying = false;
            this.isLive = false;
            this.emit("state");
            this.emit("time", this.time);
        }
        toggle() { if (this.isPlaying || this.isLive) this.pause(); else this.play(); }
        goLive() {
            this.isPlaying = false;
            this.isLive = true;
            this.emit("state");
            this.#set(this.#scene.end);
        }
        /// New records came.
        grown() { if (this.isLive) this.#set(this.#scene.end); }

        #run(now) {
            if (!this.isPlaying) return;
            // A page in the background gets no frames; it must not jump ahead when it comes back.
            const passed = Math.min(0.25, Math.max(0, (now - this.#last) / 1000));
            this.#last = now;
            const time = Math.min(this.#scene.end, this.time + passed * this.speed);
            this.#set(time);
            if (time >= this.#scene.end && !this.#scene.head.live) this.pause();
            else requestAnimationFrame((next) => this.#run(next));
        }

        setSpeed(speed) {
            this.speed = speed;
            this.emit("state");
        }

        /// To the next or the previous fix: a step of any source that has a fix, else any step.
        stepFix(direction, sourceId) {
            this.pause();
            const track = this.#scene.tracks.get(sourceId);
            if (!track) return;
            let index = track.indexAt(this.time) + (direction > 0 ? 1 : track.times[track.indexAt(this.time)] < this.time ? 0 : -1);
            for (; index >= 0 && index < track.count; index += direction)
                if (/"(fix|car)":/.test(track.texts.text(index))) { this.seek(track.times[index]); return; }
        }
        /// To the next or the previous frame of the bus.
        stepFrame(direction) {
            this.pause();
            const table = this.#scene.frames.get(this.#scene.bus);
            if (!table) return;
            let index = table.indexAt(this.time);
            if (direction > 0) index += 1;
            else while (index >= 0 && table.times[index] >= this.time) index -= 1;
            if (index >= 0 && index < table.count) this.seek(table.times[index]);
            return index;
        }
    };
})(globalThis.ehorizon ??= {});
