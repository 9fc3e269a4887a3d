/*
 * A file system in memory that forgets, on command, what was not fsynced: the page cache of a machine that loses
 * power. Mounted by FUSE for tests (dev.parley.testkit.disk.ForgetfulDisk), which speak to it line by line:
 *
 *   fail WHAT N ERRNO  the Nth call of WHAT (write or sync) from now on fails; what a failed sync was to write never
 *                      reaches the disk, though processes go on seeing it. N = 0: none fails
 *   count              answers "WRITES SYNCS" since the mount
 *   halt               every call fails from now on, and handles stay dead for good: the process was killed
 *   resume             another process comes, and sees what the page cache holds
 *   lose SEED          power fails: what was not synced is lost, except for a part of it that the seed selects, because
 *                      a kernel writes when it likes
 *
 * What is on disk follows POSIX where it promises least: a file's bytes are there when that file was synced, names when
 * their directory was. Changes of names reach the disk in the order in which they were made.
 *
 *   cc -O2 -o forgetful forgetful.c $(pkg-config --cflags --libs fuse3)
 *   forgetful -f MOUNTPOINT
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <errno.h>
#include <fuse.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

struct entry {
  char *name;
  struct node *node;
  struct entry *next;
};

/* A file or directory, once as processes see it and once as it is on disk. Never freed: mounts are short. */
struct node {
  mode_t mode;
  uid_t uid;
  gid_t gid;
  nlink_t links;
  ino_t number;
  struct timespec changed;
  char *data, *disk;
  size_t size, room, disk_size, disk_room;
  unsigned char *dirty;
  size_t dirty_pages;
  struct entry *names, *disk_names;
};

/* A change of names that is not on disk yet: a name that goes, one that comes, or both at once. */
struct renaming {
  struct node *from_dir, *to_dir, *node;
  char *from, *to;
  struct renaming *next;
};

