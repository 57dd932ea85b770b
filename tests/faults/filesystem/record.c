#include <err.h>
#include <fcntl.h>
#include <sys/uio.h>

#include "filesystem.h"

static int log_fd = -1;
static uint64_t sequence;

void record_open(const char *file) {
    log_fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_fd < 0) err(1, "%s", file);
}

uint64_t record_sequence(void) { return sequence; }

uint64_t record_append(struct record record, const char *name, size_t name_size, const void *data) {
    record.sequence = ++sequence;
    record.name_size = name_size;
    struct iovec parts[] = {
        {&record, sizeof record},
        {(void *)name, name_size},
        {(void *)data, data == NULL ? 0 : record.data_size},
    };
    size_t size = sizeof record + name_size + parts[2].iov_len;
    // A log with a gap proves nothing.
    if (writev(log_fd, parts, 3) != (ssize_t)size) err(1, "the record is full");
    return sequence;
}
