ALTER TABLE `colleges` ADD `accent_hue` integer;--> statement-breakpoint
ALTER TABLE `colleges` ADD `cover_line` text;