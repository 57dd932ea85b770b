CREATE TABLE `sign_up_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`email_index` text NOT NULL,
	`email_sealed` text NOT NULL,
	`email_domain` text NOT NULL,
	`language` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sign_up_requests_decided" CHECK(("sign_up_requests"."state" = 'waiting') = ("sign_up_requests"."decided_at" is null)),
	CONSTRAINT "sign_up_requests_reason" CHECK(("sign_up_requests"."state" = 'refused') = ("sign_up_requests"."reason" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_up_requests_email` ON `sign_up_requests` (`email_index`);--> statement-breakpoint
CREATE INDEX `sign_up_requests_state` ON `sign_up_requests` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `sign_up_requests_expires` ON `sign_up_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sign_up_requests_decided_by` ON `sign_up_requests` (`decided_by`);