"use strict";
// Map objects from GeoJSON (RFC 7946) and back. A feature's properties have the names of the functions' options.
(function (eh) {
    const kept = ["color", "width", "opacity", "dashed", "colors", "outline", "outlineWidth", "radius", "pixels", "image", "anchor",
                  "rotation", "draggable", "text", "size", "halo", "background", "yields", "order", "visible", "data"];
    const makers = { polyline: "polyline", circle: "circle", polygon: "polygon", marker: "marker", label: "label" };

    /// The objects of a container as a FeatureCollection. `containers` names the containers around a feature.
    /// An overlay is an element of the page: GeoJSON cannot hold it and leaves it out.
    eh.toGeoJSON = function (container) {
        const features = [];
        const visit = (node, around) => {
            for (const child of node.children) {
                if (child.kind === "container") { visit(child, [...around, child.id]); continue; }
                if (child.kind === "overlay") continue;
                const properties = { kind: child.kind, containers: around };
                for (const name of kept) if (child[name] !== undefined && child[name] !== null) properties[name] = child[name];
                features.push({ type: "Feature", id: child.id, properties, geometry: geometryOf(child) });
            }
        };
        visit(container, []);
        return { type: "FeatureCollection", features };
    };

    function geometryOf(object) {
        if (object.kind === "polyline") return { type: "LineString", coordinates: object.points };
        if (object.kind === "polygon") return { type: "Polygon", coordinates: object.rings.map(eh.closed) };
        return { type: "Point", coordinates: object.at };
    }

    /// Adds the features to a container. Containers named in `containers` are made where they do not exist.
    /// The first feature that is not valid is refused by its id, and nothing is added.
    eh.fromGeoJSON = function (container, geojson) {
        const features = geojson.type === "FeatureCollection" ? geojson.features : [geojson];
        const made = features.flatMap((feature, index) => objectsOf(feature, index).map((object) => [object, feature.properties?.containers ?? []]));
        for (const [object, around] of made) {
            let inner = container;
            for (const id of around) {
                let next = inner.children.find((child) => child.kind === "container" && child.id === id);
                if (!next) { next = eh.container({ id }); inner.add(next); }
                inner = next;
            }
            inner.add(object);
        }
        return made.map(([object]) => object);
    };

    function objectsOf(feature, index) {
        const name = feature.id ?? `feature ${index + 1}`;
        const properties = feature.properties ?? {}, geometry = feature.geometry;
        const options = {};
        for (const key of kept) if (properties[key] !== undefined) options[key] = properties[key];
        if (feature.id !== undefined) options.id = String(feature.id);
        if (properties.kind !== undefined && !makers[properties.kind]) throw new Error(`"${name}": unknown kind "${properties.kind}"`);
        const parts = (coordinates, make) => coordinates.map((part, i) =>
            make(part, options.id === undefined || i === 0 ? options : { ...options, id: `${options.id}-${i + 1}` }));
        switch (geometry?.type) {
            case "LineString": return [eh.polyline({ ...options, points: geometry.coordinates })];
            case "MultiLineString": return parts(geometry.coordinates, (points, each) => eh.polyline({ ...each, points }));
            case "Polygon": return [eh.polygon({ ...options, rings: geometry.coordinates })];
            case "MultiPolygon": return parts(geometry.coordinates, (rings, each) => eh.polygon({ ...each, rings }));
            case "Point": return [onPoint({ ...options, at: geometry.coordinates }, properties.kind)];
            case "MultiPoint": return parts(geometry.coordinates, (at, each) => onPoint({ ...each, at }, properties.kind));
            default: throw new Error(`"${name}": geometry ${geometry?.type ?? "null"} is not supported`);
        }
    }

    function onPoint(options, kind) {
        const chosen = kind ?? (options.text !== undefined ? "label" : options.image !== undefined ? "marker" : "circle");
        if (chosen === "circle" && !options.radius && !options.pixels) options.pixels = 6;
        return eh[makers[chosen]](options);
    }
})(globalThis.ehorizon ??= {});
