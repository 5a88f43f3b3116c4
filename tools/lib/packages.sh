# shellcheck shell=bash
# For tools that use the packages of tools/package: they are those of the sources as they are now, or are built again.
# A package knows the commit at most, and a working tree may differ from it; so a stamp of the files lies beside the
# packages.

# What packages are made of, beside the documents, which change nothing that a check looks at.
package_inputs=(Sources Package.swift Package.resolved LICENSE can-fixtures tools/package tools/packaging tools/lib/debian.sh
    tools/lib/deployed.sh tools/sample-map)

# package_stamp: a digest of these files of the working tree with their names and modes, as they would be packed
package_stamp() {
    git ls-files -z --cached --others --exclude-standard --deduplicate -- "${package_inputs[@]}" | LC_ALL=C sort -z |
        while IFS= read -r -d '' file; do
            [[ -e $file || -L $file ]] || continue
            printf '%s %s\0' "$([[ -x $file ]] && echo x || echo -)" "$file"
            sha256sum <"$file"
        done | sha256sum | cut -d ' ' -f 1
}

# need_packages ARCHITECTURE: builds packages where there are none of these sources
need_packages() {
    local folder=.build/packages/$1
    if ! compgen -G "$folder/ehorizon_*.deb" >/dev/null; then
        tools/package "$1" >&2
    elif [[ $(cat "$folder/stamp" 2>/dev/null) != "$(package_stamp)" ]]; then
        echo "${debian_caller:?}: the packages in $folder are of other sources; they are built again" >&2
        tools/package "$1" >&2
    fi
}
