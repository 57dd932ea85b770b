-- What posts and comments are searched by: their words, without a copy of the texts. Triggers, so that no write can miss it.
CREATE TABLE `search_progress` (
	`subject` text PRIMARY KEY NOT NULL,
	`below` integer NOT NULL,
	CONSTRAINT "search_progress_subject" CHECK("search_progress"."subject" in ('posts', 'comments'))
) STRICT;
--> statement-breakpoint
-- `M*`: vowel signs of Devanagari and of other scripts belong to their words.
CREATE VIRTUAL TABLE posts_search USING fts5 (
  title, content, content = 'posts', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
--> statement-breakpoint
INSERT INTO posts_search (posts_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- Merging is done beside the writes (src/core/search/upkeep.ts); this is for when nobody does it.
INSERT INTO posts_search (posts_search, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO posts_search (posts_search, rank) VALUES ('crisismerge', 64);
--> statement-breakpoint
-- The words in their order, for those that begin with some letters.
CREATE VIRTUAL TABLE posts_words USING fts5vocab (posts_search, instance);
--> statement-breakpoint
-- A database of before is indexed beside the running server, the newest rows first.
INSERT INTO search_progress (subject, below) SELECT 'posts', coalesce(max(rowid) + 1, 0) FROM posts;
--> statement-breakpoint
CREATE TRIGGER posts_searched AFTER INSERT ON posts
WHEN new.rowid >= (SELECT below FROM search_progress WHERE subject = 'posts') BEGIN
  INSERT INTO posts_search (rowid, title, content) VALUES (new.rowid, new.title, new.content);
END;
--> statement-breakpoint
CREATE TRIGGER posts_searched_anew AFTER UPDATE OF title, content ON posts
WHEN (new.title <> old.title OR new.content <> old.content) AND new.rowid >= (SELECT below FROM search_progress WHERE subject = 'posts') BEGIN
  INSERT INTO posts_search (posts_search, rowid, title, content) VALUES ('delete', old.rowid, old.title, old.content);
  INSERT INTO posts_search (rowid, title, content) VALUES (new.rowid, new.title, new.content);
END;
--> statement-breakpoint
CREATE TRIGGER posts_unsearched AFTER DELETE ON posts
WHEN old.rowid >= (SELECT below FROM search_progress WHERE subject = 'posts') BEGIN
  INSERT INTO posts_search (posts_search, rowid, title, content) VALUES ('delete', old.rowid, old.title, old.content);
END;
--> statement-breakpoint
-- `M*`: vowel signs of Devanagari and of other scripts belong to their words.
CREATE VIRTUAL TABLE comments_search USING fts5 (
  content, content = 'comments', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
--> statement-breakpoint
INSERT INTO comments_search (comments_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- Merging is done beside the writes (src/core/search/upkeep.ts); this is for when nobody does it.
INSERT INTO comments_search (comments_search, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO comments_search (comments_search, rank) VALUES ('crisismerge', 64);
--> statement-breakpoint
-- The words in their order, for those that begin with some letters.
CREATE VIRTUAL TABLE comments_words USING fts5vocab (comments_search, instance);
--> statement-breakpoint
-- A database of before is indexed beside the running server, the newest rows first.
INSERT INTO search_progress (subject, below) SELECT 'comments', coalesce(max(rowid) + 1, 0) FROM comments;
--> statement-breakpoint
CREATE TRIGGER comments_searched AFTER INSERT ON comments
WHEN new.rowid >= (SELECT below FROM search_progress WHERE subject = 'comments') BEGIN
  INSERT INTO comments_search (rowid, content) VALUES (new.rowid, new.content);
END;
--> statement-breakpoint
CREATE TRIGGER comments_searched_anew AFTER UPDATE OF content ON comments
WHEN (new.content <> old.content) AND new.rowid >= (SELECT below FROM search_progress WHERE subject = 'comments') BEGIN
  INSERT INTO comments_search (comments_search, rowid, content) VALUES ('delete', old.rowid, old.content);
  INSERT INTO comments_search (rowid, content) VALUES (new.rowid, new.content);
END;
--> statement-breakpoint
CREATE TRIGGER comments_unsearched AFTER DELETE ON comments
WHEN old.rowid >= (SELECT below FROM search_progress WHERE subject = 'comments') BEGIN
  INSERT INTO comments_search (comments_search, rowid, content) VALUES ('delete', old.rowid, old.content);
END;
