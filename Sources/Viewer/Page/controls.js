"use strict";
// The player's buttons and the keyboard.
(function (eh) {
    eh.Controls = class extends eh.Events {
        #player; #scene; #play; #speed; #clock; #goto; #live;
        constructor(element, player, scene, settings) {
            super();
            this.#player = player;
            this.#scene = scene;
            const button = (id, text, title, action) => eh.el("button", { class: "button", id, text, title, "aria-label": title, on: { click: action } });
            const source = () => settings.left ?? scene.head?.sources[0]?.id ?? 0;
            this.#play = button("play", "▶", "Play (Space)", () => player.toggle());
            this.#speed = eh.el("select", { id: "speed", "aria-label": "Speed", on: { change: (event) => settings.change({ speed: Number(event.target.value) }) } },
                                ...eh.speeds.map((speed) => eh.el("option", { value: speed, text: `${speed}×` })));
            this.#clock = eh.el("output", { id: "clock" });
            this.#goto = eh.el("input", { id: "goto", type: "text", placeholder: "time or LAT,LON", "aria-label": "Go to a time or a place", autocomplete: "off",
                                          on: { change: () => this.emit("goto", this.#goto.value, this.#goto) } });
            this.#live = eh.el("button", { class: "button", id: "go-live", text: "● Live", title: "Follow the newest records", hidden: "", on: { click: () => player.goLive() } });
            element.append(
                button("back-fix", "◂ fix", "Previous fix (←)", () => player.stepFix(-1, source())), this.#play, button("next-fix", "fix ▸", "Next fix (→)", () => player.stepFix(1, source())),
                button("back-frame", "◂ frame", "Previous frame (Shift + ←)", () => this.emit("frame", player.stepFrame(-1))), button("next-frame", "frame ▸", "Next frame (Shift + →)", () => this.emit("frame", player.stepFrame(1))),
                this.#speed, this.#live, this.#clock, this.#goto);
            player.on("state", () => this.show());
            // Text that changes at each frame would lay the page out at each frame.
            this.showTime = eh.throttle(100, () => this.#showTime());
            settings.on("change", (names) => { if (names.includes("speed")) player.setSpeed(settings.speed); });
            window.addEventListener("keydown", (event) => this.#key(event, settings, source));
        }

        show() {
            const { isPlaying, isLive, speed } = this.#player;
            this.#play.textContent = isPlaying || isLive ? "❚❚" : "▶";
            this.#play.setAttribute("aria-label", isPlaying || isLive ? "Pause (Space)" : "Play (Space)");
            this.#speed.value = String(speed);
            this.#live.hidden = !this.#scene.head?.live;
            this.#live.setAttribute("aria-pressed", String(isLive));
            this.#showTime();
        }
        #showTime() {
            const { time } = this.#player, start = this.#scene.head?.start;
            this.#clock.textContent = `${eh.clock(time, start)}${typeof start === "number" ? " UTC" : ""}  ·  ${eh.number(time, 1)} / ${eh.number(this.#scene.end, 0)} s`;
        }

        #key(event, settings, source) {
            if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
            const player = this.#player;
            const arrow = (direction) => event.shiftKey ? this.emit("frame", player.stepFrame(direction)) : player.stepFix(direction, source());
            const faster = (direction) => settings.change({ speed: eh.speeds[eh.clamp(eh.speeds.indexOf(player.speed) + direction, 0, eh.speeds.length - 1)] });
            const actions = {
                " ": () => player.toggle(), ArrowLeft: () => arrow(-1), ArrowRight: () => arrow(1), ",": () => player.seek(player.time - 10), ".": () => player.seek(player.time + 10),
                "-": () => faster(-1), "+": () => faster(1), "=": () => faster(1), Home: () => player.seek(0), End: () => player.seek(this.#scene.end),
                n: () => settings.change({ view: "north", follow: true }), h: () => settings.change({ view: "heading", follow: true }), v: () => settings.change({ view: "driver", follow: true }),
                f: () => settings.change({ follow: !settings.follow }), o: () => this.emit("overview"), p: () => settings.change({ showCharts: !settings.showCharts }), l: () => settings.change({ showSide: !settings.showSide }),
                d: () => settings.change({ theme: settings.theme === "dark" ? "light" : "dark" }), g: () => this.#goto.focus(), Escape: () => this.emit("clear"),
                1: () => settings.change({ tab: "messages" }), 2: () => settings.change({ tab: "paths" }), 3: () => settings.change({ tab: "why" }), 4: () => settings.change({ tab: "events" }),
            };
            const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
            if (!action) return;
            event.preventDefault();
            action();
        }
    };
})(globalThis.ehorizon ??= {});
