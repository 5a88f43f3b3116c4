# shellcheck shell=bash
# For tools that work in a root folder of Debian sid, made with mmdebstrap from Debian's archive alone: its Swift
# compiler, what the programs are built with, what makes packages. 5 GB, some minutes. A second layer over it has the
# libraries of arm64 and their Swift. Needs root's rights.
#
# EHORIZON_DEBIAN_ROOT is the root folder (.build/debian-sid), $EHORIZON_DEBIAN_ROOT.arm64 the second layer.

debian_root=$(realpath -m "${EHORIZON_DEBIAN_ROOT:-.build/debian-sid}")
debian_archive=http://deb.debian.org/debian
debian_packages=(
    swiftlang pkg-config git build-essential binutils-aarch64-linux-gnu
    libsocketcan-dev libsodium-dev libgdal-dev libosmium2-dev libprotozero-dev
    zlib1g-dev libbz2-dev liblz4-dev libexpat1-dev libcurl4-openssl-dev
    debhelper dh-apparmor apparmor lintian systemd man-db python3
)

# debian_skip REASON: the caller is skipped, by its name
debian_skip() { echo "${debian_caller:?}: skipped: $*" >&2; exit 3; }

# make_debian_root: makes the root folder, or adds what it lacks
make_debian_root() {
    ((EUID == 0)) || debian_skip "it needs root's rights to make a root folder"
    local stamp=$debian_root/.complete
    [[ ! -e $stamp || $(cat "$stamp") != "${debian_packages[*]}" ]] || return 0
    tools/packages debian || debian_skip "mmdebstrap cannot be installed"
    rm -rf "$debian_root.arm64"
    if [[ -e $stamp ]]; then
        enter_debian "" debian_install "${debian_packages[@]}" || debian_skip "Debian's archive cannot be reached"
    else
        rm -rf "$debian_root"
        mkdir -p "$(dirname "$debian_root")"
        echo "$debian_caller: making $debian_root" >&2
        mmdebstrap --quiet --architectures=amd64,arm64 --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
            --include="$(IFS=,; echo "${debian_packages[*]}")" sid "$debian_root" "$debian_archive" >&2 ||
            debian_skip "Debian's archive cannot be reached"
    fi
    echo "${debian_packages[*]}" >"$stamp"
}

# make_debian_arm64: makes the second layer. arm64's libgdal-dev takes the place of amd64's.
make_debian_arm64() {
    make_debian_root
    local layer=$debian_root.arm64
    [[ ! -e $layer/.complete ]] || return 0
    rm -rf "$layer"
    echo "$debian_caller: making $layer" >&2
    # shellcheck disable=SC2016 # the dollars are for the shell inside
    enter_debian "$layer" bash -c '
        set -e
        apt-get -qq update
        libstdcxx=$(dpkg-query -W -f "\${Package}\n" "libstdc++-*-dev" | sort -V | tail -n 1)
        DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends qemu-user \
            "$libstdcxx:arm64" {libc6,libsocketcan,libsodium,libgdal,zlib1g,libbz2,liblz4,libexpat1,libcurl4-openssl}-dev:arm64
        mkdir -p /opt/swift-arm64
        cd /opt/swift-arm64
        apt-get -qq download libswiftlang:arm64 swiftlang:arm64
        for package in *.deb; do
            dpkg-deb --fsys-tarfile "$package" | tar x --wildcards "./usr/libexec/swift/lib/swift*"
        done
        rm -f ./*.deb' >&2 </dev/null || debian_skip "Debian's archive cannot be reached for arm64"
    touch "$layer/.complete"
}

# debian_install PACKAGE...: for enter_debian
debian_install=(bash -c "apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends \"\$@\"" -)

# enter_debian LAYER COMMAND...: runs a command in the root folder, at a low priority. With a LAYER, what it writes goes
# to this folder, except what it writes into /build. debian_install as the command installs packages.
enter_debian() {
    local layer=$1
    shift
    local command=("$@")
    [[ $1 != debian_install ]] || command=("${debian_install[@]}" "${@:2}")
    mkdir -p "$debian_root/build"
    [[ ! $layer ]] || mkdir -p "$layer"/{upper,work,merged}
    # shellcheck disable=SC2016 # the dollars are for the shell inside
    nice unshare --mount bash -c '
        set -e
        root=$1 layer=$2
        shift 2
        if [[ $layer ]]; then
            mount -t overlay overlay -o "lowerdir=$root,upperdir=$layer/upper,workdir=$layer/work" "$layer/merged"
            mount --bind "$root/build" "$layer/merged/build"
            root=$layer/merged
        fi
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" env --unset=TMPDIR HOME=/root LC_ALL=C.UTF-8 \
            PATH=/usr/sbin:/usr/bin:/usr/libexec/swift/bin "$@"
    ' - "$debian_root" "$layer" "${command[@]}"
}

# copy_sources: the files of this checkout and Debian's files, in /build/ehorizon of the root folder, with the packages that
# Package.swift names, so that the root folder needs no network for a build. A file that has not changed stays the same
# file.
copy_sources() {
    local to=$debian_root/build/ehorizon list name
    mkdir -p "$to"
    list=$(mktemp)
    git ls-files -z --cached --others --exclude-standard --deduplicate |
        while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\n' "$file"; done | sort >"$list"
    rsync --archive --files-from="$list" . "$to/"
    # What is no file of the sources any more.
    (cd "$to" && find . -type f -not -path './debian/*' -not -path './swift-argument-parser/*' \
        -not -path './flyingfox/*' -printf '%P\n') |
        sort | comm -23 - "$list" | (cd "$to" && xargs -r -d '\n' rm -f --)
    rm -f "$list"
    rsync --archive --delete tools/packaging/debian "$to/"
    for name in swift-argument-parser FlyingFox; do
        [[ ! -e $to/${name,,}/Package.swift ]] || continue
        [[ -e .build/checkouts/$name ]] || swift package resolve >&2
        mkdir -p "$to/${name,,}"
        git -C ".build/checkouts/$name" archive HEAD | tar x -C "$to/${name,,}"
    done
}

# build_in_debian ARCHITECTURE PRODUCT...: builds programs of the copied sources; they are in
# $debian_root/build/scratch-ARCHITECTURE/bin
build_in_debian() {
    local layer=""
    [[ $1 == amd64 ]] || layer=$debian_root.$1
    # shellcheck disable=SC2016 # the dollar is for the shell inside
    enter_debian "$layer" env EHORIZON_ARGUMENT_PARSER=swift-argument-parser EHORIZON_FLYING_FOX=flyingfox \
        EHORIZON_SWIFT_RESOURCES="/opt/swift-$1/usr/libexec/swift/lib" \
        bash -c 'cd /build/ehorizon && tools/packaging/build "/build/scratch-$1" "$@"' - "$@"
}