struct handle {
  struct node *node;
  unsigned long life;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *root;
static ino_t numbers;
static struct renaming *pending, **pending_end = &pending;
static unsigned long life, writes, syncs, fail_write, fail_sync;
static int write_error, sync_error;
static bool halted;

static void *grown(void *old, size_t *room, size_t wanted) {
  if (wanted <= *room) return old;
  size_t more = *room ? *room : PAGE;
  while (more < wanted) more *= 2;
  char *fresh = realloc(old, more);
  if (!fresh) abort();
  memset(fresh + *room, 0, more - *room);
  *room = more;
  return fresh;
}

static struct node *made(mode_t mode) {
  struct node *node = calloc(1, sizeof *node);
  if (!node) abort();
  struct fuse_context *caller = fuse_get_context();
  node->mode = mode;
  node->uid = caller ? caller->uid : getuid();
  node->gid = caller ? caller->gid : getgid();
  node->links = S_ISDIR(mode) ? 2 : 1;
  node->number = ++numbers;
  clock_gettime(CLOCK_REALTIME, &node->changed);
  return node;
}

static struct entry **slot(struct entry **names, const char *name) {
  while (*names && strcmp((*names)->name, name) != 0) names = &(*names)->next;
  return names;
}

static void set_name(struct entry **names, const char *name, struct node *node) {
  struct entry **at = slot(names, name);
  if (!*at) {
    *at = calloc(1, sizeof **at);
    (*at)->name = strdup(name);
  }
  (*at)->node = node;
}

static void remove_name(struct entry **names, const char *name) {
  struct entry **at = slot(names, name), *gone = *at;
  if (gone) {
    *at = gone->next;
    free(gone->name);
    free(gone);
  }
}

static struct node *find(const char *path) {
  struct node *node = root;
  char *copy = strdup(path), *rest = copy, *part;
  while (node && (part = strsep(&rest, "/"))) {
    if (!*part) continue;
    struct entry *found = S_ISDIR(node->mode) ? *slot(&node->names, part) : NULL;
    node = found ? found->node : NULL;
  }
  free(copy);
  return node;
}

static struct node *parent(const char *path, const char **name) {
  *name = strrchr(path, '/') + 1;
  char *folder = strndup(path, *name - path);
  struct node *found = find(folder);
  free(folder);
  return found;
}

static void rename_in(bool on_disk, struct renaming *change) {
  if (change->from)
    remove_name(on_disk ? &change->from_dir->disk_names : &change->from_dir->names, change->from);
  if (change->to)
    set_name(on_disk ? &change->to_dir->disk_names : &change->to_dir->names, change->to, change->node);
}

static void renamed(struct node *from_dir, const char *from, struct node *to_dir, const char *to, struct node *node) {
  struct renaming *change = calloc(1, sizeof *change);
  *change = (struct renaming){from_dir, to_dir, node, from ? strdup(from) : NULL, to ? strdup(to) : NULL, NULL};
  rename_in(false, change);
  *pending_end = change;
  pending_end = &change->next;
}

/* The oldest changes of names reach the disk. */
static void names_to_disk(size_t count) {
  while (pending && count--) {
    struct renaming *change = pending;
    rename_in(true, change);
    pending = change->next;
    if (!pending) pending_end = &pending;
    free(change->from);
    free(change->to);
    free(change);
  }
}

static void touch(struct node *node, size_t from, size_t to) {
  node->dirty = grown(node->dirty, &node->dirty_pages, to / PAGE + 1);
  for (size_t page = from / PAGE; page * PAGE < to; page++) node->dirty[page] = 1;
  clock_gettime(CLOCK_REALTIME, &node->changed);
}

/* Dirty pages before this one reach the disk, the others stay in memory only. */
static void bytes_to_disk(struct node *node, size_t pages) {
  for (size_t page = 0; page < node->dirty_pages && page < pages; page++) {
    size_t start = page * PAGE;
    if (node->dirty[page] && start < node->size) {
      size_t length = node->size - start < PAGE ? node->size - start : PAGE;
      node->disk = grown(node->disk, &node->disk_room, start + PAGE);
      memcpy(node->disk + start, node->data + start, length);
      if (node->disk_size < start + length) node->disk_size = start + length;
    }
  }
}

static void clean(struct node *node) {
  if (node->dirty) memset(node->dirty, 0, node->dirty_pages);
}

/* ---- power */

static unsigned long long chance;

static size_t below(size_t bound) {
  chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
  return bound ? (chance >> 33) % bound : 0;
}

static void restore(struct node *node) {
  clean(node);
  node->data = grown(node->data, &node->room, node->disk_size + 1);
  if (node->disk_size) memcpy(node->data, node->disk, node->disk_size);
  memset(node->data + node->disk_size, 0, node->room - node->disk_size);
  node->size = node->disk_size;
  while (node->names) remove_name(&node->names, node->names->name);
  for (struct entry *at = node->disk_names; at; at = at->next) {
    set_name(&node->names, at->name, at->node);
    restore(at->node);
  }
}

static void write_some(struct node *node) {
  size_t fate = below(3);
  if (S_ISREG(node->mode) && fate)
    bytes_to_disk(node, fate == 1 ? node->dirty_pages : below(node->dirty_pages + 1));
  for (struct entry *at = node->names; at; at = at->next) write_some(at->node);
}

static void lose(unsigned long long seed) {
  chance = seed * 2862933555777941757ULL + 3037000493ULL;
  below(2);
  write_some(root);
  size_t count = 0;
  for (struct renaming *change = pending; change; change = change->next) count++;
  names_to_disk(below(count + 1));
  while (pending) {
    struct renaming *change = pending;
    pending = change->next;
    free(change);
  }
  pending_end = &pending;
  restore(root);
}

static void *commands(void *fuse) {
  char line[256], what[16];
  unsigned long number;
  unsigned long long seed;
  int error;
  while (fgets(line, sizeof line, stdin)) {
    pthread_mutex_lock(&lock);
    if (sscanf(line, "fail %15s %lu %d", what, &number, &error) == 3) {
      bool of_write = strcmp(what, "write") == 0;
      *(of_write ? &fail_write : &fail_sync) = number ? (of_write ? writes : syncs) + number : 0;
      *(of_write ? &write_error : &sync_error) = error;
      puts("ok");
    } else if (strncmp(line, "count", 5) == 0) {
      printf("%lu %lu\n", writes, syncs);
    } else if (strncmp(line, "halt", 4) == 0) {
      halted = true;
      life++;
      puts("ok");
    } else if (strncmp(line, "resume", 6) == 0) {
      halted = false;
      puts("ok");
    } else if (sscanf(line, "lose %llu", &seed) == 1) {
      life++;
      lose(seed);
      puts("ok");
    } else {
      puts("unknown");
    }
    fflush(stdout);
    pthread_mutex_unlock(&lock);
  }
  fuse_exit(fuse); /* whoever started it is gone */
  kill(getpid(), SIGTERM);
  return NULL;
}

/* ---- calls */

#define ENTER                      \
  pthread_mutex_lock(&lock);       \
  int result = halted ? -EIO : 0;  \
  if (!result)
#define LEAVE                      \
  pthread_mutex_unlock(&lock);     \
  return result

static struct node *of(const char *path, struct fuse_file_info *info) {
  struct handle *handle = info ? (struct handle *)(uintptr_t)info->fh : NULL;
  if (!handle) return find(path);
  return handle->life == life ? handle->node : NULL;
}

static int missing(struct fuse_file_info *info) { return info && info->fh ? -EIO : -ENOENT; }

static void opened(struct node *node, struct fuse_file_info *info) {
  struct handle *handle = malloc(sizeof *handle);
  *handle = (struct handle){node, life};
  info->fh = (uintptr_t)handle;
}

static void resize(struct node *node, size_t size) {
  node->data = grown(node->data, &node->room, size + 1);
  if (size < node->size) {
    memset(node->data + size, 0, node->size - size);
    if (node->disk_size > size) {
      memset(node->disk + size, 0, node->disk_size - size); /* as if the disk had been told at once */
      node->disk_size = size;
    }
  }
  touch(node, size < node->size ? size : node->size, size > node->size ? size : node->size);
  node->size = size;
}

static int do_getattr(const char *path, struct stat *stat, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node) {
      result = missing(info);
    } else {
      memset(stat, 0, sizeof *stat);
      stat->st_mode = node->mode;
      stat->st_uid = node->uid;
      stat->st_gid = node->gid;
      stat->st_nlink = node->links;
      stat->st_ino = node->number;
      stat->st_size = node->size;
      stat->st_blocks = (node->size + 511) / 512;
      stat->st_blksize = PAGE;
      stat->st_mtim = stat->st_ctim = stat->st_atim = node->changed;
    }
  }
  LEAVE;
}

