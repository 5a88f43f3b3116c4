"use strict";
// Images of map objects: icons from files' bytes, and texts. A text is drawn to a canvas, so no glyph server is needed.
(function (eh) {
    // The pixels are read at once: the canvas stays out of the graphics processor.
    const inMemory = { willReadFrequently: true };
    const isText = (bytes, pattern) => pattern.test(new TextDecoder().decode(bytes.subarray(0, 512)));
    /// The kind of an image by its first bytes.
    function kindOf(bytes) {
        if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return "image/png";
        if (bytes[0] === 0xff && bytes[1] === 0xd8) return "image/jpeg";
        if (bytes[0] === 0x42 && bytes[1] === 0x4d) return "image/bmp";
        if (isText(bytes, /<svg[\s>]/)) return "image/svg+xml";
        return null;
    }

    /// The pixels of an image file (SVG, PNG, JPEG, BMP), `height` pixels high on the screen.
    /// The browser draws an SVG as an image: its scripts do not run and it loads nothing.
    eh.decodeImage = async function (name, bytes, height) {
        const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
        const kind = kindOf(data);
        if (kind === null) throw new Error(`image "${name}": not an SVG, PNG, JPEG or BMP image`);
        const address = URL.createObjectURL(new Blob([data], { type: kind }));
        try {
            const image = new Image();
            image.src = address;
            await image.decode().catch(() => { throw new Error(`image "${name}": the ${kind} is damaged`); });
            const tall = (height ?? image.naturalHeight) * 2;
            const wide = Math.max(1, Math.round(image.naturalWidth / image.naturalHeight * tall));
            const canvas = eh.el("canvas", { width: wide, height: tall });
            const pen = canvas.getContext("2d", inMemory);
            pen.drawImage(image, 0, 0, wide, tall);
            return pen.getImageData(0, 0, wide, tall);
        } finally { URL.revokeObjectURL(address); }
    };

    const font = (size) => `600 ${size * 2}px system-ui, "DejaVu Sans", sans-serif`;
    /// The pixels of a text with a halo; at most 60 characters, so that a hostile name cannot take the memory.
    eh.drawText = function (text, { size = 12, color = "#111", halo = "#fff", background = null } = {}) {
        const shown = text.length > 60 ? text.slice(0, 59) + "…" : text;
        const canvas = eh.el("canvas");
        const pen = canvas.getContext("2d", inMemory);
        pen.font = font(size);
        const pad = background ? size : 6;
        canvas.width = Math.min(2048, Math.ceil(pen.measureText(shown).width) + pad * 2);
        canvas.height = Math.ceil(size * 2.8) + (background ? 4 : 0);
        pen.font = font(size);
        pen.textBaseline = "middle";
        if (background) {
            pen.fillStyle = background;
            pen.beginPath();
            pen.roundRect(0, 0, canvas.width, canvas.height, size * 0.6);
            pen.fill();
        } else {
            pen.lineWidth = 6;
            pen.lineJoin = "round";
            pen.strokeStyle = halo;
            pen.strokeText(shown, pad, canvas.height / 2);
        }
        pen.fillStyle = color;
        pen.fillText(shown, pad, canvas.height / 2);
        return pen.getImageData(0, 0, canvas.width, canvas.height);
    };
})(globalThis.ehorizon ??= {});
