-- What Drizzle cannot say: full-text indexes, triggers, and the rows of a new database. Part of the baseline (db/baseline.ts).

CREATE VIRTUAL TABLE comments_search USING fts5 (
  content, content = 'comments', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO comments_search (comments_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('usermerge', 8), ('crisismerge', 64);

CREATE VIRTUAL TABLE comments_words USING fts5vocab (comments_search, instance);

CREATE VIRTUAL TABLE posts_search USING fts5 (
  title, content, content = 'posts', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO posts_search (posts_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('usermerge', 8), ('crisismerge', 64);

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

INSERT INTO search_progress (subject) VALUES ('posts'), ('comments');

-- What the classifier learns from goes with the text.

CREATE TRIGGER classifier_post_deleted AFTER DELETE ON posts BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_post_hidden AFTER INSERT ON deletions WHEN new.subject = 'post' BEGIN DELETE FROM classifier_decisions WHERE target_id = new.id; END;
CREATE TRIGGER classifier_post_emptied AFTER UPDATE OF author_id ON posts WHEN new.author_id IS NULL BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_comment_deleted AFTER DELETE ON comments BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_comment_emptied AFTER UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NOT NULL BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_held_deleted AFTER DELETE ON held_texts BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
