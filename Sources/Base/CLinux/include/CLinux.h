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

// --- constants that glibc has as enumerations and musl as macros ---

static const uint32_t clinux_epoll_in = EPOLLIN;
static const uint32_t clinux_epoll_out = EPOLLOUT;
/// EPOLLERR and EPOLLHUP.
static const uint32_t clinux_epoll_broken = EPOLLERR | EPOLLHUP;
static const int clinux_sock_stream = SOCK_STREAM;
static const int clinux_sock_datagram = SOCK_DGRAM;
static const int clinux_sock_raw = SOCK_RAW;
static const int clinux_sock_close_on_exec = SOCK_CLOEXEC;
static const int clinux_sock_non_blocking = SOCK_NONBLOCK;

// --- epoll, with the token in place of epoll_data's union ---

/// Adds, changes or removes a descriptor (`operation` is EPOLL_CTL_ADD, _MOD or _DEL).
int clinux_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token);

/// The token of an event.
uint64_t clinux_epoll_token(const struct epoll_event *event);

// --- threads, whose identity is a number in glibc and a pointer in musl ---

/// Starts a thread that nobody waits for. Returns 0 or an error number.
int clinux_start_thread(void *(*run)(void *), void *context);

// --- memory ---

/// Keeps pieces of memory from this many bytes on apart, so that they go back to the system when they
/// are given back; 0 where the allocator refuses, as that of musl.
int clinux_keep_apart_from(int bytes);

/// Gives free pages back to the system, those between pages in use as well; the allocator of musl does so itself.
void clinux_give_back_memory(void);

// --- files ---

/// Opens a file without a name in a folder, by its path from another one, for writing; -1 with EOPNOTSUPP, EISDIR or ENOENT where the file
/// system has no such files, or without /proc, through which it would get its name.
int clinux_open_unnamed(int folder, const char *path, mode_t mode);

/// Gives such a file a name that no file has.
int clinux_give_name(int descriptor, int folder, const char *name);

/// Removes a file when SIGINT, SIGTERM, SIGHUP or another signal of the terminal, of a pipe or of a limit ends
/// the process. Returns the number of the guard; -1 where there is no room for one more.
int clinux_guard_file(const char *path);

/// Ends a guard: the file stays.
void clinux_end_guard(int number);

/// Opens a pipe whose ends a started program does not get: `ends[0]` to read, `ends[1]` to write.
int clinux_pipe(int *ends);

/// Holds back all signals of this thread that can be held back, and keeps those that were.
void clinux_hold_signals(sigset_t *held);

/// Lets through again what was not held back before.
void clinux_release_signals(const sigset_t *held);

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

/// The number of an interface, asked by any socket; -1 with errno ENODEV if there is none.
int clinux_interface_index(int descriptor, const char *interface);

/// Whether an interface has that name itself, and not only as an alternative one (ip-link(8), altname). -1 with errno on
/// failure.
int clinux_interface_is_named(int descriptor, int index, const char *interface);

/// The bytes that the kernel holds of what a socket has sent, or -1.
int64_t clinux_socket_pending(int descriptor);

/// A received frame, and what came with it.
struct clinux_can_item {
    struct canfd_frame frame;
    /// Its bytes, CAN_MTU or CANFD_MTU.
    int size;
    /// The time at which the kernel received it, nanoseconds since 1970 by the system's clock; 0 if unknown.
    int64_t nanoseconds;
    /// Whether it is one of this very socket's frames, confirmed.
    int is_confirmed;
    /// Whether it was sent from this machine.
    int is_local;
};

/// The most frames that one call receives.
#define CLINUX_MOST_CAN_ITEMS 64

/// Receives the frames that are queued, in one system call. Returns their number; where there is none, -1 and EAGAIN.
int clinux_can_receive(int descriptor, struct clinux_can_item *items, int most);

// --- changes of interfaces (rtnetlink(7)) ---

/// Opens a socket for datagrams to Unix addresses (unix(7)). It never blocks.
int clinux_unix_datagram_socket(void);

/// Sends a datagram to a Unix address: a path, or a name of the abstract namespace that begins with '@'. ENAMETOOLONG
/// if the address does not fit.
int clinux_unix_send(int descriptor, const char *address, const void *bytes, size_t count);

/// Opens a socket for connections to Unix addresses (unix(7)). It never blocks.
int clinux_unix_stream_socket(void);

/// Binds a socket to a path. ENAMETOOLONG if the path does not fit.
int clinux_unix_bind(int descriptor, const char *path);

/// Connects a socket to a path.
int clinux_unix_connect(int descriptor, const char *path);

/// The next connection of a listening socket, which never blocks; -1 with EAGAIN where there is none.
int clinux_unix_accept(int descriptor);

/// The user who has made a connection (SO_PEERCRED); -1 where the kernel does not name one.
int64_t clinux_unix_peer(int descriptor);

/// Opens a socket that receives every change of an interface.
int clinux_link_socket(void);

/// Asks for the state of an interface. The answer is a message of the same socket. Waits while another
/// process changes interfaces.
int clinux_link_request(int descriptor, int index);

/// A change of an interface, or its state where that was asked for.
struct clinux_link_message {
    int index;
    /// IFF_UP, IFF_LOWER_UP …
    unsigned int flags;
    /// Whether the interface is gone.
    int is_deleted;
    char name[IFNAMSIZ];
    /// Whether the message has the frames that passed the interface, of all programs, as its driver counts them.
    int has_traffic;
    unsigned long long received;
    unsigned long long transmitted;
    /// Whether the interface has a CAN controller that reports its state; without one the rest is 0.
    int has_controller;
    /// CAN_STATE_ERROR_ACTIVE … (linux/can/netlink.h)
    unsigned int controller_state;
    /// Whether the driver reports the error counters.
    int has_counters;
    unsigned int transmit_errors;
    unsigned int receive_errors;
    /// The bit rate of the arbitration phase, bit/s; 0 where none is set.
    unsigned int bit_rate;
    /// Its sample point, in tenths of a per cent of the bit; 0 where none is set.
    unsigned int sample_point;
    /// Whether the interface is set to CAN FD.
    int is_flexible;
    /// Whether the controller only listens: frames that are written vanish.
    int is_listen_only;
    /// The bit rate of CAN FD's data phase, bit/s; 0 where none is set.
    unsigned int data_bit_rate;
    /// The delay of the automatic restart after bus-off (restart-ms); 0 without an automatic restart.
    unsigned int restart_milliseconds;
};

/// Asks for the state of an interface and waits for the answer.
int clinux_link_state(int index, struct clinux_link_message *message);

/// Sets a CAN interface to CAN FD, with the bit rates of both phases in bit/s and the sample point of the
/// arbitration phase in tenths of a per cent (0: the kernel chooses). libsocketcan lacks this. Waits for the
/// answer. After -1, `text` has the kernel's words, cut to `size` with its final 0; empty without words.
int clinux_can_set_data_rate(
    int index, unsigned int bit_rate, unsigned int sample_point, unsigned int data_bit_rate, char *text,
    size_t size);

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
/// want to wait. Returns -1 where that cannot be done, as with musl; the stream is unchanged then.
int clinux_capture_begin(void);

/// Puts `stderr` back and copies what was written, cut to `size` with its final 0.
void clinux_capture_end(char *text, size_t size);
