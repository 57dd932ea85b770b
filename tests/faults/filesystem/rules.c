#include <err.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "filesystem.h"

enum { MOST_RULES = 32 };

struct rule {
    int operations;
    char pattern[128];
    long skip, times; // times 0: without end
    long hits;
    struct outcome outcome;
};

static pthread_mutex_t rules_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rule rules[MOST_RULES];
static int count;

struct outcome rule_for(enum operation operation, const char *path) {
    struct outcome outcome = {0};
    pthread_mutex_lock(&rules_lock);
    for (int i = 0; i < count; i++) {
        struct rule *rule = &rules[i];
        if (!(rule->operations & operation) || fnmatch(rule->pattern, path, 0) != 0) continue;
        if (rule->skip > 0) {
            rule->skip--;
            continue;
        }
        if (rule->times > 0 && rule->hits >= rule->times) continue;
        rule->hits++;
        outcome = rule->outcome;
        break;
    }
    pthread_mutex_unlock(&rules_lock);
    return outcome;
}

static int error_named(const char *name) {
    static const struct { const char *name; int number; } errors[] = {
        {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EROFS", EROFS}, {"EDQUOT", EDQUOT}, {"EMFILE", EMFILE},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0) return errors[i].number;
    return 0;
}

static int operations_named(char *names) {
    int operations = 0;
    char *rest;
    for (char *name = strtok_r(names, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        if (strcmp(name, "write") == 0) operations |= ON_WRITE;
        else if (strcmp(name, "sync") == 0) operations |= ON_SYNC;
        else if (strcmp(name, "open") == 0) operations |= ON_OPEN;
        else if (strcmp(name, "change") == 0) operations |= ON_CHANGE;
        else if (strcmp(name, "read") == 0) operations |= ON_READ;
        else return 0;
    }
    return operations;
}

static bool add_rule(char *operations, char *pattern, char **rest) {
    struct rule rule = {0};
    if (operations == NULL || pattern == NULL || count == MOST_RULES) return false;
    rule.operations = operations_named(operations);
    if (rule.operations == 0 || strlen(pattern) >= sizeof rule.pattern) return false;
    strcpy(rule.pattern, pattern);
    for (char *option = strtok_r(NULL, " ", rest); option != NULL; option = strtok_r(NULL, " ", rest)) {
        char *value = strchr(option, '=');
        if (value != NULL) *value++ = 0;
        if (strcmp(option, "keeps") == 0) rule.outcome.keeps = true;
        else if (value == NULL) return false;
        else if (strcmp(option, "error") == 0) rule.outcome.error = error_named(value);
        else if (strcmp(option, "skip") == 0) rule.skip = atol(value);
        else if (strcmp(option, "times") == 0) rule.times = atol(value);
        else if (strcmp(option, "delay") == 0) rule.outcome.delay_ms = atoi(value);
        else if (strcmp(option, "short") == 0) rule.outcome.at_most = atol(value);
        else return false;
    }
    if (rule.outcome.error == 0 && rule.outcome.delay_ms == 0 && rule.outcome.at_most == 0) return false;
    rules[count++] = rule;
    return true;
}

static void answer(char *command, FILE *reply) {
    char *rest;
    char *verb = strtok_r(command, " \n", &rest);
    pthread_mutex_lock(&rules_lock);
    if (verb != NULL && strcmp(verb, "on") == 0) {
        char *operations = strtok_r(NULL, " ", &rest);
        char *pattern = strtok_r(NULL, " ", &rest);
        fputs(add_rule(operations, pattern, &rest) ? "ok\n" : "what?\n", reply);
    } else if (verb != NULL && strcmp(verb, "off") == 0) {
        count = 0;
        fputs("ok\n", reply);
    } else if (verb != NULL && strcmp(verb, "hits") == 0) {
        for (int i = 0; i < count; i++) fprintf(reply, "%ld ", rules[i].hits);
        fputs("\n", reply);
    } else {
        fputs("what?\n", reply);
    }
    pthread_mutex_unlock(&rules_lock);
}

/// One command for each connection.
static void *serve(void *argument) {
    int listener = *(int *)argument;
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection < 0) continue;
        char command[512];
        FILE *stream = fdopen(connection, "r+");
        if (stream == NULL) {
            close(connection);
            continue;
        }
        if (fgets(command, sizeof command, stream) != NULL) {
            command[strcspn(command, "\n")] = 0;
            fseek(stream, 0, SEEK_CUR);
            answer(command, stream);
        }
        fclose(stream);
    }
    return NULL;
}

void rules_listen(const char *path) {
    static int listener;
    pthread_t thread;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) errx(1, "%s is too long for a socket", path);
    strcpy(address.sun_path, path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0)
        err(1, "%s", path);
    if (pthread_create(&thread, NULL, serve, &listener) != 0) errx(1, "no thread");
}
