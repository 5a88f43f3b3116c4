#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/sock_diag.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/un.h>
#include <time.h>

int clinux_can_bind(int descriptor, int interface_index) {
    struct sockaddr_can address = {.can_family = AF_CAN, .can_ifindex = interface_index};
    return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

static int name_request(struct ifreq *request, const char *interface) {
    memset(request, 0, sizeof *request);
    if (strlen(interface) >= sizeof request->ifr_name) {
        errno = ENODEV;
        return -1;
    }
    strcpy(request->ifr_name, interface);
    return 0;
}

int clinux_interface_mtu(int descriptor, const char *interface) {
    struct ifreq request;
    if (name_request(&request, interface) < 0) return -1;
    if (ioctl(descriptor, SIOCGIFMTU, &request) < 0) return -1;
    return request.ifr_mtu;
}

int clinux_interface_index(int descriptor, const char *interface) {
    struct ifreq request;
    if (name_request(&request, interface) < 0) return -1;
    if (ioctl(descriptor, SIOCGIFINDEX, &request) < 0) return -1;
    return request.ifr_ifindex;
}

int clinux_interface_is_named(int descriptor, int index, const char *interface) {
    struct ifreq request = {.ifr_ifindex = index};
    if (ioctl(descriptor, SIOCGIFNAME, &request) < 0) return -1;
    return strncmp(request.ifr_name, interface, IFNAMSIZ) == 0;
}

int clinux_interface_flags(int descriptor, const char *interface) {
    struct ifreq request;
    if (name_request(&request, interface) < 0) return -1;
    if (ioctl(descriptor, SIOCGIFFLAGS, &request) < 0) return -1;
    return (unsigned short)request.ifr_flags;
}

int clinux_can_receive(int descriptor, struct clinux_can_item *items, int most) {
    // Room for SCM_TIMESTAMPNS and, should it be asked for, SO_RXQ_OVFL.
    union {
        char bytes[CMSG_SPACE(sizeof(struct timespec)) + CMSG_SPACE(sizeof(uint32_t))];
        struct cmsghdr align;
    } control[CLINUX_MOST_CAN_ITEMS];
    struct iovec parts[CLINUX_MOST_CAN_ITEMS];
    struct mmsghdr messages[CLINUX_MOST_CAN_ITEMS];
    if (most > CLINUX_MOST_CAN_ITEMS) most = CLINUX_MOST_CAN_ITEMS;
    for (int index = 0; index < most; index++) {
        parts[index] = (struct iovec){
            .iov_base = &items[index].frame, .iov_len = sizeof items[index].frame};
        messages[index].msg_hdr = (struct msghdr){
            .msg_iov = &parts[index],
            .msg_iovlen = 1,
            .msg_control = control[index].bytes,
            .msg_controllen = sizeof control[index].bytes};
        // A classical frame fills only the first 16 bytes of the structure.
        memset(&items[index], 0, sizeof items[index]);
    }
    // An error after the first frame is kept for the next call (recvmmsg(2)).
    int count = recvmmsg(descriptor, messages, (unsigned)most, MSG_DONTWAIT, NULL);
    for (int index = 0; index < count; index++) {
        struct msghdr *message = &messages[index].msg_hdr;
        items[index].size = (int)messages[index].msg_len;
        items[index].is_confirmed = (message->msg_flags & MSG_CONFIRM) != 0;
        items[index].is_local = (message->msg_flags & MSG_DONTROUTE) != 0;
        for (struct cmsghdr *item = CMSG_FIRSTHDR(message); item; item = CMSG_NXTHDR(message, item)) {
            if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SO_TIMESTAMPNS) {
                struct timespec time;
                memcpy(&time, CMSG_DATA(item), sizeof time);
                items[index].nanoseconds = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
            }
        }
    }
    return count;
}

int64_t clinux_socket_pending(int descriptor) {
    uint32_t memory[SK_MEMINFO_VARS] = {0};
    socklen_t size = sizeof memory;
    if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, memory, &size) < 0) return -1;
    return memory[SK_MEMINFO_WMEM_ALLOC];
}

static int path_address(struct sockaddr_un *target, const char *path) {
    *target = (struct sockaddr_un){.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof target->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(target->sun_path, path, length);
    return 0;
}

int clinux_unix_datagram_socket(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

int clinux_unix_send(int descriptor, const char *address, const void *bytes, size_t count) {
    struct sockaddr_un target;
    if (path_address(&target, address) < 0) return -1;
    if (target.sun_path[0] == '@') target.sun_path[0] = 0;
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + strlen(address);
    return sendto(descriptor, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&target, size) < 0 ? -1 : 0;
}

int clinux_unix_stream_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

int clinux_unix_bind(int descriptor, const char *path) {
    struct sockaddr_un target;
    if (path_address(&target, path) < 0) return -1;
    return bind(descriptor, (struct sockaddr *)&target, sizeof target);
}

int clinux_unix_connect(int descriptor, const char *path) {
    struct sockaddr_un target;
    if (path_address(&target, path) < 0) return -1;
    return connect(descriptor, (struct sockaddr *)&target, sizeof target);
}

int clinux_unix_accept(int descriptor) {
    return accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int64_t clinux_unix_peer(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
    return peer.uid == (uid_t)-1 ? -1 : (int64_t)peer.uid;
}
