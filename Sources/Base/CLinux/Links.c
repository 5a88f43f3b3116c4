#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/can/netlink.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clinux_link_socket(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        int failure = errno;
        close(descriptor);
        errno = failure;
        return -1;
    }
    return descriptor;
}

int clinux_link_request(int descriptor, int index) {
    struct {
        struct nlmsghdr header;
        struct ifinfomsg info;
    } request = {
        .header = {.nlmsg_len = NLMSG_LENGTH(sizeof request.info), .nlmsg_type = RTM_GETLINK,
                   .nlmsg_flags = NLM_F_REQUEST},
        .info = {.ifi_family = AF_UNSPEC, .ifi_index = index},
    };
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    ssize_t count = sendto(
        descriptor, &request, request.header.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel);
    return count < 0 ? -1 : 0;
}

/// Copies as much of an attribute's value as both have.
static void copy_value(void *value, size_t size, const struct rtattr *item) {
    size_t count = RTA_PAYLOAD(item);
    memcpy(value, RTA_DATA(item), count < size ? count : size);
}

/// Reads what the driver says of a CAN controller (linux/can/netlink.h).
static void read_controller(const struct rtattr *data, struct clinux_link_message *message) {
    int size = (int)RTA_PAYLOAD(data);
    for (const struct rtattr *item = RTA_DATA(data); RTA_OK(item, size);
         item = RTA_NEXT(item, size)) {
        struct can_bittiming timing = {0};
        struct can_berr_counter counter = {0};
        struct can_ctrlmode mode = {0};
        switch (item->rta_type) {
        case IFLA_CAN_STATE:
            message->has_controller = 1;
            copy_value(&message->controller_state, sizeof message->controller_state, item);
            break;
        case IFLA_CAN_BERR_COUNTER:
            message->has_counters = 1;
            copy_value(&counter, sizeof counter, item);
            message->transmit_errors = counter.txerr;
            message->receive_errors = counter.rxerr;
            break;
        case IFLA_CAN_BITTIMING:
            copy_value(&timing, sizeof timing, item);
            message->bit_rate = timing.bitrate;
            message->sample_point = timing.sample_point;
            break;
        case IFLA_CAN_CTRLMODE:
            copy_value(&mode, sizeof mode, item);
            message->is_flexible = (mode.flags & CAN_CTRLMODE_FD) != 0;
            message->is_listen_only = (mode.flags & CAN_CTRLMODE_LISTENONLY) != 0;
            break;
        case IFLA_CAN_DATA_BITTIMING:
            copy_value(&timing, sizeof timing, item);
            message->data_bit_rate = timing.bitrate;
            break;
        case IFLA_CAN_RESTART_MS:
            copy_value(
                &message->restart_milliseconds, sizeof message->restart_milliseconds, item);
            break;
        }
    }
}

/// Reads how many frames passed the interface. A newer kernel has more numbers, an older one fewer.
static void read_traffic(const struct rtattr *data, struct clinux_link_message *message) {
    struct rtnl_link_stats64 traffic = {0};
    message->has_traffic = 1;
    copy_value(&traffic, sizeof traffic, data);
    message->received = traffic.rx_packets;
    message->transmitted = traffic.tx_packets;
}

/// Reads the kind of an interface and, of a CAN controller, its state.
static void read_kind(const struct rtattr *link, struct clinux_link_message *message) {
    const struct rtattr *data = NULL;
    int is_can = 0;
    int size = (int)RTA_PAYLOAD(link);
    for (const struct rtattr *item = RTA_DATA(link); RTA_OK(item, size);
         item = RTA_NEXT(item, size)) {
        if (item->rta_type == IFLA_INFO_KIND)
            is_can = RTA_PAYLOAD(item) >= 3 && strncmp(RTA_DATA(item), "can", RTA_PAYLOAD(item)) == 0;
        if (item->rta_type == IFLA_INFO_DATA) data = item;
    }
    if (is_can && data) read_controller(data, message);
}

