"use strict";
// The car, the fix and other places where the car may be, as overlays: they move without a redraw of the map.
(function (eh) {
    const flat = (element) => ({ element, at: [0, 0], flat: true, visible: false });

    eh.CarView = class {
        #map; #container; #car; #error; #fix; #accuracy; #others = []; #errorMetres = null;
        constructor(objects, sourceId) {
            this.#map = objects.map;
            this.#container = objects.addContainer({ id: `s${sourceId}-car`, order: 90 });
            this.#error = eh.el("div", { class: "car-error" });
            this.#accuracy = eh.overlay({ id: `s${sourceId}-car-error`, ...flat(this.#error) });
            this.#fix = eh.overlay({ id: `s${sourceId}-fix`, order: 1, ...flat(eh.el("div", { class: "fix", title: "Fix" }, eh.el("div", { class: "fix-course" }))) });
            this.#car = eh.overlay({ id: `s${sourceId}-car-place`, order: 3, ...flat(eh.el("div", { class: "car" }, eh.el("div", { class: "car-arrow" }))) });
            this.#container.add(this.#accuracy, this.#fix, this.#car);
            this.#map.on("zoom", () => this.#sizeError());
        }

        /// `car` is the car of the state, moved between two steps; the rest comes from the state.
        show(state, car) {
            const at = car?.at ?? null;
            this.#place(this.#car, at, car?.heading ?? 0);
            if (at) {
                const element = this.#car.element;
                element.dataset.state = car.state ?? "on-path";
                element.title = `${car.state ?? "on-path"}, ${car.probability === null || car.probability === undefined ? "probability unknown" : `probability ${eh.number(car.probability * 100, 0)} %`}`;
                element.style.opacity = car.probability === null || car.probability === undefined ? 1 : 0.55 + 0.45 * car.probability;
            }
            const accuracy = car?.accuracy ?? state.fix?.accuracy ?? null;
            this.#errorMetres = accuracy;
            this.#place(this.#accuracy, accuracy === null ? null : at, 0);
            this.#sizeError();
            this.#place(this.#fix, state.fix?.at ?? null, state.fix?.course ?? 0);
            this.#fix.element.dataset.course = typeof state.fix?.course === "number" ? "known" : "unknown";
            this.#showOthers(state.others ?? []);
        }

        #place(overlay, at, rotation) {
            if ((at !== null) !== overlay.visible) overlay.set({ visible: at !== null, at: at ?? overlay.at, rotation });
            else if (at && overlay.move) overlay.move(at, rotation);
            else if (at) overlay.set({ at, rotation });
        }

        #sizeError() {
            if (this.#errorMetres === null) return;
            const latitude = this.#accuracy.at[1];
            const metresInPixel = 40075016.7 * Math.cos(latitude * Math.PI / 180) / (512 * 2 ** this.#map.getZoom());
            const size = `${Math.min(2000, 2 * this.#errorMetres / metresInPixel)}px`;
            this.#error.style.width = size;
            this.#error.style.height = size;
        }

        #showOthers(others) {
            while (this.#others.length < others.length) {
                const element = eh.el("div", { class: "candidate" }, eh.el("span"));
                const overlay = eh.overlay({ id: `${this.#container.id}-other-${this.#others.length}`, order: 2, element, at: [0, 0], visible: false });
                this.#others.push(overlay);
                this.#container.add(overlay);
            }
            this.#others.forEach((overlay, i) => {
                const other = others[i];
                if (other) {
                    overlay.element.firstChild.textContent = other.probability === null ? "?" : `${eh.number(other.probability * 100, 0)} %`;
                    overlay.element.title = "Other possible position of the car";
                }
                this.#place(overlay, other?.at ?? null, 0);
            });
        }
    };

    /// The car between two steps, so that it glides at any speed of the player.
    eh.carBetween = function (car, next, share) {
        if (!car?.at || !next?.at || share <= 0 || eh.distance(car.at, next.at) > 120) return car;
        const mix = (a, b) => a + (b - a) * share;
        const heading = typeof car.heading === "number" && typeof next.heading === "number"
            ? car.heading + eh.turned(car.heading, next.heading) * share : car.heading;
        return { ...car, heading, at: [mix(car.at[0], next.at[0]), mix(car.at[1], next.at[1])] };
    };
})(globalThis.ehorizon ??= {});
