// Loaded before libc (LD_PRELOAD): counts the calls of a process that change what is below a folder, and lets one of them fail.
//   gcc -shared -fPIC -O1 -o faults.so faults.c -ldl
// EVALSMITH_FAULT_ROOT is the folder, in which the process also runs; EVALSMITH_FAULT_LOG a file that gets a line a call,
// `NUMBER CALL PATH`; EVALSMITH_FAULT_AT the number of the call to fail, from 1, or 0 for none; EVALSMITH_FAULT_KIND how:
//   enospc, eio    this call fails
//   full           this call and every later one that takes space fails with ENOSPC
//   lost           this call and every later one fails with EIO
//   short          a write of half of its bytes
//   kill-before, kill-amid, kill-after   SIGKILL; amid is after half of the bytes of a write
// Programs that the process starts are left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 65536 };
enum state { NOT_OURS, READ, WRITTEN, FOLDER };
enum fate { DO, FAIL, HALF, HALF_AND_DIE, DO_AND_DIE };

static char root[PATH_MAX];
static size_t root_length;
static long fault_at;
static char kind[32];
static int log_descriptor = -1;
static atomic_long count;
static _Atomic unsigned char opened[MOST_DESCRIPTORS];
static char *names[MOST_DESCRIPTORS];

#define NEXT(name) ((__typeof__(&name))next(#name))

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

static long raw(long number, long a, long b, long c, long d, long e, long f) {
  return NEXT(syscall)(number, a, b, c, d, e, f);
}

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("EVALSMITH_FAULT_ROOT");
  if (folder != NULL) {
    root_length = strlen(folder);
    strncpy(root, folder, sizeof root - 1);
    strncpy(kind, getenv("EVALSMITH_FAULT_KIND"), sizeof kind - 1);
    fault_at = atol(getenv("EVALSMITH_FAULT_AT"));
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    log_descriptor = NEXT(open)(getenv("EVALSMITH_FAULT_LOG"), flags, 0666);
  }
  unsetenv("LD_PRELOAD");
}

static enum state state_of(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? opened[descriptor] : NOT_OURS;
}

static int is_below(int folder, const char *path) {
  if (root_length == 0 || path == NULL) return 0;
  if (path[0] != '/') return folder == AT_FDCWD ? strncmp(path, "..", 2) != 0 : state_of(folder) == FOLDER;
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

static int is_kind(const char *name) { return strcmp(kind, name) == 0; }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a call and tells what is to become of it.
static enum fate fate_of(const char *call, const char *path, int takes_space) {
  const long number = atomic_fetch_add(&count, 1) + 1;
  char line[PATH_MAX + 64];
  const int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
  NEXT(write)(log_descriptor, line, length);
  if (fault_at == 0 || number < fault_at) return DO;
  const int is_full = is_kind("full");
  if (number > fault_at && !is_kind("lost") && !(is_full && takes_space)) return DO;
  if (is_kind("short")) return HALF;
  if (is_kind("kill-amid")) return HALF_AND_DIE;
  if (is_kind("kill-after")) return DO_AND_DIE;
  if (is_kind("kill-before")) die();
  errno = is_full || is_kind("enospc") ? ENOSPC : EIO;
  return FAIL;
}

#define COUNTED(type, call, path, takes_space, doing)              \
  do {                                                             \
    const enum fate fate = fate_of(call, path, takes_space);       \
    if (fate == FAIL) return -1;                                   \
    const type result = doing;                                     \
    if (fate != DO) die();                                         \
    return result;                                                 \
  } while (0)

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  const int access = flags & O_ACCMODE;
  // The heartbeat of a lock, which comes by the clock, opens what is there for reading and writing.
  const int is_beat = access == O_RDWR && (flags & O_CREAT) == 0;
  const int is_ours = is_below(folder, path) && !is_beat;
  const char *call = access == O_RDONLY ? "open-read" : "open";
  const enum fate fate = is_ours ? fate_of(call, path, (flags & O_CREAT) != 0) : DO;
  if (fate == FAIL) return -1;
  const int descriptor = NEXT(openat)(folder, path, flags, mode);
  if (is_ours && descriptor >= 0 && descriptor < MOST_DESCRIPTORS) {
    struct stat found;
    const int is_folder = fstat(descriptor, &found) == 0 && S_ISDIR(found.st_mode);
    free(names[descriptor]);
    names[descriptor] = strdup(path);
    opened[descriptor] = is_folder ? FOLDER : access == O_RDONLY ? READ : WRITTEN;
  }
  if (fate != DO) die();
  return descriptor;
}

