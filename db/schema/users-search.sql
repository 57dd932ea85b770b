-- What pseudonyms are searched by: an ordered index for how they begin, trigrams for what they contain.
-- A row number of its own, because rows of `users` have none that lasts (https://sqlite.org/lang_vacuum.html).
CREATE TABLE user_names (
  number INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX user_names_name ON user_names (name);
--> statement-breakpoint
-- Names are indexed with two spaces behind them, so that a trigram begins at every letter, the last two included.
CREATE VIRTUAL TABLE user_name_trigrams USING fts5 (name, tokenize = 'trigram', content = '', contentless_delete = 1);
--> statement-breakpoint
-- The trigrams in their order: those that begin with one or two given letters are one range of it.
CREATE VIRTUAL TABLE user_name_trigram_list USING fts5vocab (user_name_trigrams, instance);
--> statement-breakpoint
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
  INSERT INTO user_names (user_id, name) VALUES (new.id, lower(new.username));
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF username ON users BEGIN
  UPDATE user_names SET name = lower(new.username) WHERE user_id = new.id;
  UPDATE user_name_trigrams SET name = lower(new.username) || '  '
    WHERE rowid = (SELECT number FROM user_names WHERE user_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_unnamed BEFORE DELETE ON users BEGIN
  DELETE FROM user_name_trigrams WHERE rowid = (SELECT number FROM user_names WHERE user_id = old.id);
END;
--> statement-breakpoint
INSERT INTO user_names (user_id, name) SELECT id, lower(username) FROM users;
--> statement-breakpoint
INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names;