int clinux_link_next(
    const void *buffer, size_t length, size_t *offset, struct clinux_link_message *message) {
    while (*offset < length) {
        const struct nlmsghdr *header = (const struct nlmsghdr *)((const char *)buffer + *offset);
        size_t rest = length - *offset;
        if (!NLMSG_OK(header, rest)) return 0;
        size_t step = NLMSG_ALIGN(header->nlmsg_len);
        *offset += step < rest ? step : rest;
        if (header->nlmsg_type != RTM_NEWLINK && header->nlmsg_type != RTM_DELLINK) continue;
        if (header->nlmsg_len < NLMSG_LENGTH(sizeof(struct ifinfomsg))) continue;
        const struct ifinfomsg *info = NLMSG_DATA(header);
        // A bridge reports its ports in messages of another address family.
        if (info->ifi_family != AF_UNSPEC) continue;
        memset(message, 0, sizeof *message);
        message->index = info->ifi_index;
        message->flags = info->ifi_flags;
        message->is_deleted = header->nlmsg_type == RTM_DELLINK;
        int size = (int)IFLA_PAYLOAD(header);
        for (const struct rtattr *item = IFLA_RTA(info); RTA_OK(item, size);
             item = RTA_NEXT(item, size)) {
            if (item->rta_type == IFLA_LINKINFO) read_kind(item, message);
            if (item->rta_type == IFLA_STATS64) read_traffic(item, message);
            if (item->rta_type != IFLA_IFNAME) continue;
            size_t count = RTA_PAYLOAD(item);
            if (count > IFNAMSIZ - 1) count = IFNAMSIZ - 1;
            memcpy(message->name, RTA_DATA(item), count);
        }
        return 1;
    }
    return 0;
}

/// Opens a socket whose answers are waited for, two seconds at most.
static int open_questions(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct timeval limit = {.tv_sec = 2};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    // Words of the kernel are welcome; an old kernel has none.
    int on = 1;
    setsockopt(descriptor, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
    setsockopt(descriptor, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);
    return descriptor;
}

/// Closes a descriptor; errno stays.
static void close_quietly(int descriptor) {
    int failure = errno;
    close(descriptor);
    errno = failure;
}

int clinux_link_state(int index, struct clinux_link_message *message) {
    // One answer: of an interface with many functions it is long.
    static const size_t capacity = 32768;
    void *buffer = malloc(capacity);
    int descriptor = buffer ? open_questions() : -1;
    int result = -1;
    if (descriptor >= 0 && clinux_link_request(descriptor, index) == 0) {
        ssize_t count;
        do count = recv(descriptor, buffer, capacity, 0);
        while (count < 0 && errno == EINTR);
        size_t offset = 0;
        if (count >= 0 && clinux_link_next(buffer, (size_t)count, &offset, message)) result = 0;
        else if (count >= 0) errno = ENODEV;
    }
    if (descriptor >= 0) close_quietly(descriptor);
    free(buffer);
    return result;
}

/// A request to change an interface.
struct change {
    struct nlmsghdr header;
    struct ifinfomsg info;
    char attributes[256];
};

/// Appends an attribute; without a value it is the beginning of a nest.
static struct rtattr *append(struct change *change, unsigned short type, const void *value, size_t size) {
    size_t end = NLMSG_ALIGN(change->header.nlmsg_len);
    struct rtattr *item = (struct rtattr *)((char *)change + end);
    item->rta_type = type;
    item->rta_len = (unsigned short)RTA_LENGTH(size);
    if (size) memcpy(RTA_DATA(item), value, size);
    change->header.nlmsg_len = (unsigned int)(end + RTA_ALIGN(item->rta_len));
    return item;
}

/// Ends a nest.
static void end_nest(struct change *change, struct rtattr *nest) {
    nest->rta_len = (unsigned short)((char *)change + change->header.nlmsg_len - (char *)nest);
}

/// The kernel's words in its answer.
static void copy_words(const struct nlmsghdr *header, char *text, size_t size) {
    // NLM_F_CAPPED: the answer has the header of the request only.
    if (!(header->nlmsg_flags & NLM_F_ACK_TLVS) || !(header->nlmsg_flags & NLM_F_CAPPED)) return;
    const struct nlmsgerr *answer = NLMSG_DATA(header);
    int rest = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof *answer));
    for (const struct rtattr *item = (const struct rtattr *)(answer + 1); RTA_OK(item, rest);
         item = RTA_NEXT(item, rest)) {
        if ((item->rta_type & NLA_TYPE_MASK) != NLMSGERR_ATTR_MSG) continue;
        size_t count = RTA_PAYLOAD(item);
        if (count > size - 1) count = size - 1;
        memcpy(text, RTA_DATA(item), count);
        text[count] = 0;
    }
}

