import { settingsText } from '../../texts/settings'
import type { Settings } from './settings'

/** What the page of settings calls each; the log names them the same. */
function names(): Record<keyof Settings, string> {
  const words = settingsText
  return {
    ...words.lists.titles,
    ...words.pages.titles,
    helpLines: words.helpLines.title,
    removalReasons: words.removalReasons.title,
    contentPatterns: words.patterns.title,
    toxicityThresholds: words.thresholds.title,
    holding: words.holding.title,
    collegeDomains: words.collegeDomains.title,
    youngAccountPosts: words.youngAccounts.label,
    newAccounts: words.youngAccounts.title,
    bursts: words.youngAccounts.bursts,
    aliases: words.aliases.title,
    linkDomains: words.linkDomains.title,
    administratorPasskeys: words.passkeys.title,
    notifications: words.notifications.title,
    signUp: words.signUp.title,
    readers: words.readers.title,
    transparency: words.transparency.title,
    checklist: words.checklist.title,
    mails: words.mails.title,
  }
}

/** The name of a setting; the key of one that is no more. */
export function settingName(key: string): string {
  const known: Record<string, string> = names()
  return Object.hasOwn(known, key) ? (known[key] ?? key) : key
}
