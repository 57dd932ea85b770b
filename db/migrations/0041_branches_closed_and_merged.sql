ALTER TABLE `branches` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `branches` ADD `merged_into` text REFERENCES branches(id);