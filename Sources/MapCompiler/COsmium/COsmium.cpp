#include "COsmium.h"

#include <osmium/io/any_input.hpp>
#include <osmium/osm/timestamp.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

/// The tags of a batch while it grows.
class Tags {
  public:
    explicit Tags(const cosmium_keys &keys)
        : required_(keys.required), ids_(keys.ids, keys.ids + keys.id_count) {
        names_.reserve(keys.count);
        for (size_t i = 0; i < keys.count; ++i) names_.emplace_back(keys.names[i]);
        for (size_t i = 0; i < keys.count; ++i) {
            const std::string_view name = names_[i];
            if (!name.empty() && name.back() == '*') {
                prefixes_.emplace_back(name.substr(0, name.size() - 1), static_cast<uint16_t>(i));
            } else {
                places_.emplace(name, static_cast<uint16_t>(i));
            }
        }
    }

    void clear() {
        tag_start_.assign(1, 0);
        value_start_.assign(1, 0);
        keys_.clear();
        text_.clear();
    }

    /// Adds the wanted tags of an object; false, and nothing added, where a required one is missing and
    /// its id is not wanted either.
    bool add(const osmium::TagList &tags, osmium::object_id_type id) {
        bool complete = required_ == 0 || std::binary_search(ids_.begin(), ids_.end(), id);
        const auto tag_count = keys_.size();
        const auto text_size = text_.size();
        for_each_tag(tags, [&](std::string_view key, std::string_view value) {
            const auto place = places_.find(key);
            if (place != places_.end()) {
                complete = complete || place->second < required_;
                keys_.push_back(place->second);
            } else {
                const auto prefix = prefix_of(key);
                if (!prefix) return;
                complete = complete || prefix->second < required_;
                keys_.push_back(prefix->second);
                text_.append(key.substr(prefix->first.size())).append(1, '=');
            }
            text_.append(value);
            value_start_.push_back(static_cast<uint32_t>(text_.size()));
        });
        if (!complete) {
            keys_.resize(tag_count);
            value_start_.resize(tag_count + 1);
            text_.resize(text_size);
            return false;
        }
        tag_start_.push_back(static_cast<uint32_t>(keys_.size()));
        return true;
    }

    cosmium_tags view() const {
        return {tag_start_.data(), keys_.data(), value_start_.data(), text_.data()};
    }

  private:
    using Prefix = std::pair<std::string_view, uint16_t>;

    /// Visits tags. libosmium's own iterator goes from zero byte to zero byte, and where a string of the
    /// file holds one itself beyond the end.
    template <typename Visit>
    static void for_each_tag(const osmium::TagList &tags, Visit visit) {
        const auto *at = reinterpret_cast<const char *>(tags.data());
        const auto *const end = at + tags.byte_size();
        at += sizeof(osmium::TagList);
        const auto next = [&] {
            const auto *const zero =
                static_cast<const char *>(std::memchr(at, 0, static_cast<size_t>(end - at)));
            if (!zero) throw std::runtime_error{"a tag holds a zero byte"};
            const std::string_view text{at, static_cast<size_t>(zero - at)};
            at = zero + 1;
            return text;
        };
        while (at < end) {
            const auto key = next();
            visit(key, next());
        }
    }

    const Prefix *prefix_of(std::string_view key) const {
        for (const auto &prefix : prefixes_) {
            if (key.size() > prefix.first.size() && key.substr(0, prefix.first.size()) == prefix.first) {
                return &prefix;
            }
        }
        return nullptr;
    }

    std::vector<std::string> names_;
    std::unordered_map<std::string_view, uint16_t> places_;
    std::vector<Prefix> prefixes_;
    size_t required_;
    std::vector<int64_t> ids_;
    std::vector<uint32_t> tag_start_, value_start_;
    std::vector<uint16_t> keys_;
    std::string text_;
};

osmium::osm_entity_bits::type entities(cosmium_objects objects) {
    switch (objects) {
    case COSMIUM_WAYS: return osmium::osm_entity_bits::way;
    case COSMIUM_RELATIONS: return osmium::osm_entity_bits::relation;
    default: return osmium::osm_entity_bits::node;
    }
}

cosmium_header read_header(osmium::io::Reader &reader) {
    const auto header = reader.header();
    cosmium_header result{};
    // A file that says nonsense about its borders is no worse than one that says nothing.
    const auto box = header.box();
    if (box && box.valid()) {
        result.has_box = 1;
        result.south = box.bottom_left().y();
        result.west = box.bottom_left().x();
        result.north = box.top_right().y();
        result.east = box.top_right().x();
    }
    result.is_history = header.has_multiple_object_versions() ? 1 : 0;
    for (const char *key : {"osmosis_replication_timestamp", "timestamp"}) {
        const auto text = header.get(key);
        if (text.empty() || result.timestamp != 0) continue;
        try {
            result.timestamp = osmium::Timestamp{text}.seconds_since_epoch();
        } catch (const std::exception &) {
            result.timestamp = 0;
        }
    }
    return result;
}

/// Libosmium reads ahead up to 20 blocks of the file and 20 decoded ones, each of some megabytes; the
/// compiler has them only to be read once. Whoever set these variables keeps them.
void bound_queues() {
    for (const char *queue : {"OSMIUM_MAX_INPUT_QUEUE_SIZE", "OSMIUM_MAX_OSMDATA_QUEUE_SIZE"}) {
        setenv(queue, "2", 0);
    }
}

