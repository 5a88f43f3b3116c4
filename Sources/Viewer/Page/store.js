"use strict";
// All records of a scene, and the state of each source at any time.
(function (eh) {
    /// A snapshot is kept every so many steps. A jump folds at most this many steps, which takes about 10 ms.
    const snapshotEvery = 512;
    const pieceLength = 1 << 20;

    /// Texts as UTF-8 in pieces of a megabyte, outside of the heap of JavaScript: with an hour of a drive as strings the
    /// heap would be three times as large, and twice that between two collections.
    eh.TextStore = class {
        #encoder = new TextEncoder(); #decoder = new TextDecoder(); #pieces = []; #dropped = 0; #free = pieceLength;
        // Of each text its piece, numbered from the first one that ever was, and where it begins and ends there.
        #numbers = []; #starts = []; #ends = [];
        get count() { return this.#starts.length; }
        append(text) {
            // A character has at most three bytes for each unit of a string.
            const most = text.length * 3;
            if (this.#free + most > (this.#pieces[this.#pieces.length - 1]?.length ?? 0)) {
                this.#pieces.push(new Uint8Array(Math.max(pieceLength, most)));
                this.#free = 0;
            }
            const { written } = this.#encoder.encodeInto(text, this.#pieces[this.#pieces.length - 1].subarray(this.#free));
            this.#numbers.push(this.#dropped + this.#pieces.length - 1);
            this.#starts.push(this.#free);
            this.#free += written;
            this.#ends.push(this.#free);
        }
        text(index) { return this.#decoder.decode(this.#pieces[this.#numbers[index] - this.#dropped].subarray(this.#starts[index], this.#ends[index])); }
        dropFirst(count) {
            for (const list of [this.#numbers, this.#starts, this.#ends]) list.splice(0, count);
            while (this.#pieces.length > 1 && (this.#numbers[0] ?? Infinity) > this.#dropped) { this.#pieces.shift(); this.#dropped += 1; }
        }
    };

    /// The steps of one source.
    eh.Track = class {
        constructor(source) {
            this.source = source;
            this.times = [];
            // The text of a step is smaller than its object, and most steps are read once.
            this.texts = new eh.TextStore();
            this.snapshots = [];
            this.latest = eh.emptyState;
            this.dropped = 0;
            /// When there was a tree for the first time.
            this.firstTree = null;
            this.#cursor = { index: -1, state: eh.emptyState };
        }
        #cursor;
        #base = eh.emptyState;

        append(step, text) {
            this.latest = eh.fold(this.latest, step);
            if (this.firstTree === null && this.latest.paths.size > 0) this.firstTree = step.t;
            this.times.push(step.t);
            this.texts.append(text);
            if (this.times.length % snapshotEvery === 0) this.snapshots.push({ index: this.times.length - 1, state: this.latest });
        }

        get count() { return this.times.length; }
        indexAt(time) { return eh.lastNotAbove(this.times.length, (i) => this.times[i], time); }
        step(index) { return JSON.parse(this.texts.text(index)); }

        /// The state after the step with this index; -1 is the state before the first step.
        stateAtIndex(index) {
            if (index === this.times.length - 1) return this.latest;
            if (index < 0) return this.#base;
            let from = this.#cursor;
            const snapshot = this.snapshots[eh.lastNotAbove(this.snapshots.length, (i) => this.snapshots[i].index, index)];
            if (from.index > index || snapshot && snapshot.index > from.index) from = snapshot ?? { index: -1, state: this.#base };
            let state = from.state;
            for (let i = from.index + 1; i <= index; i++) state = eh.fold(state, this.step(i));
            this.#cursor = { index, state };
            return state;
        }
        stateAt(time) { return this.stateAtIndex(this.indexAt(time)); }

        /// Drops steps before the last snapshot that is not later than the time.
        dropBefore(time) {
            const limit = this.indexAt(time);
            const number = eh.lastNotAbove(this.snapshots.length, (i) => this.snapshots[i].index, limit);
            if (number < 0) return;
            const { index, state } = this.snapshots[number];
            this.#base = state;
            this.times.splice(0, index + 1);
            this.texts.dropFirst(index + 1);
            this.snapshots = this.snapshots.slice(number + 1).map((each) => ({ index: each.index - index - 1, state: each.state }));
            this.dropped += index + 1;
            this.#cursor = { index: -1, state };
        }
    };

    eh.Scene = class extends eh.Events {
        constructor() {
            super();
            this.head = null;
            this.tracks = new Map();
            this.frames = new Map();
            this.loads = new Map();
            this.whys = new Map();
            this.events = [];
            this.end = 0;
            /// In a live scene, records older than this many seconds are dropped: memory stays flat.
            this.keepSeconds = 300;
            this.#lastDrop = 0;
        }
        #lastDrop;

        take(record, text) {
            if (record.r === "head") this.#takeHead(record);
            else if (this.head === null) throw new Error("scene: the first record is not a head");
            else {
                this.end = Math.max(this.end, record.t ?? 0);
                if (record.r === "step") this.#track(record.s).append(record, text);
                else if (record.r === "frames") this.#framesOf(record.s).append(record);
                else if (record.r === "load") this.#takeLoad(record);
                else if (record.r === "event") this.events.push(record);
                else if (record.r === "why") this.#takeWhy(record, text);
                else if (record.r === "source") this.#takeGeometry(record);
                if (this.head.live && this.end - this.keepSeconds - this.#lastDrop > 60) this.#drop();
            }
        }

        #takeHead(head) {
            this.head = head;
            this.end = head.duration ?? 0;
            this.decoder = new eh.WireDecoder(head.layout);
            for (const source of head.sources) {
                this.tracks.set(source.id, new eh.Track(source));
                if (source.frames) this.frames.set(source.id, new eh.FrameTable(this.decoder));
            }
            this.emit("head", head);
        }

        #track(id) {
            if (!this.tracks.has(id)) {
                const source = { id, name: `source ${id}`, kind: "engine", geometry: "map", frames: false };
                this.head.sources.push(source);
                this.tracks.set(id, new eh.Track(source));
                this.emit("source", source);
            }
            return this.tracks.get(id);
        }
        #framesOf(id) {
            if (!this.frames.has(id)) this.frames.set(id, new eh.FrameTable(this.decoder));
            return this.frames.get(id);
        }
        #takeLoad(record) {
            const load = this.loads.get(record.s) ?? { times: [], shares: [], most: 0 };
            record.share.forEach((share, i) => {
                load.times.push(record.t + i * record.every);
                load.shares.push(share);
                load.most = Math.max(load.most, share);
            });
            this.loads.set(record.s, load);
        }
        /// What a live client has received shows only later where its lines come from.
        #takeGeometry(record) {
            const source = this.source(record.s);
            if (source) { source.geometry = record.geometry; this.emit("geometry", source); }
        }
        /// Exits and values that a record does not have are those of the record before.
        #takeWhy(record, text) {
            const why = this.whys.get(record.s) ?? { list: [], texts: new eh.TextStore() };
            const last = why.list[why.list.length - 1], number = why.list.length;
            why.texts.append(text);
            why.list.push({ t: record.t, exits: record.exits ? number : last?.exits ?? null, values: record.values ? number : last?.values ?? null });
            this.whys.set(record.s, why);
        }

        #drop() {
            const time = this.end - this.keepSeconds;
            this.#lastDrop = time;
            for (const track of this.tracks.values()) track.dropBefore(time);
            for (const table of this.frames.values()) table.dropBefore(time);
            const later = (list) => list.slice(eh.lastNotAbove(list.length, (i) => list[i].t, time) + 1);
            this.events = later(this.events);
            for (const load of this.loads.values()) {
                const first = eh.lastNotAbove(load.times.length, (i) => load.times[i], time) + 1;
                load.times.splice(0, first);
                load.shares.splice(0, first);
            }
            this.emit("drop", time);
        }

        /// Where a page begins: where the first source has a tree, for there is nothing to see before.
        get beginning() { return this.tracks.values().next().value?.firstTree ?? 0; }
        get start() { return this.head?.live ? Math.max(0, this.end - this.keepSeconds) : 0; }
        source(id) { return this.head.sources.find((source) => source.id === id); }
        attribute(name) {
            return this.head.attributes?.find((attribute) => attribute.name === name) ?? { name, title: name, unit: "", course: "steps" };
        }
        /// The last reasons that are not later than the time, or null.
        whyAt(id, time) {
            const why = this.whys.get(id);
            const index = why ? eh.lastNotAbove(why.list.length, (i) => why.list[i].t, time) : -1;
            if (index < 0) return null;
            const { exits, values } = why.list[index], read = (number) => JSON.parse(why.texts.text(number)), { in: distances, ...record } = read(index);
            if (!record.exits && exits !== null) record.exits = read(exits).exits;
            if (!record.values && values !== null) record.values = read(values).values;
            record.exits = record.exits?.map((exit, i) => ({ ...exit, in: distances?.[i] ?? exit.in ?? null }));
            return record;
        }
        /// The first source with frames, for views that show one bus.
        get bus() { return this.head?.sources.find((source) => this.frames.has(source.id))?.id ?? null; }
    };
})(globalThis.ehorizon ??= {});