#define MODE(flags)                              \
  mode_t mode = 0;                               \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {  \
    va_list rest;                                \
    va_start(rest, flags);                       \
    mode = va_arg(rest, mode_t);                 \
    va_end(rest);                                \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_any(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_any(folder, path, flags, mode);
}

// As the system has it, a descriptor is free even where closing it fails.
int close(int descriptor) {
  const enum state state = state_of(descriptor);
  if (state != NOT_OURS) opened[descriptor] = NOT_OURS;
  const enum fate fate = state == WRITTEN ? fate_of("close", names[descriptor], 0) : DO;
  const int failure = errno;
  const int result = raw(SYS_close, descriptor, 0, 0, 0, 0, 0);
  if (fate == FAIL) {
    errno = failure;
    return -1;
  }
  if (fate != DO) die();
  return result;
}

// libuv closes files this way.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  const long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  const long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  return number == SYS_close ? close(a) : raw(number, a, b, c, d, e, f);
}

// `half` writes half of the bytes, `whole` all.
#define WRITTEN_BYTES(descriptor, whole, half)              \
  do {                                                      \
    if (state_of(descriptor) != WRITTEN) return whole;      \
    const enum fate fate = fate_of("write", names[descriptor], 1);        \
    if (fate == FAIL) return -1;                            \
    const int is_half = fate == HALF || fate == HALF_AND_DIE; \
    const ssize_t written = is_half ? half : whole;         \
    if (fate != DO && fate != HALF) die();                  \
    return written;                                         \
  } while (0)

static size_t half_of(size_t length) { return length > 1 ? length / 2 : length; }

ssize_t write(int descriptor, const void *bytes, size_t length) {
  WRITTEN_BYTES(descriptor, NEXT(write)(descriptor, bytes, length),
                NEXT(write)(descriptor, bytes, half_of(length)));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
  WRITTEN_BYTES(descriptor, NEXT(pwrite)(descriptor, bytes, length, at),
                NEXT(pwrite)(descriptor, bytes, half_of(length), at));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at) {
  return pwrite(descriptor, bytes, length, at);
}

ssize_t writev(int descriptor, const struct iovec *parts, int length) {
  WRITTEN_BYTES(descriptor, NEXT(writev)(descriptor, parts, length),
                NEXT(write)(descriptor, parts[0].iov_base, half_of(parts[0].iov_len)));
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int length, off_t at) {
  WRITTEN_BYTES(descriptor, NEXT(pwritev)(descriptor, parts, length, at),
                NEXT(pwrite)(descriptor, parts[0].iov_base, half_of(parts[0].iov_len), at));
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int length, off64_t at) {
  return pwritev(descriptor, parts, length, at);
}

ssize_t sendfile(int out, int in, off_t *at, size_t length) {
  WRITTEN_BYTES(out, NEXT(sendfile)(out, in, at, length), NEXT(sendfile)(out, in, at, half_of(length)));
}

ssize_t sendfile64(int out, int in, off64_t *at, size_t length) { return sendfile(out, in, at, length); }

ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t length, unsigned flags) {
  WRITTEN_BYTES(out, NEXT(copy_file_range)(in, from, out, to, length, flags),
                NEXT(copy_file_range)(in, from, out, to, half_of(length), flags));
}

int fsync(int descriptor) {
  if (state_of(descriptor) == NOT_OURS) return NEXT(fsync)(descriptor);
  COUNTED(int, "fsync", names[descriptor], 0, NEXT(fsync)(descriptor));
}

int fdatasync(int descriptor) {
  if (state_of(descriptor) == NOT_OURS) return NEXT(fdatasync)(descriptor);
  COUNTED(int, "fsync", names[descriptor], 0, NEXT(fdatasync)(descriptor));
}

int ftruncate(int descriptor, off_t length) {
  if (state_of(descriptor) == NOT_OURS) return NEXT(ftruncate)(descriptor, length);
  COUNTED(int, "ftruncate", names[descriptor], 0, NEXT(ftruncate)(descriptor, length));
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  if (!is_below(to_folder, to)) return NEXT(renameat)(from_folder, from, to_folder, to);
  COUNTED(int, "rename", to, 0, NEXT(renameat)(from_folder, from, to_folder, to));
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  if (!is_below(to_folder, to)) return NEXT(linkat)(from_folder, from, to_folder, to, flags);
  COUNTED(int, "link", to, 1, NEXT(linkat)(from_folder, from, to_folder, to, flags));
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int mkdirat(int folder, const char *path, mode_t mode) {
  if (!is_below(folder, path)) return NEXT(mkdirat)(folder, path, mode);
  COUNTED(int, "mkdir", path, 1, NEXT(mkdirat)(folder, path, mode));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

char *mkdtemp(char *path) {
  if (!is_below(AT_FDCWD, path)) return NEXT(mkdtemp)(path);
  const enum fate fate = fate_of("mkdir", path, 1);
  if (fate == FAIL) return NULL;
  char *made = NEXT(mkdtemp)(path);
  if (fate != DO) die();
  return made;
}

int unlinkat(int folder, const char *path, int flags) {
  if (!is_below(folder, path)) return NEXT(unlinkat)(folder, path, flags);
  COUNTED(int, (flags & AT_REMOVEDIR) != 0 ? "rmdir" : "unlink", path, 0, NEXT(unlinkat)(folder, path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
