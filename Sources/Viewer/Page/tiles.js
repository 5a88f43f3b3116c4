"use strict";
// Vector tiles of the road network: from the page itself, or from the server that sent it.
(function (eh) {
    let embedded = null;
    const element = document.getElementById("tiles");
    if (element) {
        embedded = JSON.parse(element.textContent);
        element.remove();
    }

    eh.tileBytes = function (base64) {
        const binary = atob(base64);
        const bytes = new Uint8Array(binary.length);
        for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
        return bytes.buffer;
    };

    maplibregl.addProtocol("ehorizon", async ({ url }, { signal }) => {
        const path = url.slice("ehorizon://".length);
        if (eh.isSingleFile) {
            const text = embedded?.[path];
            return { data: text === undefined ? new ArrayBuffer(0) : eh.tileBytes(text) };
        }
        const answer = await fetch(`tiles/${path}`, { signal });
        return { data: answer.status === 200 ? await answer.arrayBuffer() : new ArrayBuffer(0) };
    });
})(globalThis.ehorizon ??= {});