/// Sends a change and waits for the answer.
static int carry_out(struct change *change, char *text, size_t size) {
    int descriptor = open_questions();
    if (descriptor < 0) return -1;
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    int result = -1;
    if (sendto(descriptor, change, change->header.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel) >= 0) {
        _Alignas(struct nlmsghdr) char buffer[4096];
        ssize_t count;
        do count = recv(descriptor, buffer, sizeof buffer, 0);
        while (count < 0 && errno == EINTR);
        const struct nlmsghdr *header = (const struct nlmsghdr *)buffer;
        if (count >= (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr)) && header->nlmsg_type == NLMSG_ERROR &&
            NLMSG_OK(header, (size_t)count)) {
            const struct nlmsgerr *answer = NLMSG_DATA(header);
            copy_words(header, text, size);
            if (answer->error == 0) result = 0;
            else errno = -answer->error;
        } else if (count >= 0) {
            errno = EPROTO;
        }
    }
    close_quietly(descriptor);
    return result;
}

int clinux_can_set_data_rate(
    int index, unsigned int bit_rate, unsigned int sample_point, unsigned int data_bit_rate, char *text,
    size_t size) {
    text[0] = 0;
    struct change change = {
        .header = {.nlmsg_len = NLMSG_LENGTH(sizeof change.info), .nlmsg_type = RTM_NEWLINK,
                   .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK},
        .info = {.ifi_family = AF_UNSPEC, .ifi_index = index},
    };
    struct can_ctrlmode mode = {.mask = CAN_CTRLMODE_FD, .flags = CAN_CTRLMODE_FD};
    struct can_bittiming timing = {.bitrate = bit_rate, .sample_point = sample_point};
    struct can_bittiming data = {.bitrate = data_bit_rate};
    struct rtattr *link = append(&change, IFLA_LINKINFO, NULL, 0);
    append(&change, IFLA_INFO_KIND, "can", 3);
    struct rtattr *nest = append(&change, IFLA_INFO_DATA, NULL, 0);
    append(&change, IFLA_CAN_CTRLMODE, &mode, sizeof mode);
    append(&change, IFLA_CAN_BITTIMING, &timing, sizeof timing);
    append(&change, IFLA_CAN_DATA_BITTIMING, &data, sizeof data);
    end_nest(&change, nest);
    end_nest(&change, link);
    return carry_out(&change, text, size);
}

int clinux_may_change_links(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, data) < 0) return 0;
    return (data[CAP_TO_INDEX(CAP_NET_ADMIN)].effective & CAP_TO_MASK(CAP_NET_ADMIN)) != 0;
}

#ifdef __GLIBC__
static pthread_mutex_t capture_lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *capture_saved;
static char *capture_text;
static size_t capture_size;

int clinux_capture_begin(void) {
    pthread_mutex_lock(&capture_lock);
    FILE *memory = open_memstream(&capture_text, &capture_size);
    if (!memory) {
        pthread_mutex_unlock(&capture_lock);
        return -1;
    }
    capture_saved = stderr;
    stderr = memory;
    return 0;
}

void clinux_capture_end(char *text, size_t size) {
    FILE *memory = stderr;
    stderr = capture_saved;
    fclose(memory);
    size_t count = 0;
    if (size > 0) {
        count = capture_size < size - 1 ? capture_size : size - 1;
        if (capture_text) memcpy(text, capture_text, count);
        text[count] = 0;
    }
    free(capture_text);
    capture_text = NULL;
    pthread_mutex_unlock(&capture_lock);
}
#else
// musl: `stderr` cannot be changed.
int clinux_capture_begin(void) { return -1; }

void clinux_capture_end(char *text, size_t size) {
    if (size > 0) text[0] = 0;
}
#endif
