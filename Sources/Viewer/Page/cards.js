"use strict";
// The card on the map: what a click found, and the pin that asks for the tree of another place.
(function (eh) {

    eh.closeCard = function () { for (const panel of eh.maps.panels) panel.card.hidden = true; };

    function open(panel, title, facts, ...actions) {
        eh.closeCard();
        panel.card.hidden = false;
        panel.card.replaceChildren(
            eh.el("header", {}, eh.el("b", { text: title }), eh.el("button", { class: "close", text: "✕", "aria-label": "Close", on: { click: () => eh.closeCard() } })),
            eh.el("dl", {}, ...facts.filter(([, value]) => value !== undefined).flatMap(([name, value]) => [eh.el("dt", { text: name }),
                eh.el("dd", { class: value === null ? "unknown" : "", text: value === null ? "unknown" : String(value) })])),
            eh.el("div", { class: "actions" }, ...actions));
    }
    const button = (text, action, id) => eh.el("button", { class: "button", text, id, on: { click: action } });
    const percent = (value) => value === null || value === undefined ? null : `${eh.number(value * 100, 1)} %`;

    /// A path, at an offset where a place was clicked.
    eh.openPath = function (id, panel, place = null) {
        const path = panel.state.paths.get(id);
        if (!path) return;
        const offset = place ? panel.offsetNear(path, place) : null;
        const facts = [["Index on the wire", path.index], ["Level", path.level], ["Branch probability", percent(path.probability)], ["Total probability", percent(path.total)],
                       ["Drivable", path.drivable === false ? "no" : "yes"], ["End", path.end ?? undefined]];
        if (offset !== null) {
            facts.push(["Offset", `${eh.number(offset, 0)} m`]);
            for (const attribute of eh.scene.head.attributes ?? []) {
                const value = eh.valueAt(path, attribute.name, offset);
                if (value !== undefined) facts.push([attribute.title ?? attribute.name, value === null ? null : `${attribute.names?.[value] ?? eh.number(value, 4)} ${attribute.unit ?? ""}`]);
            }
        }
        const actions = [];
        if (path.index !== null && eh.scene.bus !== null) {
            actions.push(button("Frames of this path", () => eh.settings.change({ path: path.index, near: null, tab: "messages", showSide: true }), "frames-of-path"));
            if (offset !== null) actions.push(button("Frames near here", () => eh.settings.change({ path: path.index, near: Math.round(offset), tab: "messages", showSide: true }), "frames-near"));
        }
        if (place && !eh.isSingleFile) actions.push(button("Tree here", () => eh.askTree(panel, place)));
        open(panel, `Path ${path.index ?? path.id}`, facts, ...actions);
    };

    eh.openEvent = function (event) {
        const at = event.at ?? eh.placeAt(eh.maps.first.state.paths.get(event.path), event.offset ?? 0);
        eh.maps.light(at ?? null, event.name ?? event.kind);
        open(eh.maps.first, `${event.kind}${event.name ? `: ${event.name}` : ""}`, [["Time", eh.clock(event.t, eh.scene.head.start)], ["Text", event.text], ["Path", event.path ?? undefined],
            ["Offset", event.offset === null || event.offset === undefined ? undefined : `${eh.number(event.offset, 0)} m`]]);
    };

    /// What a click on a map hit: an object, else a road of the map, else nothing.
    eh.openHit = function ({ object, place, roads, panel }) {
        const data = object?.data ?? {};
        if (data.event) { eh.player.pause(); eh.player.seek(data.event.t); eh.openEvent(data.event); return; }
        if (data.path !== undefined) {
            eh.settings.change({ selected: data.path });
            eh.openPath(data.path, panel, place);
            return;
        }
        if (object) { open(panel, object.id, Object.entries({ kind: object.kind, ...(typeof object.data === "object" ? object.data : { data: object.data }) }).map(([name, value]) => [name, value === null ? null : String(value)])); return; }
        if (roads.length) {
            const { name, number, ...more } = roads[0];
            open(panel, [number, name].filter(Boolean).join(" · ") || `Way ${more.way}`, ["class", "limit", "slope", "height", "lanes", "form", "tunnel", "bridge", "one_way"].map((key) => [key.replace("_", "-"), more[key] ?? (["tunnel", "bridge", "one_way"].includes(key) ? undefined : null)]).concat([["way", more.way]]),
                 eh.isSingleFile ? null : button("Tree here", () => eh.askTree(panel, place), "tree-here"));
            return;
        }
        eh.closeCard();
        eh.settings.change({ selected: null });
    };

    const pin = `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="48" viewBox="0 0 36 48"><path d="M18 47C10 33 3 27 3 17a15 15 0 0 1 30 0c0 10-7 16-15 30z" fill="#d55e00" stroke="#fff" stroke-width="2"/><circle cx="18" cy="17" r="6" fill="#fff"/></svg>`;

    /// Shows the tree that a car would have at a place, with a pin that can be dragged.
    eh.askTree = async function (panel, place) {
        const objects = panel.objects;
        let marker = objects.get("tree-pin");
        if (!marker) {
            await objects.addImage("tree-pin", pin, 44);
            marker = eh.marker({ id: "tree-pin", at: place, image: "tree-pin", anchor: "bottom", draggable: true });
            panel.own.add(marker);
            objects.on("dragend", (object) => { if (object.id === "tree-pin") showTree(panel, object.at); });
        } else marker.set({ at: place });
        await showTree(panel, place);
    };

    async function showTree(panel, place) {
        const step = await eh.ask(`tree?at=${place[1].toFixed(6)},${place[0].toFixed(6)}`);
        if (!step) { eh.notice("There is no road of the map at this place."); return; }
        panel.pinTree ??= new eh.TreeView(panel.objects, `pin-${panel.sourceId}`);
        const state = eh.fold(eh.emptyState, { ...step, reset: true });
        const { palette, theme, attribute } = eh.settings;
        eh.pinTrees = (eh.pinTrees ?? 0) + 1;
        panel.pinTree.draw({ ...state, tree: eh.pinTrees }, eh.scene, { palette, theme, attribute, selected: null, showChanges: false });
    }
})(globalThis.ehorizon ??= {});
