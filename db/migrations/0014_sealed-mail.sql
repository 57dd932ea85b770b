-- What SQL cannot seal is marked for the program, as in the migration that sealed the addresses of accounts.
DROP INDEX `college_requests_requester`;--> statement-breakpoint
ALTER TABLE `college_requests` ADD `requester_index` text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE `college_requests` ADD `requester_sealed` text NOT NULL DEFAULT '';--> statement-breakpoint
CREATE INDEX `college_requests_requester` ON `college_requests` (`requester_index`);--> statement-breakpoint
UPDATE `college_requests` SET `requester_index` = 'clear:' || `requested_by_email`, `requester_sealed` = 'clear:' || `requested_by_email` WHERE `requested_by_email` <> '';--> statement-breakpoint
ALTER TABLE `college_requests` DROP COLUMN `requested_by_email`;--> statement-breakpoint
CREATE TABLE `__new_identity_links` (
	`issuer` text NOT NULL,
	`subject_index` text NOT NULL,
	`identity_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject_index`),
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_identity_links`("issuer", "subject_index", "identity_id", "created_at") SELECT "issuer", 'clear:' || "subject", "identity_id", "created_at" FROM `identity_links`;--> statement-breakpoint
DROP TABLE `identity_links`;--> statement-breakpoint
ALTER TABLE `__new_identity_links` RENAME TO `identity_links`;--> statement-breakpoint
CREATE INDEX `identity_links_identity` ON `identity_links` (`identity_id`);--> statement-breakpoint
ALTER TABLE `mail_queue` ADD `addressee_index` text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE `mail_queue` ADD `sealed` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `mail_queue` SET `addressee_index` = 'clear:' || `addressee`, `sealed` = 'clear:' || json_object('to', `addressee`, 'subject', `subject`, 'text', `text`, 'html', `html`);--> statement-breakpoint
ALTER TABLE `mail_queue` DROP COLUMN `addressee`;--> statement-breakpoint
ALTER TABLE `mail_queue` DROP COLUMN `subject`;--> statement-breakpoint
ALTER TABLE `mail_queue` DROP COLUMN `text`;--> statement-breakpoint
ALTER TABLE `mail_queue` DROP COLUMN `html`;
--> statement-breakpoint
-- A table of trigrams that is told what it deletes, and so can erase it: with contentless_delete the letters of a
-- deleted name stayed until a merge (https://sqlite.org/fts5.html#the_secure_delete_configuration_option).
DROP TABLE user_name_trigram_list;
--> statement-breakpoint
DROP TRIGGER users_named;
--> statement-breakpoint
DROP TRIGGER users_renamed;
--> statement-breakpoint
DROP TRIGGER users_unnamed;
--> statement-breakpoint
DROP TABLE user_name_trigrams;
--> statement-breakpoint
CREATE VIRTUAL TABLE user_name_trigrams USING fts5 (name, tokenize = 'trigram', content = '');
--> statement-breakpoint
INSERT INTO user_name_trigrams (user_name_trigrams, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE user_name_trigram_list USING fts5vocab (user_name_trigrams, instance);
--> statement-breakpoint
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
  INSERT INTO user_names (number, user_id, name)
    VALUES (random() & 9007199254740991, new.id, lower(new.username));
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF username ON users BEGIN
  INSERT INTO user_name_trigrams (user_name_trigrams, rowid, name)
    SELECT 'delete', number, name || '  ' FROM user_names WHERE user_id = new.id;
  UPDATE user_names SET name = lower(new.username) WHERE user_id = new.id;
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_unnamed BEFORE DELETE ON users BEGIN
  INSERT INTO user_name_trigrams (user_name_trigrams, rowid, name)
    SELECT 'delete', number, name || '  ' FROM user_names WHERE user_id = old.id;
END;
--> statement-breakpoint
INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names ORDER BY number;
