"use strict";
// Joins the parts of the page.
(function (eh) {
    const byId = (id) => document.getElementById(id);
    const settings = new eh.Settings(), scene = new eh.Scene(), player = new eh.Player(scene), quality = new eh.Quality();
    Object.assign(eh, { settings, scene, player, quality, measured: { started: performance.now() } });
    const maps = eh.maps = new eh.Maps(byId("maps"), scene, settings, quality);
    const toolbar = new eh.Toolbar(byId("tools"), scene, settings);
    const controls = new eh.Controls(byId("controls"), player, scene, settings);
    const timeline = new eh.Timeline(byId("timeline"), scene);
    const charts = eh.charts = new eh.Charts(byId("charts"), scene, settings);
    const messages = eh.messages = new eh.Messages(byId("tab-messages"), scene, settings);
    const paths = new eh.PathList(byId("tab-paths")), why = eh.why = new eh.WhyPanel(byId("tab-why"), scene);
    const events = new eh.EventList(byId("tab-events"), scene);

    eh.notice = function (text) {
        byId("notice").textContent = text ?? "";
        byId("notice").hidden = !text;
        clearTimeout(eh.noticeTimer);
        if (text) eh.noticeTimer = setTimeout(() => { byId("notice").hidden = true; }, 6000);
    };

    function showLayout() {
        document.documentElement.dataset.theme = settings.theme;
        byId("stage").classList.toggle("no-charts", !settings.showCharts);
        byId("stage").classList.toggle("no-side", !settings.showSide);
        byId("tabs").replaceChildren(...eh.tabs.map(([name, title]) => eh.el("button", { class: "tab-button", role: "tab", id: `show-${name}`, text: title,
                                                                                     "aria-selected": String(settings.tab === name), on: { click: () => settings.change({ tab: name }) } })));
        for (const [name] of eh.tabs) byId(`tab-${name}`).hidden = settings.tab !== name;
    }

    /// Draws everything for the player's time. Lists and charts are slower than the map and limit their rate.
    function show(isForced = false) {
        if (!scene.head || maps.panels.length === 0) return;
        const time = player.time, isPlaying = player.isPlaying || player.isLive;
        maps.show(time, isPlaying, isForced);
        controls.showTime();
        timeline.show(time);
        charts.update(time, isPlaying);
        const source = maps.first.sourceId;
        if (settings.showSide) {
            if (settings.tab === "messages") messages.update(time);
            else if (settings.tab === "paths") paths.update(maps.first.state, settings);
            else if (settings.tab === "why") why.update(source, time);
            else events.update(time);
        }
        maps.drawLegend();
        settings.t = time;
        if (!isPlaying) settings.write();
    }
    eh.show = show;

    scene.on("head", (head) => {
        byId("title").textContent = head.title || "ehorizon view";
        document.title = `${head.title || "horizon"} – ehorizon`;
        byId("live").hidden = !head.live;
        const second = head.sources.find((source) => source.kind === "client");
        if (settings.left === null && settings.right === null && head.sources.length > 1 && second && innerWidth >= 1000) settings.right = second.id;
        toolbar.build();
        maps.arrange();
    });
    scene.on("source", () => toolbar.build());
    scene.on("geometry", () => { for (const panel of maps.panels) panel.showCaption(); });
    scene.on("drop", () => timeline.refresh());
    player.on("time", () => { if (!player.isPlaying) messages.followTime(); show(); });
    player.on("state", () => controls.show());
    settings.on("change", (names) => {
        if (names.some((name) => ["theme", "tab", "showCharts", "showSide"].includes(name))) showLayout();
        if (names.includes("theme")) { timeline.refresh(); charts.refresh(); }
        if (names.includes("left") || names.includes("right")) maps.arrange();
        if (names.some((name) => ["theme", "palette", "roads"].includes(name))) maps.paint();
        if (scene.head) toolbar.build();
        if (names.includes("showCharts") || names.includes("showSide")) for (const panel of maps.panels) panel.map.resize();
        show(true);
    });
    settings.on("opened", () => player.seek(settings.t ?? 0));
    maps.on("camera", (camera) => { settings.camera = camera; settings.write(); });
    toolbar.on("overview", () => maps.overview());
    controls.on("overview", () => maps.overview());
    toolbar.on("help", () => { eh.drawHelp(byId("help")); byId("help").showModal(); });
    timeline.on("seek", (time, event) => { player.pause(); player.seek(time); if (event) eh.openEvent(event); });
    charts.on("hover", (at) => maps.light(at));
    controls.on("frame", (index) => { if (typeof index === "number") { settings.change({ tab: "messages" }); messages.update(player.time); messages.select(index); lightFrame(index); } });
    controls.on("clear", () => { settings.change({ selected: null, path: null, near: null }); maps.light(null); eh.closeCard(); });
    controls.on("goto", (text, input) => {
        const place = eh.parsePlace(text), time = place ? eh.timeNear(place) : eh.parseTime(text, scene.head?.start);
        input.setCustomValidity(time === null ? "Write a time (83.5, 12:03:17) or a place (LAT,LON)." : "");
        if (time === null) { input.reportValidity(); return; }
        player.pause();
        player.seek(time);
        if (place) maps.light(place, "place");
    });

    /// The time at which the car of the first source is nearest to a place.
    eh.timeNear = function (place) {
        const track = scene.tracks.get(maps.first.sourceId);
        let least = Infinity, time = null;
        for (let i = 0; i < track.count; i++) {
            const found = /"car":\{[^}]*"at":\[(-?[\d.]+),(-?[\d.]+)\]/.exec(track.texts.text(i));
            if (!found) continue;
            const far = eh.distance(place, [Number(found[1]), Number(found[2])]);
            if (far < least) { least = far; time = track.times[i]; }
        }
        return time;
    };

    /// The path that had an index on the wire at a time, in the source of the frames.
    eh.pathOfIndex = function (index, time) {
        const track = scene.tracks.get(scene.bus);
        for (const path of track?.stateAt(time).paths.values() ?? []) if (path.index === index) return path;
        return null;
    };
    function lightFrame(index) {
        const table = messages.table;
        const [pathIndex, offset] = [table.path(index), table.offset(index)];
        const path = pathIndex === null ? null : eh.pathOfIndex(pathIndex, table.times[index]);
        const at = path && offset !== null ? eh.placeAt(path, offset) : null;
        maps.light(at, at ? `${table.name(index)} · path ${pathIndex} · ${offset} m` : null);
        if (!at) eh.notice(pathIndex === null ? "This message has no place." : `Path ${pathIndex} has no known shape at this time.`);
        return at;
    }
    messages.on("select", ({ index, time }) => {
        player.pause();
        player.seek(time);
        const at = lightFrame(index);
        if (at && !maps.first.map.getBounds().contains(at)) { settings.change({ follow: false }); maps.first.map.jumpTo({ center: at, padding: { top: 0 } }); }
    });
    const choosePath = (id) => { settings.change({ selected: id }); eh.openPath(id, maps.first); };
    paths.on("path", choosePath);
    why.on("path", choosePath);
    events.on("event", (event) => { player.pause(); player.seek(event.t); eh.openEvent(event); });
    maps.on("click", (hit) => eh.openHit(hit));

    showLayout();
    eh.drawHelp(byId("help"));
    let isFirst = true, isOpen = false;
    const hasTime = settings.t !== null;
    // A scene that is being read leaves the processor to the reader.
    const showRead = eh.throttle(150, () => { if (!isOpen && scene.end >= settings.t && player.time < settings.t) player.seek(settings.t); });
    const refreshTimeline = eh.throttle(500, () => timeline.refresh());
    // A live one is shown as it comes, in the browser's next frame.
    let isDue = false;
    function showLive() {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(() => { isDue = false; if (player.isLive) player.grown(); });
        refreshTimeline();
    }
    const records = eh.readRecords((record, text) => scene.take(record, text), () => {
        if (!scene.head) return;
        if (isFirst) {
            isFirst = false;
            if (scene.head.live) player.goLive(); else player.seek(settings.t ?? 0);
        }
        if (player.isLive) showLive(); else showRead();
    });
    records.then(() => {
        if (!scene.head) { eh.notice("The scene is empty."); return; }
        isOpen = true;
        timeline.refresh();
        eh.measured.opened = performance.now();
        maps.first?.map.once("idle", () => { eh.measured.shown = performance.now(); });
        player.setSpeed(settings.speed);
        // Without a time, and where nobody chose one meanwhile, the page shows the first tree.
        if (!player.isLive) player.seek(hasTime || player.time > scene.start ? settings.t : scene.beginning);
        else player.pause();
        show(true);
    }).catch((error) => { console.error(error.message); eh.notice(`The scene cannot be read: ${error.message}`); });
})(globalThis.ehorizon ??= {});
