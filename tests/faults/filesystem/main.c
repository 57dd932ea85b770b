// Usage: filesystem <folder> <mount point> <log> <socket>. Stays in the foreground; unmounts on SIGTERM, and when the
// process that started it ends. FUSE keeps the locks and the shared memory (`-shm`) of SQLite in the kernel.
#define _GNU_SOURCE
#define FUSE_USE_VERSION 312

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "filesystem.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node root;
static char source[PATH_MAX];

static struct node *node_of(fuse_ino_t ino) { return ino == FUSE_ROOT_ID ? &root : (struct node *)(uintptr_t)ino; }

/// The path within the mount, without a slash at its start; of a removed file the last one.
static const char *path_of(struct node *node, char *buffer) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", node->fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    path[size < 0 ? 0 : size] = 0;
    size_t prefix = strlen(source);
    snprintf(buffer, PATH_MAX, "%s", strncmp(path, source, prefix) == 0 && path[prefix] == '/' ? path + prefix + 1 : path);
    char *deleted = strstr(buffer, " (deleted)");
    if (deleted != NULL) *deleted = 0;
    return buffer;
}

static const char *child_path(struct node *parent, const char *name, char *buffer) {
    char folder[PATH_MAX];
    path_of(parent, folder);
    if (parent == &root) snprintf(buffer, PATH_MAX, "%s", name);
    else if (snprintf(buffer, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) buffer[0] = 0;
    return buffer;
}

static void pause_for(int ms) {
    if (ms > 0) usleep((useconds_t)ms * 1000);
}

/// The error that a rule wants for the call, or 0.
static int refused(enum operation operation, struct node *node, const char *name) {
    char path[PATH_MAX];
    struct outcome outcome =
        rule_for(operation, name == NULL ? path_of(node, path) : child_path(node, name, path));
    pause_for(outcome.delay_ms);
    return outcome.error;
}

/// SQLite's shared memory is built anew after a power cut, and must be mapped: it is neither recorded nor uncached.
static bool is_shared_memory(struct node *node) {
    char path[PATH_MAX];
    size_t size = strlen(path_of(node, path));
    return size > 4 && strcmp(path + size - 4, "-shm") == 0;
}

static void free_change(struct change *change) {
    free(change->before);
    free(change->after);
    free(change);
}

static void forget_changes(struct node *node, uint64_t until) {
    for (struct change **at = &node->unsynced; *at != NULL;) {
        struct change *change = *at;
        if (change->sequence > until) {
            at = &change->next;
            continue;
        }
        *at = change->next;
        free_change(change);
    }
}

/// Finds or makes the node of a directory entry. Call it with the lock held. Returns an errno.
static int enter(struct node *parent, const char *name, struct fuse_entry_param *entry) {
    *entry = (struct fuse_entry_param){0};
    int fd = openat(parent->fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return errno;
    if (fstat(fd, &entry->attr) != 0) {
        int error = errno;
        close(fd);
        return error;
    }
    struct node *node = root.next;
    while (node != NULL && node->inode != entry->attr.st_ino) node = node->next;
    if (node != NULL) {
        close(fd);
    } else {
        node = calloc(1, sizeof *node);
        if (node == NULL) err(1, "no memory");
        node->fd = fd;
        node->id = node->inode = entry->attr.st_ino;
        node->next = root.next;
        root.next = node;
    }
    node->lookups++;
    entry->ino = (fuse_ino_t)(uintptr_t)node;
    return 0;
}

static void do_lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
    struct fuse_entry_param entry;
    pthread_mutex_lock(&lock);
    int error = enter(node_of(parent), name, &entry);
    pthread_mutex_unlock(&lock);
    if (error != 0) fuse_reply_err(request, error);
    else fuse_reply_entry(request, &entry);
}

static void do_forget(fuse_req_t request, fuse_ino_t ino, uint64_t lookups) {
    struct node *node = node_of(ino);
    pthread_mutex_lock(&lock);
    node->lookups -= lookups;
    if (node != &root && node->lookups == 0) {
        for (struct node **at = &root.next; *at != NULL; at = &(*at)->next)
            if (*at == node) {
                *at = node->next;
                break;
            }
        forget_changes(node, UINT64_MAX);
        close(node->fd);
        free(node);
    }
    pthread_mutex_unlock(&lock);
    fuse_reply_none(request);
}

static void do_getattr(fuse_req_t request, fuse_ino_t ino, struct fuse_file_info *file) {
    struct stat attributes;
    (void)file;
    if (fstatat(node_of(ino)->fd, "", &attributes, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW) != 0)
        fuse_reply_err(request, errno);
    else fuse_reply_attr(request, &attributes, 0);
}

static int truncate_node(struct node *node, off_t size, const char *link) {
    int error = refused(ON_CHANGE, node, NULL);
    if (error != 0) return error;
    pthread_mutex_lock(&lock);
    if (truncate(link, size) != 0) error = errno;
    else if (!is_shared_memory(node))
        record_append((struct record){.kind = TRUNCATE, .node = node->id, .offset = size}, NULL, 0, NULL);
    pthread_mutex_unlock(&lock);
    return error;
}

static void do_setattr(fuse_req_t request, fuse_ino_t ino, struct stat *wanted, int valid, struct fuse_file_info *file) {
    struct node *node = node_of(ino);
    char link[64];
    int error = 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", node->fd);
    if (valid & FUSE_SET_ATTR_MODE && chmod(link, wanted->st_mode) != 0) error = errno;
    if (error == 0 && valid & (FUSE_SET_ATTR_UID | FUSE_SET_ATTR_GID)) {
        uid_t user = valid & FUSE_SET_ATTR_UID ? wanted->st_uid : (uid_t)-1;
        gid_t group = valid & FUSE_SET_ATTR_GID ? wanted->st_gid : (gid_t)-1;
        if (fchownat(node->fd, "", user, group, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW) != 0) error = errno;
    }
    if (error == 0 && valid & FUSE_SET_ATTR_SIZE) error = truncate_node(node, wanted->st_size, link);
    if (error == 0 && valid & (FUSE_SET_ATTR_ATIME | FUSE_SET_ATTR_MTIME)) {
        struct timespec times[] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
        if (valid & FUSE_SET_ATTR_ATIME_NOW) times[0].tv_nsec = UTIME_NOW;
        else if (valid & FUSE_SET_ATTR_ATIME) times[0] = wanted->st_atim;
        if (valid & FUSE_SET_ATTR_MTIME_NOW) times[1].tv_nsec = UTIME_NOW;
        else if (valid & FUSE_SET_ATTR_MTIME) times[1] = wanted->st_mtim;
        if (utimensat(AT_FDCWD, link, times, 0) != 0) error = errno;
    }
    if (error != 0) fuse_reply_err(request, error);
    else do_getattr(request, ino, file);
}

static void do_readlink(fuse_req_t request, fuse_ino_t ino) {
    char target[PATH_MAX];
    ssize_t size = readlinkat(node_of(ino)->fd, "", target, sizeof target - 1);
    if (size < 0) {
        fuse_reply_err(request, errno);
        return;
    }
    target[size] = 0;
    fuse_reply_readlink(request, target);
}

/// Records a new entry of a folder and answers with it. Call it with the lock held after the change; `error` is its.
static void reply_made(fuse_req_t request, int error, enum kind kind, fuse_ino_t parent, const char *name, const char *data) {
    struct fuse_entry_param entry;
    if (error == 0) error = enter(node_of(parent), name, &entry);
    if (error == 0)
        record_append(
            (struct record){
                .kind = kind, .node = node_of(entry.ino)->id, .parent = node_of(parent)->id,
                .offset = entry.attr.st_mode, .data_size = data == NULL ? 0 : strlen(data),
            },
            name, strlen(name), data
        );
    pthread_mutex_unlock(&lock);
    if (error != 0) fuse_reply_err(request, error);
    else fuse_reply_entry(request, &entry);
}

static void do_mkdir(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode) {
    int error = refused(ON_CHANGE, node_of(parent), name);
    pthread_mutex_lock(&lock);
    if (error == 0 && mkdirat(node_of(parent)->fd, name, mode) != 0) error = errno;
    reply_made(request, error, MKDIR, parent, name, NULL);
}

static void do_symlink(fuse_req_t request, const char *target, fuse_ino_t parent, const char *name) {
    int error = refused(ON_CHANGE, node_of(parent), name);
    pthread_mutex_lock(&lock);
    if (error == 0 && symlinkat(target, node_of(parent)->fd, name) != 0) error = errno;
    reply_made(request, error, SYMLINK, parent, name, target);
}

static void do_link(fuse_req_t request, fuse_ino_t ino, fuse_ino_t parent, const char *name) {
    char link[64];
    int error = refused(ON_CHANGE, node_of(parent), name);
    snprintf(link, sizeof link, "/proc/self/fd/%d", node_of(ino)->fd);
    pthread_mutex_lock(&lock);
    if (error == 0 && linkat(AT_FDCWD, link, node_of(parent)->fd, name, AT_SYMLINK_FOLLOW) != 0) error = errno;
    reply_made(request, error, LINK, parent, name, NULL);
}

static void remove_entry(fuse_req_t request, enum kind kind, fuse_ino_t parent, const char *name) {
    int error = refused(ON_CHANGE, node_of(parent), name);
    pthread_mutex_lock(&lock);
    if (error == 0 && unlinkat(node_of(parent)->fd, name, kind == RMDIR ? AT_REMOVEDIR : 0) != 0) error = errno;
    if (error == 0)
        record_append((struct record){.kind = kind, .parent = node_of(parent)->id}, name, strlen(name), NULL);
    pthread_mutex_unlock(&lock);
    fuse_reply_err(request, error);
}

static void do_unlink(fuse_req_t request, fuse_ino_t parent, const char *name) {
    remove_entry(request, UNLINK, parent, name);
}

static void do_rmdir(fuse_req_t request, fuse_ino_t parent, const char *name) {
    remove_entry(request, RMDIR, parent, name);
}

static void do_rename(
    fuse_req_t request, fuse_ino_t parent, const char *name, fuse_ino_t new_parent, const char *new_name, unsigned flags
) {
    int error = flags & ~(unsigned)RENAME_NOREPLACE ? EINVAL : refused(ON_CHANGE, node_of(new_parent), new_name);
    pthread_mutex_lock(&lock);
    if (error == 0 && renameat2(node_of(parent)->fd, name, node_of(new_parent)->fd, new_name, flags) != 0) error = errno;
    if (error == 0) {
        char names[2 * NAME_MAX + 2];
        int size = snprintf(names, sizeof names, "%s/%s", name, new_name);
        struct record record = {.kind = RENAME, .parent = node_of(parent)->id, .offset = node_of(new_parent)->id};
        record_append(record, names, size, NULL);
    }
    pthread_mutex_unlock(&lock);
    fuse_reply_err(request, error);
}

/// Without the page cache, so that a read after a failed sync sees what the disk has.
static void set_caching(struct node *node, struct fuse_file_info *file) {
    file->direct_io = !is_shared_memory(node);
}

static void do_create(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *file) {
    struct fuse_entry_param entry;
    int error = refused(ON_CHANGE | ON_OPEN, node_of(parent), name);
    pthread_mutex_lock(&lock);
    int fd = -1;
    bool is_new = faccessat(node_of(parent)->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    if (error == 0) {
        int flags = (file->flags & ~(O_ACCMODE | O_APPEND)) | O_RDWR | O_CLOEXEC;
        fd = openat(node_of(parent)->fd, name, flags | O_CREAT, mode);
        error = fd < 0 ? errno : enter(node_of(parent), name, &entry);
    }
    if (error == 0) {
        struct record record = {.node = node_of(entry.ino)->id, .parent = node_of(parent)->id, .offset = entry.attr.st_mode};
        record.kind = CREATE;
        if (is_new) record_append(record, name, strlen(name), NULL);
        else if (file->flags & O_TRUNC)
            record_append((struct record){.kind = TRUNCATE, .node = record.node}, NULL, 0, NULL);
        set_caching(node_of(entry.ino), file);
        file->fh = fd;
    } else if (fd >= 0) {
        close(fd);
    }
    pthread_mutex_unlock(&lock);
    if (error != 0) fuse_reply_err(request, error);
    else fuse_reply_create(request, &entry, file);
}

static void do_open(fuse_req_t request, fuse_ino_t ino, struct fuse_file_info *file) {
    char link[64];
    struct node *node = node_of(ino);
    bool writes = (file->flags & O_ACCMODE) != O_RDONLY;
    int error = writes ? refused(ON_OPEN, node, NULL) : 0;
    if (error != 0) {
        fuse_reply_err(request, error);
        return;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", node->fd);
    // Readable, too: a change keeps what was there before.
    int fd = open(link, writes ? O_RDWR | O_CLOEXEC : O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fuse_reply_err(request, errno);
        return;
    }
    file->fh = fd;
    set_caching(node, file);
    fuse_reply_open(request, file);
}

static void do_release(fuse_req_t request, fuse_ino_t ino, struct fuse_file_info *file) {
    (void)ino;
    close(file->fh);
    fuse_reply_err(request, 0);
}

static void do_read(fuse_req_t request, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *file) {
    int error = refused(ON_READ, node_of(ino), NULL);
    char *data = malloc(size);
    ssize_t got = error == 0 && data != NULL ? pread(file->fh, data, size, offset) : -1;
    if (got < 0) fuse_reply_err(request, error != 0 ? error : errno);
    else fuse_reply_buf(request, data, got);
    free(data);
}

/// Writes, and keeps what was there before. Call it with the lock held. Returns what pwrite returns.
static ssize_t change_file(struct node *node, int fd, const char *data, size_t size, off_t offset) {
    struct change *change = calloc(1, sizeof *change);
    char *before = calloc(1, size + 1), *after = malloc(size + 1);
    if (change == NULL || before == NULL || after == NULL) err(1, "no memory");
    // What lies behind the end stays zero: a kernel that loses pages does not shorten the file.
    if (pread(fd, before, size, offset) < 0) warn("what was there before cannot be read");
    ssize_t written = pwrite(fd, data, size, offset);
    if (written <= 0) {
        int error = errno;
        free(before);
        free(after);
        free(change);
        errno = error;
        return written;
    }
    memcpy(after, data, written);
    uint64_t sequence = record_append(
        (struct record){.kind = WRITE, .node = node->id, .offset = offset, .data_size = written}, NULL, 0, data
    );
    *change = (struct change){node->unsynced, sequence, offset, written, before, after};
    node->unsynced = change;
    return written;
}

static void do_write(
    fuse_req_t request, fuse_ino_t ino, const char *data, size_t size, off_t offset, struct fuse_file_info *file
) {
    char path[PATH_MAX];
    struct node *node = node_of(ino);
    struct outcome outcome = rule_for(ON_WRITE, path_of(node, path));
    pause_for(outcome.delay_ms);
    if (outcome.error != 0) {
        fuse_reply_err(request, outcome.error);
        return;
    }
    if (outcome.at_most > 0 && outcome.at_most < size) size = outcome.at_most;
    pthread_mutex_lock(&lock);
    ssize_t written = is_shared_memory(node) ? pwrite(file->fh, data, size, offset)
                                             : change_file(node, file->fh, data, size, offset);
    int error = errno;
    pthread_mutex_unlock(&lock);
    if (written < 0) fuse_reply_err(request, error);
    else fuse_reply_write(request, written);
}

/// Takes back what was written until `until`; what came later stays. Call it with the lock held.
static void drop_changes(struct node *node, int fd, uint64_t until) {
    struct change *later = NULL; // the oldest first
    while (node->unsynced != NULL) {
        struct change *change = node->unsynced;
        node->unsynced = change->next;
        if (pwrite(fd, change->before, change->size, change->offset) < 0) warn("a change cannot be dropped");
        if (change->sequence > until) {
            change->next = later;
            later = change;
            continue;
        }
        free_change(change);
    }
    while (later != NULL) {
        struct change *change = later;
        later = change->next;
        if (pread(fd, change->before, change->size, change->offset) < 0 ||
            pwrite(fd, change->after, change->size, change->offset) < 0)
            warn("a change is lost that no sync had failed for");
        change->next = node->unsynced;
        node->unsynced = change;
    }
}

static void sync_node(fuse_req_t request, struct node *node) {
    char path[PATH_MAX], link[64];
    pthread_mutex_lock(&lock);
    // A sync covers what was written before it began.
    uint64_t covers = record_sequence();
    pthread_mutex_unlock(&lock);
    struct outcome outcome = rule_for(ON_SYNC, path_of(node, path));
    pause_for(outcome.delay_ms);
    pthread_mutex_lock(&lock);
    struct record record = {.kind = SYNC, .node = node->id, .covers = covers};
    if (outcome.error == 0 || outcome.keeps) {
        forget_changes(node, covers);
    } else if (node->unsynced != NULL) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", node->fd);
        int fd = open(link, O_RDWR | O_CLOEXEC);
        if (fd < 0) err(1, "%s", path);
        drop_changes(node, fd, covers);
        close(fd);
    }
    if (outcome.error != 0) {
        record.kind = SYNC_FAILED;
        record.offset = outcome.keeps;
    }
    record_append(record, NULL, 0, NULL);
    pthread_mutex_unlock(&lock);
    fuse_reply_err(request, outcome.error);
}

static void do_fsync(fuse_req_t request, fuse_ino_t ino, int data_only, struct fuse_file_info *file) {
    (void)data_only;
    (void)file;
    sync_node(request, node_of(ino));
}

static void do_opendir(fuse_req_t request, fuse_ino_t ino, struct fuse_file_info *file) {
    int fd = openat(node_of(ino)->fd, ".", O_RDONLY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (folder == NULL) {
        fuse_reply_err(request, errno);
        return;
    }
    file->fh = (uintptr_t)folder;
    fuse_reply_open(request, file);
}

static void do_readdir(fuse_req_t request, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *file) {
    DIR *folder = (DIR *)(uintptr_t)file->fh;
    char *buffer = malloc(size);
    size_t used = 0;
    (void)ino;
    if (buffer == NULL) err(1, "no memory");
    seekdir(folder, offset);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct stat attributes = {.st_ino = entry->d_ino, .st_mode = (mode_t)entry->d_type << 12};
        size_t needed =
            fuse_add_direntry(request, buffer + used, size - used, entry->d_name, &attributes, entry->d_off);
        if (needed > size - used) break;
        used += needed;
    }
    fuse_reply_buf(request, buffer, used);
    free(buffer);
}

static void do_releasedir(fuse_req_t request, fuse_ino_t ino, struct fuse_file_info *file) {
    (void)ino;
    closedir((DIR *)(uintptr_t)file->fh);
    fuse_reply_err(request, 0);
}

static void do_statfs(fuse_req_t request, fuse_ino_t ino) {
    struct statvfs space;
    if (fstatvfs(node_of(ino)->fd, &space) != 0) fuse_reply_err(request, errno);
    else fuse_reply_statfs(request, &space);
}

static void do_init(void *data, struct fuse_conn_info *connection) {
    (void)data;
    // Truncation comes as a call of its own, which is recorded.
    connection->want &= ~(unsigned)FUSE_CAP_ATOMIC_O_TRUNC;
}

static const struct fuse_lowlevel_ops operations = {
    .init = do_init, .lookup = do_lookup, .forget = do_forget, .getattr = do_getattr, .setattr = do_setattr,
    .readlink = do_readlink, .mkdir = do_mkdir, .symlink = do_symlink, .link = do_link, .unlink = do_unlink,
    .rmdir = do_rmdir, .rename = do_rename, .create = do_create, .open = do_open, .release = do_release,
    .read = do_read, .write = do_write, .fsync = do_fsync, .fsyncdir = do_fsync, .opendir = do_opendir,
    .readdir = do_readdir, .releasedir = do_releasedir, .statfs = do_statfs,
};

int main(int count, char **arguments) {
    if (count != 5) errx(2, "usage: %s <folder> <mount point> <log> <socket>", arguments[0]);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    umask(0);
    if (realpath(arguments[1], source) == NULL) err(1, "%s", arguments[1]);
    root = (struct node){.id = 1, .lookups = 1, .fd = open(source, O_PATH | O_CLOEXEC)};
    if (root.fd < 0) err(1, "%s", source);
    record_open(arguments[3]);
    char *options[] = {arguments[0], "-o", "fsname=quad-faults,default_permissions"};
    struct fuse_args args = FUSE_ARGS_INIT(3, options);
    struct fuse_session *session = fuse_session_new(&args, &operations, sizeof operations, NULL);
    if (session == NULL || fuse_set_signal_handlers(session) != 0) return 1;
    if (fuse_session_mount(session, arguments[2]) != 0) return 1;
    rules_listen(arguments[4]);
    struct fuse_loop_config *config = fuse_loop_cfg_create();
    int status = fuse_session_loop_mt(session, config);
    fuse_loop_cfg_destroy(config);
    fuse_session_unmount(session);
    fuse_remove_signal_handlers(session);
    fuse_session_destroy(session);
    return status < 0 || status == SIGTERM ? 0 : status;
}
