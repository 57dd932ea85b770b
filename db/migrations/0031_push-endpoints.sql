ALTER TABLE `push_subscriptions` ADD `endpoint_index` text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_index`);