static int do_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                      struct fuse_file_info *info, enum fuse_readdir_flags flags) {
  (void)offset, (void)info, (void)flags;
  ENTER {
    struct node *node = find(path);
    if (!node) {
      result = -ENOENT;
    } else {
      fill(buffer, ".", NULL, 0, 0);
      fill(buffer, "..", NULL, 0, 0);
      for (struct entry *at = node->names; at; at = at->next) fill(buffer, at->name, NULL, 0, 0);
    }
  }
  LEAVE;
}

static int add(const char *path, mode_t mode, struct node **node) {
  const char *name;
  struct node *folder = parent(path, &name);
  if (!folder) return -ENOENT;
  if (*slot(&folder->names, name)) return -EEXIST;
  *node = made(mode);
  renamed(NULL, NULL, folder, name, *node);
  return 0;
}

static int do_create(const char *path, mode_t mode, struct fuse_file_info *info) {
  ENTER {
    struct node *node;
    result = add(path, S_IFREG | (mode & 07777), &node);
    if (!result) opened(node, info);
  }
  LEAVE;
}

static int do_mkdir(const char *path, mode_t mode) {
  ENTER {
    struct node *node;
    result = add(path, S_IFDIR | (mode & 07777), &node);
  }
  LEAVE;
}

static int do_open(const char *path, struct fuse_file_info *info) {
  ENTER {
    struct node *node = find(path);
    if (!node) {
      result = -ENOENT;
    } else {
      if (info->flags & O_TRUNC) resize(node, 0);
      opened(node, info);
    }
  }
  LEAVE;
}

static int do_release(const char *path, struct fuse_file_info *info) {
  (void)path;
  free((void *)(uintptr_t)info->fh);
  return 0;
}

static int do_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node) {
      result = missing(info);
    } else if ((size_t)offset < node->size) {
      result = node->size - offset < size ? node->size - offset : size;
      memcpy(buffer, node->data + offset, result);
    }
  }
  LEAVE;
}

static int do_write(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node) {
      result = missing(info);
    } else if (++writes == fail_write) {
      result = -write_error;
    } else {
      node->data = grown(node->data, &node->room, offset + size + 1);
      memcpy(node->data + offset, buffer, size);
      touch(node, (size_t)offset < node->size ? (size_t)offset : node->size, offset + size);
      if (node->size < offset + size) node->size = offset + size;
      result = size;
    }
  }
  LEAVE;
}