void write_message(char *message, const char *text) {
    std::strncpy(message, text, COSMIUM_MESSAGE_SIZE - 1);
    message[COSMIUM_MESSAGE_SIZE - 1] = '\0';
    // What a file holds may be quoted in it.
    for (auto *at = message; *at; ++at) {
        if (static_cast<unsigned char>(*at) < ' ' || *at == '\x7F') *at = '?';
    }
}

/// Runs `body` and turns whatever it throws into a status and a message.
template <typename Body>
cosmium_status guarded(char *message, Body body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        write_message(message, "out of memory");
    } catch (const std::exception &error) {
        write_message(message, error.what());
    } catch (...) {
        write_message(message, "unknown error");
    }
    return COSMIUM_FAILED;
}

}  // namespace

struct cosmium_reader {
    cosmium_reader(const char *path, cosmium_objects objects, const cosmium_keys &keys)
        : pool(2, 4),
          reader(osmium::io::File{path}, entities(objects),
                 objects == COSMIUM_WAYS ? osmium::io::read_meta::yes : osmium::io::read_meta::no,
                 pool),
          header(read_header(reader)),
          tags(keys) {}

    /// Decoders. A short queue: what is decoded ahead of its use is memory for nothing.
    osmium::thread::Pool pool;
    osmium::io::Reader reader;
    cosmium_header header;
    Tags tags;
    std::vector<int64_t> ids, refs, timestamps;
    std::vector<uint32_t> ref_start, role_start;
    std::string types, roles;
    std::vector<int32_t> latitudes, longitudes;
};

cosmium_status cosmium_open(const char *path, cosmium_objects objects, const cosmium_keys *keys,
                            cosmium_reader **reader, char *message) {
    return guarded(message, [&] {
        bound_queues();
        *reader = new cosmium_reader(path, objects, *keys);
        return COSMIUM_OK;
    });
}

void cosmium_close(cosmium_reader *reader) {
    char message[COSMIUM_MESSAGE_SIZE];
    // What the last reads did not complain about is of no interest any more.
    (void)guarded(message, [&] {
        reader->reader.close();
        return COSMIUM_OK;
    });
    delete reader;
}

cosmium_header cosmium_get_header(const cosmium_reader *reader) { return reader->header; }

double cosmium_progress(const cosmium_reader *reader) {
    const auto size = reader->reader.file_size();
    if (size == 0) return 0;
    return std::min(1.0, static_cast<double>(reader->reader.offset()) / static_cast<double>(size));
}

cosmium_status cosmium_next_ways(cosmium_reader *reader, cosmium_ways *batch, char *message) {
    return guarded(message, [&] {
        const auto buffer = reader->reader.read();
        if (!buffer) return COSMIUM_END;
        reader->tags.clear();
        reader->ids.clear();
        reader->refs.clear();
        reader->timestamps.clear();
        reader->ref_start.assign(1, 0);
        for (const auto &way : buffer.select<osmium::Way>()) {
            if (!way.visible() || !reader->tags.add(way.tags(), way.id())) continue;
            reader->ids.push_back(way.id());
            reader->timestamps.push_back(way.timestamp().seconds_since_epoch());
            for (const auto &node : way.nodes()) reader->refs.push_back(node.ref());
            reader->ref_start.push_back(static_cast<uint32_t>(reader->refs.size()));
        }
        *batch = {reader->ids.size(), reader->ids.data(), reader->ref_start.data(),
                  reader->refs.data(), reader->timestamps.data(), reader->tags.view()};
        return COSMIUM_OK;
    });
}

cosmium_status cosmium_next_relations(cosmium_reader *reader, cosmium_relations *batch,
                                      char *message) {
    return guarded(message, [&] {
        const auto buffer = reader->reader.read();
        if (!buffer) return COSMIUM_END;
        reader->tags.clear();
        reader->ids.clear();
        reader->refs.clear();
        reader->types.clear();
        reader->roles.clear();
        reader->ref_start.assign(1, 0);
        reader->role_start.assign(1, 0);
        for (const auto &relation : buffer.select<osmium::Relation>()) {
            if (!relation.visible() || !reader->tags.add(relation.tags(), relation.id())) continue;
            reader->ids.push_back(relation.id());
            for (const auto &member : relation.members()) {
                reader->refs.push_back(member.ref());
                reader->types.push_back(osmium::item_type_to_char(member.type()));
                reader->roles.append(member.role());
                reader->role_start.push_back(static_cast<uint32_t>(reader->roles.size()));
            }
            reader->ref_start.push_back(static_cast<uint32_t>(reader->refs.size()));
        }
        *batch = {reader->ids.size(),        reader->ids.data(),        reader->ref_start.data(),
                  reader->refs.data(),       reader->types.data(),      reader->role_start.data(),
                  reader->roles.data(),      reader->tags.view()};
        return COSMIUM_OK;
    });
}

cosmium_status cosmium_next_nodes(cosmium_reader *reader, cosmium_nodes *batch, char *message) {
    return guarded(message, [&] {
        const auto buffer = reader->reader.read();
        if (!buffer) return COSMIUM_END;
        reader->tags.clear();
        reader->ids.clear();
        reader->latitudes.clear();
        reader->longitudes.clear();
        for (const auto &node : buffer.select<osmium::Node>()) {
            if (!node.visible() || !node.location().valid()) continue;
            if (!reader->tags.add(node.tags(), node.id())) continue;
            reader->ids.push_back(node.id());
            reader->latitudes.push_back(node.location().y());
            reader->longitudes.push_back(node.location().x());
        }
        *batch = {reader->ids.size(), reader->ids.data(), reader->latitudes.data(),
                  reader->longitudes.data(), reader->tags.view()};
        return COSMIUM_OK;
    });
}
