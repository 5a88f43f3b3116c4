#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef M_MMAP_THRESHOLD
int clinux_keep_apart_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }
void clinux_give_back_memory(void) { malloc_trim(0); }
#else
// musl: its threshold is fixed.
int clinux_keep_apart_from(int bytes) {
    (void)bytes;
    return 0;
}
void clinux_give_back_memory(void) {}
#endif

int clinux_start_thread(void *(*run)(void *), void *context) {
    pthread_t thread;
    int code = pthread_create(&thread, NULL, run, context);
    if (code == 0) pthread_detach(thread);
    return code;
}

int clinux_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(poller, operation, descriptor, &event);
}

uint64_t clinux_epoll_token(const struct epoll_event *event) { return event->data.u64; }

int clinux_open_unnamed(int folder, const char *path, mode_t mode) {
    if (access("/proc/self/fd", X_OK) < 0) return -1;
    return openat(folder, path, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

int clinux_give_name(int descriptor, int folder, const char *name) {
    char own[32];
    snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, own, folder, name, AT_SYMLINK_FOLLOW);
}

// As a signal may come at any moment, a path is complete before it is seen, and is never given back.
static char *volatile guarded[16];
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
static pthread_once_t handlers_once = PTHREAD_ONCE_INIT;

static void remove_guarded(int number) {
    for (size_t index = 0; index < sizeof guarded / sizeof *guarded; index++) {
        char *path = guarded[index];
        if (path) unlink(path);
    }
    // SA_RESETHAND: now the signal ends the process, as it would have.
    raise(number);
}

static void install_handlers(void) {
    for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
        struct sigaction now;
        // What the program or its parent ignores or handles stays as it is.
        if (sigaction(ending[index], NULL, &now) < 0 || now.sa_handler != SIG_DFL) continue;
        struct sigaction action = {.sa_handler = remove_guarded, .sa_flags = SA_RESETHAND | SA_NODEFER};
        sigemptyset(&action.sa_mask);
        sigaction(ending[index], &action, NULL);
    }
}

int clinux_guard_file(const char *path) {
    pthread_once(&handlers_once, install_handlers);
    char *copy = strdup(path);
    if (!copy) return -1;
    for (int index = 0; index < (int)(sizeof guarded / sizeof *guarded); index++) {
        char *none = NULL;
        if (__atomic_compare_exchange_n(
                &guarded[index], &none, copy, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            return index;
        }
    }
    free(copy);
    return -1;
}

void clinux_end_guard(int number) {
    __atomic_store_n(&guarded[number], NULL, __ATOMIC_SEQ_CST);
}

void clinux_hold_signals(sigset_t *held) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, held);
}

void clinux_release_signals(const sigset_t *held) { pthread_sigmask(SIG_SETMASK, held, NULL); }

int clinux_timer_arm(int timer, int64_t nanoseconds) {
    struct itimerspec when = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int clinux_signal_descriptor(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) {
        if (sigaddset(&set, signals[index]) < 0) return -1;
    }
    int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failure) {
        errno = failure;
        return -1;
    }
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_signal_next(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count = read(descriptor, &info, sizeof info);
    if (count < 0) return -1;
    return (int)info.ssi_signo;
}

int clinux_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
