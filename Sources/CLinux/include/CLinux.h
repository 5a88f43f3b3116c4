// What Swift cannot reach of Linux through glibc's module: structures that are packed or end in
// arrays, macros that walk over buffers, functions that the module map leaves out. Each function is
// one system call, or a walk over a buffer that a system call filled; policy is Swift's.
#pragma once

#include <linux/can.h>
#include <linux/can/error.h>
#include <linux/can/raw.h>
#include <net/if.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

// --- epoll, with the token in place of epoll_data's union ---

/// Adds, changes or removes a descriptor (`operation` is EPOLL_CTL_ADD, _MOD or _DEL).
int clinux_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token);

/// The token of an event.
uint64_t clinux_epoll_token(const struct epoll_event *event);

// --- memory ---

/// Keeps pieces of memory from this many bytes on apart, so that they go back to the system when they
/// are given back; 0 where the allocator refuses.
int clinux_keep_apart_from(int bytes);

// --- timers and signals ---

/// Arms a timer for one absolute time of its clock, or disarms it where the time is 0.
int clinux_timer_arm(int timer, int64_t nanoseconds);

/// Blocks the signals in this thread and opens a descriptor that delivers them.
int clinux_signal_descriptor(const int *signals, int count);

/// The next signal that the descriptor has; -1 with EAGAIN where it has none.
int clinux_signal_next(int descriptor);

// --- CAN sockets ---

/// Binds a CAN socket to an interface.
int clinux_can_bind(int descriptor, int interface_index);

/// The greatest frame that the interface takes, in bytes of its structure: CAN_MTU or CANFD_MTU.
int clinux_interface_mtu(int descriptor, const char *interface);

/// The interface's flags (IFF_UP …), or -1.
int clinux_interface_flags(int descriptor, const char *interface);

/// What came with a frame.
struct clinux_can_receipt {
    /// When the kernel had it, nanoseconds since 1970 by the system's clock; 0 where not told.
    int64_t nanoseconds;
    /// Whether it is one of this very socket's frames, confirmed.
    int is_confirmed;
    /// Whether it was sent from this machine.
    int is_local;
};

/// Receives one frame. Returns its bytes, CAN_MTU or CANFD_MTU.
ssize_t clinux_can_receive(
    int descriptor, struct canfd_frame *frame, struct clinux_can_receipt *receipt);

// --- changes of interfaces (rtnetlink(7)) ---

/// Opens a socket that is told of every change of an interface.
int clinux_link_socket(void);

/// A change of an interface.
struct clinux_link_message {
    int index;
    /// IFF_UP, IFF_RUNNING …
    unsigned int flags;
    /// Whether the interface is gone.
    int is_deleted;
    char name[IFNAMSIZ];
};

/// Goes to the next message about an interface in what was received, from `*offset` on. Returns 0
/// behind the last one.
int clinux_link_next(
    const void *buffer, size_t length, size_t *offset, struct clinux_link_message *message);

// --- rights ---

/// Whether this process may change interfaces (capabilities(7), CAP_NET_ADMIN).
int clinux_may_change_links(void);

// --- libraries that print ---

/// Makes C's `stderr` stream write to memory until ::clinux_capture_end, for libraries that report
/// errors by printing. Descriptor 2 itself is untouched. One thread at a time captures, others that
/// want to wait. Returns -1 where that cannot be done; the stream is unchanged then.
int clinux_capture_begin(void);

/// Puts `stderr` back and copies what was written, cut to `size` with its final 0.
void clinux_capture_end(char *text, size_t size);
