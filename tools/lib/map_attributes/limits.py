"""The speed limits that the tags of a way state, or the law where they do not."""
import re

# The limits inside and outside of built-up areas in the countries of the extracts.
LAW = {"AD": (50, None), "AT": (50, 100), "BE": (50, None), "CH": (50, 80), "ES": (None, 90),
       "FI": (50, 80), "FR": (50, 80), "LI": (50, 80), "MC": (50, None), "NO": (50, 80),
       "PT": (50, 90)}
MOTORWAYS = {"AD": 120, "AT": 130, "BE": 120, "CH": 120, "ES": 120, "FR": 130, "PT": 120}
LIVING = {"AD": "20", "AT": "walk", "BE": "20", "CH": "20", "ES": "20", "FI": "20", "FR": "20",
          "LI": "20", "NO": "walk", "PT": "20"}
SLOW = {"motorway": (40, 150), "trunk": (20, 145), "primary": (20, 130), "residential": (5, 80),
        "living_street": (3, 40), "pedestrian": (3, 40), "service": (3, 90), "track": (3, 90)}


class Limits:
    """What a link has to say of speed limits; a part of Expectation."""

    def built_up(self):
        for key in ("zone:traffic", "maxspeed:type", "source:maxspeed", "maxspeed:source", "maxspeed"):
            last = self.tags.get(key, "").lower().split(":")[-1]
            if last in ("urban", "rural"):
                return last == "urban", "tagged" if key == "zone:traffic" else "derived"
        return None

    def drawn_built_up(self):
        """What there is to be said besides in a residential area that is drawn."""
        tags = self.tags
        if (self.is_ferry or self.built_up() or self.highway in ("motorway", "trunk")
                or tags.get("motorroad") == "yes"
                or tags.get("tunnel", "no") not in ("", "no", "culvert")):
            return set()
        urban = LAW.get(self.country, (None, None))[0]
        limits = {direction: self.limit(direction) for direction in self.directions}
        for limit in limits.values():
            number = re.match("[0-9]+", limit[0]) if limit else None
            speed = int(number.group()) * (1.609344 if "mph" in limit[0] else 1) if number else 0
            if speed > (urban or 60) or limit and limit[0].startswith("none"):
                return set()
        rows = {("builtUpArea", "1", "both", "derived")}
        silent = {direction for direction in self.directions if not limits[direction]
                  and self.tagged(direction) is None}
        if urban and self.highway not in ("living_street", "track", "pedestrian") and not (
                self.highway == "service" and "service" in tags) and silent:
            rows.add(("speedLimit", f"{urban} source=law", self.name(silent), "legal default"))
        return rows

    def limits(self):
        tags = self.tags
        built_up = self.built_up()
        if built_up:
            self.add("builtUpArea", "1" if built_up[0] else "0", "both", built_up[1])
        found = {}
        for direction in self.directions:
            limit = self.limit(direction)
            if limit:
                found[direction] = limit
        if self.way in self.source.doubtful:
            high = self.source.doubtful[self.way]
            found = {direction: (text if "rejected" in text else f"{text} doubtful"
                                 + (" rejected" if high else ""), provenance)
                     for direction, (text, provenance) in found.items()}
        def kind(text):
            return "particularSpeedLimit" if "rejected" in text else "speedLimit"
        if self.both and len(found) == 2 and found["forward"] == found["backward"]:
            text, provenance = found["forward"]
            self.add(kind(text), text, "both", provenance)
        else:
            for direction, (text, provenance) in found.items():
                self.add(kind(text), text, direction, provenance)
        for key, value in tags.items():
            if key.startswith("maxspeed:"):
                self.particular_limit(key.split(":")[1:], value)

    def particular_limit(self, parts, value):
        holds = self.directions & ({parts.pop()} if parts[-1] in ("forward", "backward")
                                   else {"forward", "backward"})
        kinds = {"hgv": "truck", "trailer": "trailer", "bus": "bus", "advisory": "advisory",
                 "goods": "goods", "hgv_articulated": "articulatedTruck"}
        states = {"wet": "wet", "rain": "wet", "snow": "snow", "night": "night",
                  "seasonal:winter": "winter"}
        direction = self.name(holds)
        if parts in ([], ["type"], ["source"], ["both_ways"], ["motorcar"], ["motor_vehicle"], ["vehicle"]):
            return
        if ":".join(parts) in states and value.isdigit():
            self.add("particularSpeedLimit", value, direction)
            self.add("condition", states[":".join(parts)], direction)
            return
        if parts == ["lanes"] and len(holds) == 1:
            for lane, text in enumerate(value.split("|"), 1):
                if text.isdigit():
                    self.add("particularSpeedLimit", f"{text} lane lane={lane}", direction)
        elif parts == ["conditional"]:
            found = re.fullmatch(r"(\d+) @ \((\w{3}) (\d+) ?- ?(\w{3}) (\d+)\)", value)
            if not found:
                self.unchecked[f"maxspeed:conditional={value}"] += 1
                return
            text, first, day, last, until = found.groups()
            self.add("particularSpeedLimit", text, direction)
            self.add("condition", f"{first} {int(day):02}-{last} {int(until):02}", direction)
        elif len(parts) == 1 and parts[0] in kinds and value.isdigit():
            self.add("particularSpeedLimit", f"{value} {kinds[parts[0]]}", direction)
        else:
            self.unchecked[f"maxspeed:{':'.join(parts)}={value}"] += 1

    def tagged(self, direction):
        """The value of the key that says most exactly what a car may drive in a direction."""
        keys = [f"maxspeed:{vehicle}{suffix}" for vehicle in ("motorcar", "motor_vehicle", "vehicle")
                for suffix in (f":{direction}", "")]
        keys += [f"maxspeed:{direction}", "maxspeed:both_ways", "maxspeed"]
        return next((self.tags[key] for key in keys if key in self.tags), None)

    def limit(self, direction):
        tags = self.tags
        value = self.tagged(direction)
        basis = [tags.get(key) for key in (
            "zone:maxspeed", f"maxspeed:type:{direction}", "maxspeed:type",
            f"source:maxspeed:{direction}", "source:maxspeed", "maxspeed:source")]
        source = ""
        for index, text in enumerate(basis):
            if text and (index == 0 or re.search(r"(^|:)zone:?\d", text)):
                source = " source=zone"
            elif text and text.split(":")[-1] in ("urban", "rural"):
                source = " source=law"
            if source:
                break
        else:
            if "sign" in basis:
                source = " source=sign"
        if value is None:
            return self.lawful(basis)
        if not re.fullmatch(r"[0-9]+( ?mph)?|none|walk|signals", value):
            return None
        number = re.match("[0-9]+", value)
        if number and not 1 <= int(number.group()) <= 300:
            return None
        text = value.replace("signals", "variable") + source
        low, high = SLOW.get(self.highway, (10, 120))
        low = 20 if self.is_ramp else low
        if number and not low <= int(number.group()) <= high:
            text += " doubtful rejected"
        if value == "none" and self.highway not in ("motorway", "trunk", "primary"):
            text += " doubtful rejected"
        return text, "tagged"

    def lawful(self, basis):
        for text in basis:
            zone = re.search(r"(?:^|:)zone:?(\d+)$", text or "")
            if zone:
                return f"{zone.group(1)} source=zone", "tagged"
        for text in basis:
            if text and text.split(":")[-1] in ("urban", "rural"):
                code = text.split(":")[0].upper()
                limit = LAW.get(code, (None, None))[text.endswith("rural")]
                return (f"{limit} source=law", "legal default") if limit else None
        limit = None
        built_up = self.built_up()
        if self.highway == "motorway":
            limit = None if self.is_ramp else MOTORWAYS.get(self.country)
        elif self.highway == "living_street":
            limit = LIVING.get(self.country)
        elif self.highway in ("track", "pedestrian") or (
                self.highway == "service" and "service" in self.tags) or not built_up:
            return None
        elif self.tags.get("motorroad") != "yes":
            limit = LAW[self.country][0 if built_up[0] else 1]
        return (f"{limit} source=law", "legal default") if limit else None
