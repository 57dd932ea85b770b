CREATE TABLE `college_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`college_id` text,
	`college` text NOT NULL,
	`domain` text NOT NULL,
	`domain_before` text,
	`actor_id` text,
	`created_at` text NOT NULL,
	`acknowledged_at` text,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "college_alerts_kind" CHECK("college_alerts"."kind" in ('created', 'approved', 'domain_changed')),
	CONSTRAINT "college_alerts_domain" CHECK(("college_alerts"."kind" = 'domain_changed') = ("college_alerts"."domain_before" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `college_alerts_open` ON `college_alerts` (`id`) WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX `college_alerts_college` ON `college_alerts` (`college_id`);--> statement-breakpoint
CREATE INDEX `college_alerts_actor` ON `college_alerts` (`actor_id`);