-- What Drizzle cannot say: full-text indexes, triggers, and the rows of a new database. Part of the baseline (db/baseline.ts).

CREATE VIRTUAL TABLE comments_search USING fts5 (
  content, content = 'comments', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO comments_search (comments_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('crisismerge', 64);

CREATE VIRTUAL TABLE comments_words USING fts5vocab (comments_search, instance);

CREATE VIRTUAL TABLE posts_search USING fts5 (
  title, content, content = 'posts', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO posts_search (posts_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('crisismerge', 64);

CREATE VIRTUAL TABLE posts_words USING fts5vocab (posts_search, instance);

CREATE TABLE user_names (
  number INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE user_name_trigrams USING fts5 (name, tokenize = 'trigram', content = '');

INSERT INTO user_name_trigrams (user_name_trigrams, rank) VALUES ('secure-delete', 1);

CREATE VIRTUAL TABLE user_name_trigram_list USING fts5vocab (user_name_trigrams, instance);

CREATE INDEX user_names_name ON user_names (name);

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.number BETWEEN first AND last) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry is deleted');
END;

CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
WHEN (
    old.hash IS NOT NULL
    OR (new.number, new.time, new.action, new.actor, new.role, new.entity_type, new.entity, new.failed, new.platform,
      new.request, new.ip, new.agent, new.detail)
      IS NOT
       (old.number, old.time, old.action, old.actor, old.role, old.entity_type, old.entity, old.failed, old.platform,
      old.request, old.ip, old.agent, old.detail)
  )
  AND NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.number BETWEEN first AND last AND new.number = old.number)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry changes');
END;

CREATE TRIGGER comments_blanked AFTER UPDATE OF deleted_at ON comments
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE totals SET count = count + iif(new.deleted_at IS NULL, 1, -1) WHERE name = 'comments';
END;

CREATE TRIGGER comments_counted AFTER INSERT ON comments WHEN new.deleted_at IS NULL BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'comments';
END;

CREATE TRIGGER comments_emptied AFTER UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NOT NULL BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;

CREATE TRIGGER comments_uncounted AFTER DELETE ON comments WHEN old.deleted_at IS NULL BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'comments';
END;

CREATE TRIGGER comments_unnoted AFTER DELETE ON comments BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;

CREATE TRIGGER posts_emptied AFTER UPDATE OF author_id ON posts WHEN new.author_id IS NULL AND old.author_id IS NOT NULL BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;

CREATE TRIGGER posts_hot_insert AFTER INSERT ON posts
WHEN new.hot_score <> unixepoch(new.created_at) / 60 + new.hot_lead BEGIN
  UPDATE posts SET hot_score = unixepoch(new.created_at) / 60 + new.hot_lead WHERE rowid = new.rowid;
END;

CREATE TRIGGER posts_hot_update AFTER UPDATE OF upvote_count, downvote_count, uncounted_upvotes, uncounted_downvotes, comments_count, created_at, hot_score ON posts
WHEN new.hot_score <> unixepoch(new.created_at) / 60 + new.hot_lead BEGIN
  UPDATE posts SET hot_score = unixepoch(new.created_at) / 60 + new.hot_lead WHERE rowid = new.rowid;
END;

CREATE TRIGGER posts_unnoted AFTER DELETE ON posts BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;

CREATE TRIGGER sanctions_recount_delete AFTER DELETE ON sanctions
WHEN old.kind = 'block' AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id)
  AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = old.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (old.user_id);
END;

CREATE TRIGGER sanctions_recount_insert AFTER INSERT ON sanctions
WHEN new.kind = 'block' AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = new.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (new.user_id);
END;

CREATE TRIGGER sanctions_recount_update AFTER UPDATE OF kind ON sanctions
WHEN new.kind <> old.kind AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = new.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (new.user_id);
END;

CREATE TRIGGER users_coarse_insert AFTER INSERT ON users BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;

CREATE TRIGGER users_coarse_update AFTER UPDATE OF created_at, updated_at ON users
WHEN new.created_at NOT GLOB '*-01T00:00:00.000Z' OR new.updated_at NOT GLOB '*T00:00:00.000Z' BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;

CREATE TRIGGER users_counted AFTER INSERT ON users WHEN new.status <> 'ALIAS' BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'users';
END;

CREATE TRIGGER users_membership_insert AFTER INSERT ON users BEGIN
  UPDATE users SET verified_at = substr(CASE verified_at WHEN '' THEN created_at ELSE verified_at END, 1, 7) || '-01T00:00:00.000Z'
  WHERE id = new.id;
END;

CREATE TRIGGER users_membership_update AFTER UPDATE OF verified_at, reminded_at ON users
WHEN new.verified_at NOT GLOB '*-01T00:00:00.000Z' OR (new.reminded_at <> '' AND new.reminded_at NOT GLOB '*T00:00:00.000Z') BEGIN
  UPDATE users SET verified_at = substr(verified_at, 1, 7) || '-01T00:00:00.000Z',
    reminded_at = CASE reminded_at WHEN '' THEN '' ELSE substr(reminded_at, 1, 10) || 'T00:00:00.000Z' END WHERE id = new.id;
END;

CREATE TRIGGER users_uncounted AFTER DELETE ON users WHEN old.status <> 'ALIAS' BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'users';
END;

CREATE TRIGGER users_unnoted AFTER DELETE ON users BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
END;

INSERT INTO totals (name, count) VALUES ('users', 0), ('comments', 0);
INSERT INTO search_progress (subject) VALUES ('posts'), ('comments');
