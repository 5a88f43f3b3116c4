"use strict";
// The list of frames. Only the rows on the screen exist as elements.
(function (eh) {
    const rowHeight = 26;

    eh.Messages = class extends eh.Events {
        #scene; #settings; #list; #space; #rows; #chips; #filter; #detail; #bus; #follow; #matching = null; #matchKey = ""; #selected = -1; #time = 0; #high = 400; #pool = []; #facts = "";
        constructor(element, scene, settings) {
            super();
            this.#scene = scene;
            this.#settings = settings;
            this.#chips = eh.el("div", { class: "chips", role: "group", "aria-label": "Message types" });
            this.#filter = eh.el("div", { class: "filter" });
            this.#bus = eh.el("div", { class: "bus-line" });
            this.#space = eh.el("div", { class: "list-space" });
            this.#rows = eh.el("div", { class: "list-rows" });
            this.#list = eh.el("div", { class: "list", tabindex: "0" }, this.#space, this.#rows);
            this.#detail = eh.el("div", { class: "detail" });
            const head = eh.el("div", { class: "list-head" }, ...["Time", "Message", "Path", "Offset", "Data"].map((text) => eh.el("span", { text })));
            element.append(this.#chips, this.#filter, this.#bus, head, this.#list, this.#detail);
            this.#list.addEventListener("scroll", () => this.#draw());
            this.#list.addEventListener("wheel", () => { this.#follow = false; }, { passive: true });
            this.#list.addEventListener("pointerdown", () => { this.#follow = false; });
            this.#list.addEventListener("keydown", (event) => this.#key(event));
            this.#rows.addEventListener("click", (event) => {
                const row = event.target.closest(".row");
                if (row) this.select(Number(row.dataset.index), true);
            });
            this.#follow = true;
            this.update = eh.throttle(400, (time) => this.#update(time));
            new ResizeObserver(() => { this.#high = this.#list.clientHeight; this.#draw(); }).observe(this.#list);
        }
        get table() { return this.#scene.frames.get(this.#scene.bus) ?? null; }
        get count() { return this.#matching ? this.#matching.length : this.table?.count ?? 0; }
        #indexOf(row) { return this.#matching ? this.#matching[row] : row; }
        #rowOf(index) {
            if (!this.#matching) return index;
            return eh.lastNotAbove(this.#matching.length, (i) => this.#matching[i], index);
        }
        /// The time of the page is followed again.
        followTime() { this.#follow = true; }

        #update(time) {
            this.#time = time;
            const table = this.table;
            this.#showChips(table);
            this.#showFilter();
            if (!table) { this.#list.hidden = true; this.#detail.textContent = "This scene has no frames."; return; }
            this.#showBus(table);
            this.#match(table);
            this.#space.style.height = `${this.count * rowHeight}px`;
            if (this.#follow) {
                const row = this.#rowOf(table.indexAt(time));
                this.#list.scrollTop = Math.max(0, (row + 1) * rowHeight - this.#high * 0.7);
            }
            this.#draw();
        }

        #match(table) {
            const { types, path, near } = this.#settings;
            const key = `${types}|${path}|${near}|${table.count}|${table.dropped}`;
            if (key === this.#matchKey) return;
            this.#matchKey = key;
            if (!types && path === null) { this.#matching = null; return; }
            const wanted = new Set(types ? types.split(",") : []);
            const numbers = new Uint8Array(256).fill(types ? 0 : 1);
            this.#scene.decoder.messages.forEach((message, i) => { if (wanted.has(message.name)) numbers[i] = 1; });
            if (wanted.has("other")) numbers[255] = 1;
            const found = new Uint32Array(table.count);
            let count = 0;
            for (let i = 0; i < table.count; i++) {
                if (!numbers[table.messages[i]]) continue;
                if (path !== null && table.paths[i] !== path) continue;
                if (path !== null && near !== null && Math.abs(table.offsets[i] - near) > 100) continue;
                found[count++] = i;
            }
            this.#matching = found.subarray(0, count);
        }

        #chipKey = "";
        #showChips(table) {
            if (!table) return;
            const counts = [...table.countsByMessage].sort((a, b) => b[1] - a[1]);
            const key = `${counts.join()}|${this.#settings.types}`;
            if (key === this.#chipKey) return;
            this.#chipKey = key;
            const chosen = new Set(this.#settings.types ? this.#settings.types.split(",") : []);
            this.#chips.replaceChildren(...counts.map(([name, count]) => eh.el("button", {
                class: "chip", "aria-pressed": String(chosen.has(name)), data: { type: name },
                on: { click: () => {
                    if (chosen.has(name)) chosen.delete(name); else chosen.add(name);
                    this.#settings.change({ types: [...chosen].join() });
                } },
            }, eh.el("span", { text: name }), eh.el("small", { text: count.toLocaleString("en") }))));
        }

        #showFilter() {
            const { path, near } = this.#settings;
            const key = `${path}|${near}`;
            if (this.#filter.dataset.key === key) return;
            this.#filter.dataset.key = key;
            const input = eh.el("input", { type: "number", min: "0", max: "63", placeholder: "all", id: "path-filter", value: path ?? undefined,
                                           on: { change: (event) => this.#settings.change({ path: event.target.value === "" ? null : Number(event.target.value), near: null }) } });
            this.#filter.replaceChildren(eh.el("label", { for: "path-filter", text: "Path index" }), input);
            if (near !== null) this.#filter.append(eh.el("button", { class: "chip", "aria-pressed": "true", text: `offset ${Math.round(near - 100)}…${Math.round(near + 100)} m ✕`,
                                                                      on: { click: () => this.#settings.change({ near: null }) } }));
            if (path !== null) this.#filter.append(eh.el("button", { class: "chip", text: "All paths", on: { click: () => this.#settings.change({ path: null, near: null }) } }));
        }

        #showBus(table) {
            const load = this.#scene.loads.get(this.#scene.bus), limit = this.#scene.source(this.#scene.bus)?.bus?.limit ?? null;
            const index = load ? eh.lastNotAbove(load.times.length, (i) => load.times[i], this.#time) : -1;
            const share = index < 0 ? null : load.shares[index];
            const percent = (value) => value === null ? "unknown" : `${eh.number(value * 100, 1)} %`;
            const facts = [["Bus load", percent(share)], ["Limit", limit === null ? "none" : percent(limit)], ["Highest", percent(load?.most ?? null)],
                           ["Longest POSITION gap", table.lastPosition === null ? "unknown" : `${eh.number(table.longestGap, 2)} s`],
                           ["Gaps", String(table.gaps.length)]];
            const key = facts.join();
            if (key === this.#facts) return;
            this.#facts = key;
            this.#bus.replaceChildren(...facts.map(([name, value]) => eh.el("span", {}, eh.el("small", { text: name }), eh.el("b", { text: value }))));
            this.#bus.classList.toggle("over", share !== null && limit !== null && share > limit);
        }

        #draw() {
            const table = this.table;
            if (!table) return;
            const first = Math.max(0, Math.floor(this.#list.scrollTop / rowHeight) - 2);
            const last = Math.min(this.count, first + Math.ceil(this.#high / rowHeight) + 5);
            const now = table.indexAt(this.#time);
            while (this.#pool.length < last - first) {
                const element = eh.el("div", { class: "row" }, ...["", "", "", "", "hex"].map((name) => eh.el("span", { class: name })));
                this.#pool.push(element);
                this.#rows.append(element);
            }
            this.#pool.forEach((element, i) => {
                const row = first + i;
                element.hidden = row >= last;
                if (row < last) this.#fill(element, row, this.#indexOf(row), now, table);
            });
        }

        #fill(element, row, index, now, table) {
            element.className = `row${index > now ? " later" : ""}${index === now ? " now" : ""}${index === this.#selected ? " selected" : ""}`;
            const key = `${row}|${index}|${table.dropped}`;
            if (element.dataset.key === key) return;
            Object.assign(element.dataset, { key, index, type: table.name(index) });
            element.style.transform = `translateY(${row * rowHeight}px)`;
            const time = table.times[index], offset = table.offset(index);
            [eh.clock(time, this.#scene.head.start).slice(0, 8) + (time % 1).toFixed(3).slice(1), table.name(index), table.path(index) ?? "", offset ?? "", eh.hexOf(table.data(index))]
                .forEach((text, i) => { element.children[i].textContent = text; });
        }

        /// Selects a frame: its signals are shown, and its place lights up.
        select(index, isByPerson = false) {
            const table = this.table;
            if (!table || index < 0 || index >= table.count) return;
            this.#selected = index;
            const signals = this.#scene.decoder.decode(table.identifiers[index], table.data(index));
            this.#detail.replaceChildren(
                eh.el("h3", {}, eh.el("span", { text: `${table.name(index)} ` }), eh.el("small", { text: `0x${table.identifiers[index].toString(16).toUpperCase()}` })),
                eh.el("dl", {}, ...signals.flatMap((signal) => [eh.el("dt", { text: signal.title, title: `raw ${signal.raw}` }),
                    eh.el("dd", { class: signal.isUnknown ? "unknown" : "", text: `${signal.text}${/\d$/.test(signal.text) && signal.unit ? ` ${signal.unit}` : ""}` })])));
            if (isByPerson) {
                this.#follow = false;
                this.emit("select", { index, time: table.times[index], name: table.name(index), path: table.path(index), offset: table.offset(index) });
            } else this.#list.scrollTop = Math.max(0, this.#rowOf(index) * rowHeight - this.#high / 2);
            this.#draw();
        }

        #key(event) {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step || this.#selected < 0) return;
            event.preventDefault();
            event.stopPropagation();
            const row = eh.clamp(this.#rowOf(this.#selected) + step, 0, this.count - 1);
            this.select(this.#indexOf(row), true);
            const top = row * rowHeight;
            if (top < this.#list.scrollTop) this.#list.scrollTop = top;
            if (top + rowHeight > this.#list.scrollTop + this.#high) this.#list.scrollTop = top + rowHeight - this.#high;
        }
    };
})(globalThis.ehorizon ??= {});
