-- contract
-- An alias is a row of "users" of its own, without an identity, and in no search and no total.
CREATE TABLE `aliases` (
	`alias_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`post_id` text NOT NULL,
	`removals_before` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`alias_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `aliases_account_post` ON `aliases` (`account_id`,`post_id`);--> statement-breakpoint
CREATE INDEX `aliases_account_newest` ON `aliases` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `aliases_post` ON `aliases` (`post_id`);--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` text PRIMARY KEY NOT NULL,
	`auth_id` text,
	`username` text NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`karma` integer DEFAULT 0 NOT NULL,
	`college_id` text NOT NULL,
	`branch` text DEFAULT '' NOT NULL,
	`branch_id` text,
	`branch_key` text GENERATED ALWAYS AS (coalesce(branch_id, lower(branch))) VIRTUAL,
	`branch_shown` integer DEFAULT false NOT NULL,
	`public_branch` text GENERATED ALWAYS AS (case branch_shown when 1 then branch end) VIRTUAL,
	`status` text DEFAULT 'ONBOARDING' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`name_draws` integer DEFAULT 0 NOT NULL,
	`terms_accepted_at` text,
	`verified_at` text DEFAULT '' NOT NULL,
	`reminded_at` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`auth_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "users_role_known" CHECK("__new_users"."role" in ('user', 'admin', 'superadmin')),
	CONSTRAINT "users_status_known" CHECK("__new_users"."status" in ('ONBOARDING', 'ACTIVE', 'ALIAS')),
	CONSTRAINT "users_alias" CHECK(("__new_users"."status" = 'ALIAS') = ("__new_users"."auth_id" is null)),
	CONSTRAINT "users_alias_is_plain" CHECK("__new_users"."status" <> 'ALIAS' or ("__new_users"."role" = 'user' and "__new_users"."branch" = '')),
	CONSTRAINT "users_active_has_branch" CHECK("__new_users"."status" <> 'ACTIVE' or length("__new_users"."branch") > 0),
	CONSTRAINT "users_terms_after_onboarding" CHECK("__new_users"."terms_accepted_at" is null or "__new_users"."status" = 'ACTIVE')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_users`("id", "auth_id", "username", "role", "karma", "college_id", "branch", "branch_id", "branch_shown", "status", "language", "name_draws", "terms_accepted_at", "verified_at", "reminded_at", "created_at", "updated_at") SELECT "id", "auth_id", "username", "role", "karma", "college_id", "branch", "branch_id", "branch_shown", "status", "language", "name_draws", "terms_accepted_at", "verified_at", "reminded_at", "created_at", "updated_at" FROM `users`;--> statement-breakpoint
-- It names the table, which must not be away.
DROP TRIGGER sanctions_recount_delete;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_auth` ON `users` (`auth_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE INDEX `users_college` ON `users` (`college_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_branch` ON `users` (`branch_id`);--> statement-breakpoint
CREATE INDEX `users_group` ON `users` (`college_id`,`branch_key`,`status`,`branch_shown`,`verified_at`);--> statement-breakpoint
CREATE INDEX `users_membership` ON `users` (`verified_at`,`reminded_at`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`) WHERE role <> 'user';--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_alias` ON `users` (`id`) WHERE status = 'ALIAS';--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users WHEN new.status <> 'ALIAS' BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'users';
END;--> statement-breakpoint
CREATE TRIGGER users_uncounted AFTER DELETE ON users WHEN old.status <> 'ALIAS' BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'users';
END;--> statement-breakpoint
CREATE TRIGGER users_coarse_insert AFTER INSERT ON users BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_coarse_update AFTER UPDATE OF created_at, updated_at ON users
WHEN new.created_at NOT GLOB '*-01T00:00:00.000Z' OR new.updated_at NOT GLOB '*T00:00:00.000Z' BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_named AFTER INSERT ON users WHEN new.status <> 'ALIAS' BEGIN
  INSERT INTO user_names (number, user_id, name)
    VALUES (random() & 9007199254740991, new.id, lower(new.username));
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF username ON users BEGIN
  INSERT INTO user_name_trigrams (user_name_trigrams, rowid, name)
    SELECT 'delete', number, name || '  ' FROM user_names WHERE user_id = new.id;
  UPDATE user_names SET name = lower(new.username) WHERE user_id = new.id;
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_unnamed BEFORE DELETE ON users BEGIN
  INSERT INTO user_name_trigrams (user_name_trigrams, rowid, name)
    SELECT 'delete', number, name || '  ' FROM user_names WHERE user_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER users_membership_insert AFTER INSERT ON users BEGIN
  UPDATE users SET verified_at = substr(CASE verified_at WHEN '' THEN created_at ELSE verified_at END, 1, 7) || '-01T00:00:00.000Z'
  WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_membership_update AFTER UPDATE OF verified_at, reminded_at ON users
WHEN new.verified_at NOT GLOB '*-01T00:00:00.000Z' OR (new.reminded_at <> '' AND new.reminded_at NOT GLOB '*T00:00:00.000Z') BEGIN
  UPDATE users SET verified_at = substr(verified_at, 1, 7) || '-01T00:00:00.000Z',
    reminded_at = CASE reminded_at WHEN '' THEN '' ELSE substr(reminded_at, 1, 10) || 'T00:00:00.000Z' END WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER users_unnoted AFTER DELETE ON users BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER sanctions_recount_delete AFTER DELETE ON sanctions
WHEN old.kind = 'block' AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id)
  AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = old.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (old.user_id);
END;
