"use strict";
// Decodes frames. Everything about the bits comes from the layout in the scene's head: this file knows no message.
(function (eh) {
    eh.WireDecoder = class {
        constructor(layout) {
            this.messages = layout?.messages ?? [];
            for (const message of this.messages) for (const signal of message.signals) signal.bits = bitsOf(signal);
            this.profiles = new Map((layout?.profiles ?? []).map((profile) => [`${profile.message}|${profile.number}`, profile]));
            this.byIdentifier = new Map();
            for (const message of this.messages) {
                const list = this.byIdentifier.get(message.id) ?? [];
                list.push(message);
                this.byIdentifier.set(message.id, list);
            }
        }

        /// The message of a frame, or null. Several messages may share an identifier: then `select` names the signal
        /// and the raw value that mark a message.
        message(identifier, data) {
            const list = this.byIdentifier.get(identifier);
            if (!list) return null;
            if (list.length === 1) return list[0];
            return list.find((message) => {
                const signal = message.signals.find((signal) => signal.name === message.select?.[0]);
                return signal && eh.rawSignal(signal, data) === message.select[1];
            }) ?? null;
        }

        /// All signals of a frame: [{name, raw, text, unit, isUnknown}].
        decode(identifier, data) {
            const message = this.message(identifier, data);
            if (message === null) return [];
            const type = message.signals.find((signal) => signal.name === "profileType");
            const profile = type ? this.profiles.get(`${message.name}|${eh.rawSignal(type, data)}`) : undefined;
            return message.signals.map((signal) => {
                const raw = eh.rawSignal(signal, data);
                const meaning = signal.profile_value && profile ? profile : signal;
                const result = { name: signal.name, title: signal.profile_value && profile ? `${signal.label ?? signal.name} (${profile.name})` : signal.label ?? signal.name, raw, unit: meaning.unit ?? "" };
                result.text = raw === null ? "not in the frame" : textOf(meaning, raw);
                result.isUnknown = raw === null || /^(unknown|n\/a|not[- ]available|invalid)$/.test(result.text);
                return result;
            });
        }
    };

    /// A signal's place as [byte, shift, count], the most significant part first. `start` is numbered as in a DBC.
    function bitsOf(signal) {
        const parts = [];
        let { start, width } = signal;
        if (signal.order === "intel") {
            for (; width > 0;) {
                const count = Math.min(width, 8 - start % 8);
                parts.unshift([start >> 3, start % 8, count]);
                start += count;
                width -= count;
            }
            return parts;
        }
        for (let byte = start >> 3, bit = start % 8; width > 0; byte += 1, bit = 7) {
            const count = Math.min(width, bit + 1);
            parts.push([byte, bit + 1 - count, count]);
            width -= count;
        }
        return parts;
    }

    /// The raw value, or null if the frame is too short for the signal.
    eh.rawSignal = function (signal, data) {
        let raw = 0;
        for (const [byte, shift, count] of signal.bits) {
            if (byte >= data.length) return null;
            raw = raw * 2 ** count + ((data[byte] >> shift) & ((1 << count) - 1));
        }
        return raw;
    };

    function textOf(meaning, raw) {
        if (meaning.texts) return meaning.texts[raw] ?? String(raw);
        if (typeof meaning.zero !== "number") return String(raw);
        return meaning.highest !== undefined && raw > meaning.highest ? "unknown" : ((raw - meaning.zero) / meaning.per_unit).toFixed(meaning.places ?? 3);
    }

    eh.bytesOf = function (hex) {
        const bytes = new Uint8Array(hex.length >> 1);
        for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.substr(i * 2, 2), 16);
        return bytes;
    };
    const digits = "0123456789ABCDEF";
    eh.hexOf = function (bytes) {
        let text = "";
        for (const byte of bytes) text += digits[byte >> 4] + digits[byte & 15] + " ";
        return text.trimEnd();
    };
})(globalThis.ehorizon ??= {});
