// A FUSE file system that passes everything through to a folder, records every change in a log, and fails on command.
#ifndef FILESYSTEM_H
#define FILESYSTEM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// A change of a file that no sync has covered yet: what was there, and what is there now.
struct change {
    struct change *next; // the one made before this
    uint64_t sequence;
    off_t offset;
    size_t size;
    char *before, *after;
};

/// A file or folder that the kernel knows. FUSE's number of it is its address.
struct node {
    struct node *next;
    uint64_t lookups;
    uint64_t id; // in the log; 1 is the root, all others have their inode number
    ino_t inode;
    int fd; // O_PATH
    struct change *unsynced; // the newest first
};

/// Guards the nodes, the log, and the order of the changes: what the log says first happened first.
extern pthread_mutex_t lock;

enum kind {
    WRITE = 1, TRUNCATE, CREATE, MKDIR, RENAME, UNLINK, RMDIR, LINK, SYNC, SYNC_FAILED, SYMLINK,
};

/// One record as it stands in the log, followed by `name_size` and `data_size` bytes.
struct record {
    uint32_t kind, name_size;
    uint64_t data_size, sequence, node, parent, offset, covers;
};

void record_open(const char *file);
/// The number of the last change.
uint64_t record_sequence(void);
/// Appends to the log and numbers the record. Call it with the lock held.
uint64_t record_append(struct record record, const char *name, size_t name_size, const void *data);

/// A change is of names, or truncates; an open is one for writing.
enum operation { ON_WRITE = 1, ON_SYNC = 2, ON_OPEN = 4, ON_CHANGE = 8, ON_READ = 16 };

/// What a rule does to a call; all zero: nothing.
struct outcome {
    int error, delay_ms;
    size_t at_most; // bytes that a write takes
    bool keeps; // after a failed sync the pages stay readable (ext4); otherwise they show what the disk has (btrfs)
};

/// Applies the first rule that matches, and counts the call.
struct outcome rule_for(enum operation operation, const char *path);
/// Takes commands at a socket, in a thread of its own:
///   on <write|sync|open|change|read,…> <pattern> [error=EIO] [skip=N] [times=N] [delay=MS] [short=BYTES] [keeps]
///   off                                  forgets all rules
///   hits                                 answers how many calls each rule has changed
void rules_listen(const char *socket);

#endif
