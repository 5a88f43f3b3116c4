# shellcheck shell=bash
# Runs the script of a name in a folder, or lists the names (`tools/check`, `tools/measure`).

# dispatch TOOL FOLDER [NAME [ARGUMENT]...]
dispatch() {
    local tool=$1 folder=$2 name=${3:-}
    if [[ $name && $name != -* && -x $folder/$name && ! -d $folder/$name ]]; then
        exec "$folder/$name" "${@:4}"
    fi
    {
        [[ ! $name || $name == -* ]] || echo "tools/$tool: there is no $name"
        echo "usage: tools/$tool NAME [ARGUMENT]...     tools/${folder##*/}/NAME begins with its description"
        # The index page says what each one does.
        sed -nE "s,^\| \`tools/$tool ([a-z0-9-]+)\` \| ([^|]*) \|.*\$,  \1\t\2,p" "$folder/../README.md" | expand -t 20
    } >&2
    [[ $name == --help || $name == -h ]] && exit 0
    exit 2
}
