CREATE TABLE `escalations` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`escalated_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`escalated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `escalations_by` ON `escalations` (`escalated_by`);--> statement-breakpoint
CREATE TABLE `moderation_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`content` text NOT NULL,
	`writer_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`writer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "moderation_notes_kind" CHECK("moderation_notes"."resource" in ('post', 'comment', 'user'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `moderation_notes_resource` ON `moderation_notes` (`resource_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `moderation_notes_writer` ON `moderation_notes` (`writer_id`);--> statement-breakpoint
-- With a text, with what is left of one, and with an account, what moderators noted about it goes, whoever deletes it.
CREATE TRIGGER posts_unnoted AFTER DELETE ON posts BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER posts_emptied AFTER UPDATE OF author_id ON posts WHEN new.author_id IS NULL AND old.author_id IS NOT NULL BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER comments_unnoted AFTER DELETE ON comments BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER comments_emptied AFTER UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NOT NULL BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
  DELETE FROM escalations WHERE resource_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER users_unnoted AFTER DELETE ON users BEGIN
  DELETE FROM moderation_notes WHERE resource_id = old.id;
END;
