-- expand
ALTER TABLE `alias_endings` ADD `persons` text DEFAULT '' NOT NULL;