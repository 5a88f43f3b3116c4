extension WiresharkDissector {
    /// What reads the tables.
    static let program = """
        local adasis = Proto("adasis", "ADASIS v2")
        local short_type, long_type = 4, 5

        local choices = {}
        for index, layout in ipairs(layouts) do choices[index] = { index, layout.name, index } end
        adasis.prefs.layout = Pref.enum("Layout", 1, "Where the fields lie in the frames", choices, false)

        -- A name for a filter: adasis.speed_m_per_s of speed and m/s, adasis.mapVersionQuarter.number without a unit.
        local function filter_name(name, unit)
          local suffix = (unit or ""):gsub("%%", "percent"):gsub("/", "_per_")
          return name .. (suffix ~= "" and "_" .. suffix or ".number")
        end

        -- One Wireshark field for each field's name, such as adasis.offset, one for its words, and one for its
        -- value in physical units, such as adasis.speed_m_per_s.
        local fields = { message = ProtoField.string("adasis.message", "Message") }
        for _, message in pairs(messages) do
          for name in pairs(message.fields) do
            if not fields[name] then
              fields[name] = ProtoField.uint32("adasis." .. name, name)
              fields[name .. ".text"] = ProtoField.string("adasis." .. name .. ".text", name .. " in words")
            end
          end
        end

        -- What a named number is, such as the speed limit "50"; nil where the name is none.
        local function number_of(text) return text and tonumber(text) end

        local function add_number(name, label)
          if not fields[name] then fields[name] = ProtoField.double("adasis." .. name, label) end
        end
        for _, message in pairs(messages) do
          for name, field in pairs(message.fields) do
            if field.factor then add_number(filter_name(name, field.unit), name) end
            for _, text in pairs(field.names or {}) do
              if number_of(text) then add_number(name .. ".number", name .. " as a number") end
            end
          end
        end

        -- The values of profiles, such as adasis.profile.curvature_1_per_m: value, value0 and value1 alike.
        local function profile_name(coding)
          return filter_name("profile." .. coding.name:gsub("-", "_"), coding.unit)
        end
        for _, profiles in ipairs({ short_profiles, long_profiles }) do
          for _, coding in pairs(profiles) do
            if coding.factor or coding.name == "curvature" then
              add_number(profile_name(coding), coding.name)
            end
          end
        end
        local list = {}
        for _, field in pairs(fields) do list[#list + 1] = field end
        adasis.fields = list
        local wrong = ProtoExpert.new("adasis.wrong", "Not a message of the layout",
          expert.group.MALFORMED, expert.severity.WARN)
        adasis.experts = { wrong }

        -- The number in a signal's bits, and the bytes that they are in.
        local function extract(buffer, start, width, is_motorola)
          local value, bit, first, last = 0, start, start, start
          for place = 0, width - 1 do
            local byte = buffer(math.floor(bit / 8), 1):uint()
            local set = math.floor(byte / 2 ^ (bit % 8)) % 2
            if is_motorola then value = value * 2 + set else value = value + set * 2 ^ place end
            last = bit
            if not is_motorola then bit = bit + 1
            elseif bit % 8 == 0 then bit = bit + 15
            else bit = bit - 1 end
          end
          first, last = math.floor(first / 8), math.floor(last / 8)
          return value, buffer(first, last - first + 1)
        end

        local function with_unit(text, unit)
          return unit and (text .. " " .. unit) or text
        end

        local function flag_names(value, names)
          local set = {}
          for index, name in ipairs(names) do
            if math.floor(value / 2 ^ (index - 1)) % 2 == 1 then set[#set + 1] = name end
          end
          return #set > 0 and table.concat(set, "+") or "none"
        end

        -- Eight bands of 64 codes, each with twice the step of the one before.
        local function curvature(raw)
          local distance = math.abs(raw - 511)
          local band = math.min(math.floor(distance / 64), 7)
          local step = 2 ^ band
          local k = (distance - 64 * band) * step + 64 * (step - 1)
          return (raw < 511 and -k or k) / 100000
        end

        local function parts_text(value, parts)
          local texts, rest, top = {}, value, 32
          for _, part in ipairs(parts) do
            top = top - part[2]
            local number = math.floor(rest / 2 ^ top)
            rest = rest - number * 2 ^ top
            local text = string.format("%d", number)
            if part.words then text = part.words[number] or text end
            if part.names then text = part.names[number + 1] or "reserved" end
            if part.flags then text = flag_names(number, part.flags) end
            if not part.reserved then texts[#texts + 1] = part[1] .. "=" .. text end
          end
          return table.concat(texts, " ")
        end

        local function profile_text(raw, coding, largest)
          if raw == largest then return "n/a" end
          if not coding then return nil end
          if coding.parts then return parts_text(raw, coding.parts) end
          if raw == 0 and coding.zero then return coding.zero end
          if coding.flags then
            return raw < 2 ^ #coding.flags and flag_names(raw, coding.flags) or "reserved"
          end
          if coding.names then return coding.names[raw % (coding.mask or 1024) + 1] or "reserved" end
          local bound = ""
          if largest == 1023 and raw == 1022 then bound = ">=" end
          if largest == 1023 and raw == 0 and coding.offset ~= 0 then bound = "<=" end
          if coding.name == "curvature" then
            return with_unit(bound .. string.format("%.5f", curvature(raw)), coding.unit)
          end
          if not coding.factor then return nil end
          local value = raw * coding.factor + coding.offset
          if coding.highest and value > coding.highest then return "reserved" end
          return with_unit(bound .. string.format("%." .. coding.places .. "f", value), coding.unit)
        end

        -- The value of a profile in its unit, nil where it is not available or no number.
        local function profile_number(raw, coding, largest)
          if raw == largest or not coding then return nil end
          if coding.name == "curvature" then return curvature(raw) end
          if not coding.factor then return nil end
          local value = raw * coding.factor + coding.offset
          if coding.highest and value > coding.highest then return nil end
          return value
        end

        -- The physical value of a field and the name of its Wireshark field, nil where it has none.
        local function physical(name, raw, description, profile)
          if name == "value0" or name == "value1" then
            local coding = short_profiles[profile]
            return profile_number(raw, coding, 1023), coding and profile_name(coding)
          end
          if name == "value" then
            local coding = long_profiles[profile]
            return profile_number(raw, coding, 4294967295), coding and profile_name(coding)
          end
          local text = description.names and description.names[raw]
          if text then return number_of(text), name .. ".number" end
          if not description.factor then return nil end
          return raw * description.factor + description.offset, filter_name(name, description.unit)
        end

        -- What a field's number says, nil where it says no more than the number.
        local function words(name, raw, description, message_type, profile)
          if name == "value0" or name == "value1" then
            return profile_text(raw, short_profiles[profile], 1023)
          end
          if name == "value" then return profile_text(raw, long_profiles[profile], 4294967295) end
          if description.names and description.names[raw] then return description.names[raw] end
          if description.factor then
            local value = raw * description.factor + description.offset
            return with_unit(string.format("%.1f", value), description.unit)
          end
          return description.unit and with_unit(string.format("%d", raw), description.unit)
        end

        local function find(messages, buffer, id, extended)
          local other
          for _, message in ipairs(messages) do
            if message.id == id and message.extended == extended then
              if message.length ~= buffer:len() then return nil, message end
              local raw, is_type = {}, true
              for _, place in ipairs(message.fields) do
                local value, range = extract(buffer, place[2], place[3], place[4])
                raw[place[1]] = { value, range }
                if place[1] == "messageType" then is_type = value == message.type end
              end
              if is_type then return message, nil, raw end
              other = message
            end
          end
          return nil, other
        end

        local identifiers = { Field.new("can.id"), Field.new("can.flags.xtd") }

        function adasis.dissector(buffer, info, tree)
          local id, extended = identifiers[1](), identifiers[2]()
          if not id or not extended then return 0 end
          local layout = layouts[adasis.prefs.layout] or layouts[1]
          local message, other, raw = find(layout.messages, buffer, id.value, extended.value == true)
          if not message then
            if other then
              tree:add(adasis, buffer()):add_proto_expert_info(wrong)
              return buffer:len()
            end
            return 0
          end
          local description = messages[message.type]
          info.cols.protocol = "ADASIS v2"
          local branch = tree:add(adasis, buffer(), "ADASIS v2, " .. description.name)
          branch:add(fields.message, buffer(), description.name)
          local profile = raw.profileType and raw.profileType[1]
          local shown = {}
          for _, place in ipairs(message.fields) do
            local name = place[1]
            local value, range = raw[name][1], raw[name][2]
            local text = words(name, value, description.fields[name], message.type, profile)
            local line = branch:add(fields[name], range, value)
            if text then
              line:append_text(" (" .. text .. ")")
              line:add(fields[name .. ".text"], range, text):set_generated()
            end
            local number, number_name = physical(name, value, description.fields[name], profile)
            if number then line:add(fields[number_name], range, number):set_generated() end
            if name == "pathIndex" or name == "offset" or name == "profileType" or name == "value0"
              or name == "value" or name == "subPathIndex" or name == "speed" or name == "turnAngle" then
              shown[#shown + 1] = name .. " " .. (text or string.format("%d", value))
            end
          end
          info.cols.info = description.name .. " " .. table.concat(shown, ", ")
          return buffer:len()
        end

        local by_id = { [false] = DissectorTable.get("can.id"), [true] = DissectorTable.get("can.extended_id") }
        for _, layout in ipairs(layouts) do
          for _, message in ipairs(layout.messages) do
            by_id[message.extended]:add(message.id, adasis)
          end
        end

        """
}