static int do_truncate(const char *path, off_t size, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node)
      result = missing(info);
    else
      resize(node, size);
  }
  LEAVE;
}

static int do_sync(const char *path, int only_data, struct fuse_file_info *info, bool names) {
  (void)only_data;
  ENTER {
    struct node *node = of(path, info);
    if (!node) {
      result = missing(info);
    } else if (++syncs == fail_sync) {
      clean(node);
      result = -sync_error;
    } else if (names) {
      names_to_disk((size_t)-1);
    } else {
      bytes_to_disk(node, node->dirty_pages);
      clean(node);
    }
  }
  LEAVE;
}

static int do_fsync(const char *path, int only_data, struct fuse_file_info *info) {
  return do_sync(path, only_data, info, false);
}

static int do_fsyncdir(const char *path, int only_data, struct fuse_file_info *info) {
  (void)info;
  return do_sync(path, only_data, NULL, true);
}

static int take(const char *path, bool folder) {
  const char *name;
  struct node *above = parent(path, &name);
  struct entry *found = above ? *slot(&above->names, name) : NULL;
  if (!found) return -ENOENT;
  if (folder && found->node->names) return -ENOTEMPTY;
  found->node->links--;
  renamed(above, name, NULL, NULL, NULL);
  return 0;
}

static int do_unlink(const char *path) {
  ENTER { result = take(path, false); }
  LEAVE;
}

static int do_rmdir(const char *path) {
  ENTER { result = take(path, true); }
  LEAVE;
}

static int do_rename(const char *from, const char *to, unsigned int flags) {
  ENTER {
    const char *old_name, *new_name;
    struct node *old_folder = parent(from, &old_name), *new_folder = parent(to, &new_name), *node = find(from);
    struct entry *there = new_folder ? *slot(&new_folder->names, new_name) : NULL;
    if (flags & ~1u) {
      result = -EINVAL;
    } else if (!node || !new_folder) {
      result = -ENOENT;
    } else if (there && (flags & 1)) {
      result = -EEXIST;
    } else if (there && there->node->names) {
      result = -ENOTEMPTY;
    } else {
      renamed(old_folder, old_name, new_folder, new_name, node);
    }
  }
  LEAVE;
}

static int do_link(const char *from, const char *to) {
  ENTER {
    const char *name;
    struct node *node = find(from), *folder = parent(to, &name);
    if (!node || !folder) {
      result = -ENOENT;
    } else if (*slot(&folder->names, name)) {
      result = -EEXIST;
    } else {
      node->links++;
      renamed(NULL, NULL, folder, name, node);
    }
  }
  LEAVE;
}

static int do_chmod(const char *path, mode_t mode, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node)
      result = missing(info);
    else
      node->mode = (node->mode & S_IFMT) | (mode & 07777);
  }
  LEAVE;
}

static int do_chown(const char *path, uid_t uid, gid_t gid, struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node) {
      result = missing(info);
    } else {
      if (uid != (uid_t)-1) node->uid = uid;
      if (gid != (gid_t)-1) node->gid = gid;
    }
  }
  LEAVE;
}

static int do_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *info) {
  ENTER {
    struct node *node = of(path, info);
    if (!node)
      result = missing(info);
    else
      node->changed = times[1];
  }
  LEAVE;
}

static void *do_init(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->entry_timeout = config->attr_timeout = config->negative_timeout = 0;
  config->use_ino = 1;
  config->hard_remove = 1;
  pthread_t reader;
  pthread_create(&reader, NULL, commands, fuse_get_context()->fuse);
  pthread_detach(reader);
  puts("mounted");
  fflush(stdout);
  return NULL;
}

static const struct fuse_operations calls = {
    .init = do_init,       .getattr = do_getattr, .readdir = do_readdir,   .create = do_create,
    .mkdir = do_mkdir,     .open = do_open,       .release = do_release,   .read = do_read,
    .write = do_write,     .truncate = do_truncate, .fsync = do_fsync,     .fsyncdir = do_fsyncdir,
    .unlink = do_unlink,   .rmdir = do_rmdir,     .rename = do_rename,     .link = do_link,
    .chmod = do_chmod,     .chown = do_chown,     .utimens = do_utimens,
};

int main(int count, char **arguments) {
  umask(0);
  root = made(S_IFDIR | 0755);
  return fuse_main(count, arguments, &calls, NULL);
}
