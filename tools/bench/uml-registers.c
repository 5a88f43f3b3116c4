// Lets User Mode Linux 6.1 run on processors with AMX (Intel, from 2023 on). Preloaded by
// tools/bench/uml-environment.
//
// Linux sets the extended registers of a traced process only from a buffer of their full size. User Mode
// Linux 6.1 has a buffer of fixed size, without the 8 KiB of AMX, gets EFAULT, and its first process dies. Here
// its buffer replaces the beginning of the full one. The rest keeps its values: no process of the guest uses
// AMX, which it would have to ask its kernel for, and that refuses.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

// More than all extended registers that exist need.
enum { LARGEST = 64 * 1024 };

long ptrace(enum __ptrace_request request, ...) {
    va_list arguments;
    va_start(arguments, request);
    pid_t pid = va_arg(arguments, pid_t);
    void *address = va_arg(arguments, void *);
    void *data = va_arg(arguments, void *);
    va_end(arguments);

    static long (*real)(enum __ptrace_request, ...);
    if (!real) real = (long (*)(enum __ptrace_request, ...))dlsym(RTLD_NEXT, "ptrace");
    if (request != PTRACE_SETREGSET || (long)address != NT_X86_XSTATE) {
        return real(request, pid, address, data);
    }
    static char registers[LARGEST];
    struct iovec given = *(struct iovec *)data;
    struct iovec all = {registers, sizeof registers};
    long failure = real(PTRACE_GETREGSET, pid, address, &all);
    if (failure || given.iov_len >= all.iov_len) return real(request, pid, address, data);
    memcpy(registers, given.iov_base, given.iov_len);
    return real(request, pid, address, &all);
}
