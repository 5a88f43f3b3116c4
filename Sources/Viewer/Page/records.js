"use strict";
// Reads the records of a scene, from the page itself or from the server, piece by piece: the page draws and answers
// while an hour of records comes in.
(function (eh) {
    /// The embedded base64 as bytes, in pieces, so that a scene of 30 MB does not stand in memory twice.
    function embeddedBytes(element) {
        const text = element.textContent.replace(/\s+/g, "");
        element.remove();
        const piece = 1 << 18;
        let at = 0;
        return new ReadableStream({
            pull(controller) {
                if (at >= text.length) { controller.close(); return; }
                const binary = atob(text.slice(at, at + piece));
                at += piece;
                const bytes = new Uint8Array(binary.length);
                for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
                controller.enqueue(bytes);
            },
        });
    }

    /// Unpacks gzip where the bytes begin as gzip does (RFC 1952, 2.3.1: 1f 8b).
    async function unpacked(stream) {
        const reader = stream.getReader();
        const first = await reader.read();
        const rest = new ReadableStream({
            start(controller) { if (!first.done) controller.enqueue(first.value); else controller.close(); },
            async pull(controller) {
                const { done, value } = await reader.read();
                if (done) controller.close(); else controller.enqueue(value);
            },
            cancel(reason) { return reader.cancel(reason); },
        });
        const isGzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
        return isGzip ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
    }

    // A message is a macrotask without the 4 ms that nested timers wait.
    const channel = new MessageChannel();
    let waiting = [];
    channel.port1.onmessage = () => { const all = waiting; waiting = []; for (const go of all) go(); };
    const pause = () => new Promise((go) => { waiting.push(go); channel.port2.postMessage(0); });

    /// Hands each record to `take(record, text)`. `rest(count)` is called after each slice of work.
    /// Returns when the scene ends; a line that is no JSON throws an error with its number.
    eh.readRecords = async function (take, rest) {
        const embedded = document.getElementById("scene");
        let stream;
        if (embedded) stream = embeddedBytes(embedded);
        else {
            const answer = await fetch("scene");
            if (!answer.ok) throw new Error(`GET scene: status ${answer.status}`);
            stream = answer.body;
        }
        const reader = (await unpacked(stream)).pipeThrough(new TextDecoderStream()).getReader();
        let open = "", count = 0, sliceStart = performance.now();
        const line = (text) => {
            if (text === "") return;
            count += 1;
            let record;
            try { record = JSON.parse(text); } catch (error) {
                throw new Error(`scene, line ${count}: not a JSON object: ${error.message}`);
            }
            take(record, text);
        };
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            const text = open + value;
            let from = 0, end;
            while ((end = text.indexOf("\n", from)) >= 0) {
                line(text.slice(from, end));
                from = end + 1;
                if (performance.now() - sliceStart > 24) {
                    rest(count);
                    await pause();
                    sliceStart = performance.now();
                }
            }
            open = text.slice(from);
            rest(count);
        }
        line(open);
        rest(count);
        return count;
    };

    /// Asks the server; null where there is none (the single file) or the answer is not a record.
    eh.ask = async function (path) {
        if (eh.isSingleFile) return null;
        try {
            const answer = await fetch(path);
            return answer.ok ? await answer.json() : null;
        } catch { return null; }
    };
    eh.isSingleFile = document.getElementById("scene") !== null;
})(globalThis.ehorizon ??= {});
