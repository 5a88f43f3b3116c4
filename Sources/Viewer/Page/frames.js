"use strict";
// The frames of a source in columns of numbers: 200,000 frames are 6 MB, not 200,000 objects.
(function (eh) {
    // Value of a hexadecimal digit by character code.
    const digit = new Uint8Array(128);
    for (let i = 0; i < 16; i++) {
        digit["0123456789abcdef".charCodeAt(i)] = i;
        digit["0123456789ABCDEF".charCodeAt(i)] = i;
    }

    const none = 0xffff;

    eh.FrameTable = class {
        constructor(decoder) {
            this.decoder = decoder;
            this.count = 0;
            /// Frames that were dropped from the front in a live scene.
            this.dropped = 0;
            this.times = new Float64Array(4096);
            this.identifiers = new Uint32Array(4096);
            this.starts = new Uint32Array(4097);
            this.messages = new Uint8Array(4096);
            this.paths = new Uint16Array(4096);
            this.offsets = new Uint16Array(4096);
            this.bytes = new Uint8Array(65536);
            this.countsByMessage = new Map();
            /// Pauses between POSITION messages that are longer than the limit: [{from, to}].
            this.gaps = [];
            this.longestGap = 0;
            this.lastPosition = null;
        }

        append(record) {
            const { t, ms, id, data } = record;
            for (let i = 0; i < ms.length; i++) this.#appendOne(t + ms[i] / 1000, id[i], data[i]);
        }

        #appendOne(time, identifier, hex) {
            const index = this.count, start = this.starts[index], length = hex.length >> 1;
            if (index + 1 >= this.times.length) this.#grow();
            if (start + length > this.bytes.length) this.bytes = grown(this.bytes, Math.max(this.bytes.length * 2, start + length));
            for (let i = 0; i < length; i++)
                this.bytes[start + i] = digit[hex.charCodeAt(i * 2) & 127] << 4 | digit[hex.charCodeAt(i * 2 + 1) & 127];
            this.times[index] = time;
            this.identifiers[index] = identifier;
            this.starts[index + 1] = start + length;
            const bytes = this.bytes.subarray(start, start + length);
            const message = this.decoder.message(identifier, bytes);
            const reader = this.#reader(message);
            this.messages[index] = reader.number;
            this.paths[index] = reader.path ? eh.rawSignal(reader.path, bytes) ?? none : none;
            this.offsets[index] = reader.offset ? eh.rawSignal(reader.offset, bytes) ?? none : none;
            this.count += 1;
            this.countsByMessage.set(reader.name, (this.countsByMessage.get(reader.name) ?? 0) + 1);
            if (reader.name === "POSITION") this.#position(time);
        }

        #readers = new Map();
        #reader(message) {
            let reader = this.#readers.get(message);
            if (!reader) {
                const signal = (name) => message?.signals.find((signal) => signal.name === name) ?? null;
                const known = message ? this.decoder.messages.indexOf(message) : 255;
                reader = { name: message?.name ?? "other", number: known, path: signal("pathIndex"), offset: signal("offset") };
                this.#readers.set(message, reader);
            }
            return reader;
        }

        #position(time) {
            if (this.lastPosition !== null) {
                const gap = time - this.lastPosition;
                this.longestGap = Math.max(this.longestGap, gap);
                if (gap > eh.FrameTable.gapLimit) this.gaps.push({ from: this.lastPosition, to: time });
            }
            this.lastPosition = time;
        }

        #grow() {
            const size = this.times.length * 2;
            for (const name of ["times", "identifiers", "messages", "paths", "offsets"]) this[name] = grown(this[name], size);
            this.starts = grown(this.starts, size + 1);
        }

        data(index) { return this.bytes.subarray(this.starts[index], this.starts[index + 1]); }
        name(index) { return this.decoder.messages[this.messages[index]]?.name ?? "other"; }
        path(index) { return this.paths[index] === none ? null : this.paths[index]; }
        offset(index) { return this.offsets[index] === none ? null : this.offsets[index]; }
        /// The last frame that is not later than the time, or -1.
        indexAt(time) { return eh.lastNotAbove(this.count, (i) => this.times[i], time); }

        /// Drops frames before the time; what stays moves to the front, so the columns do not grow.
        dropBefore(time) {
            const first = this.indexAt(time) + 1;
            if (first <= 0) return;
            const start = this.starts[first];
            for (const name of ["times", "identifiers", "messages", "paths", "offsets"]) this[name].copyWithin(0, first, this.count);
            this.bytes.copyWithin(0, start, this.starts[this.count]);
            for (let i = first; i <= this.count; i++) this.starts[i - first] = this.starts[i] - start;
            this.count -= first;
            this.dropped += first;
            this.gaps = this.gaps.filter((gap) => gap.to > time);
        }
    };
    /// POSITION is sent ten times a second or at each fix (once a second): a longer pause is marked.
    eh.FrameTable.gapLimit = 1.5;

    function grown(column, size) {
        const longer = new column.constructor(size);
        longer.set(column);
        return longer;
    }
})(globalThis.ehorizon ??= {});
