import { Value } from '@sinclair/typebox/value'
import { settings } from '../../../db/schema/server'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { Cache, dropAllCaches } from '../../lib/process/cache'
import { log } from '../../lib/process/log'
import { standardHelpLines } from './help-lines'
import { STANDARD_REASONS } from './removal-reasons'
import { SETTING_SCHEMAS, type Settings } from './schemas'

// Settings: what a superadmin changes while Quad runs. A changed setting is a row of JSON. What an operator sets in the
// environment is configuration (src/config.ts).

const cache = new Cache<'settings', Settings>('settings', 1)

export const allSettings = (): Settings => cache.get('settings', () => readSettings(storage.reader))

/** The help lines depend on the colleges. */
export const forgetSettings = (tx: Tx): void => cache.dropIn(tx, 'settings')

/** Reads the settings past the cache. Use it inside a write, where the cache may be behind. */
export function readSettings(db: Connection): Settings {
  const rows = db.orm.select().from(settings).all()
  const stored: Partial<Settings> = Object.fromEntries(rows.flatMap(({ key, value }) => parseSetting(key, value)))
  return { ...DEFAULTS, ...stored, helpLines: stored.helpLines ?? standardHelpLines(db) }
}

export const topics = (): string[] => allSettings().topics
/** Suggestions: a report can give any reason. */
export const reportReasons = (): string[] => allSettings().reportReasons
/** Which optional mails are sent. */
export const optionalMails = (): Settings['mails'] => allSettings().mails

/** Whether there are notifications and live updates. */
export const notificationsOn = (): boolean => config.notifications ?? allSettings().notifications

/** Whether strangers read what people wrote. */
export const strangersRead = (): boolean => allSettings().readers === 'public'

/** Each setting as it applies, and whether somebody changed it: without a change the default applies. */
export function effectiveSettings(db: Connection) {
  const changed = new Set(sql(pick(settings, 'key'))`SELECT key FROM settings`.all(db).map(({ key }) => key))
  return Object.entries(readSettings(db)).map(([name, value]) => ({ name, value, isChanged: changed.has(name) }))
}

/** An invalid row must not keep Quad from running: its default applies. */
function parseSetting(key: string, text: string): [string, unknown][] {
  // Of a later version.
  if (!isKnown(key)) return []
  try {
    const value = withDefaults(key, JSON.parse(text))
    if (Value.Check(SETTING_SCHEMAS[key], value)) return [[key, value]]
  } catch {}
  log.warn({ key }, 'a stored setting is invalid; its default applies')
  return []
}

const isKnown = (key: string): key is keyof Settings => key in SETTING_SCHEMAS

/** A setting that an earlier version stored lacks the switches that were added later. */
function withDefaults(key: keyof Settings, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...(DEFAULTS[key] as object), ...value } : value
}

/**
 * Stores a setting. The commit drops every cache, because cached lists depend on settings (on the topics, for example).
 * Throws for a value that does not match the schema.
 */
export function storeSetting<Name extends keyof Settings>(tx: Tx, name: Name, value: Settings[Name]) {
  Value.Assert(SETTING_SCHEMAS[name], value)
  const set = { value: JSON.stringify(value), updatedAt: new Date().toISOString() }
  tx.orm
    .insert(settings)
    .values({ key: name, ...set })
    .onConflictDoUpdate({ target: settings.key, set })
    .run()
  tx.afterCommit(dropAllCaches)
}

const STANDARD = { en: '', hi: '' }

/** What applies until a superadmin changes it. */
const DEFAULTS: Settings = {
  // As `standardHelpLines` says.
  helpLines: [],
  rulesPage: STANDARD,
  privacyPage: STANDARD,
  contactPage: STANDARD,
  moderationPage: STANDARD,
  topics: [
    'Ask Campus',
    'Serious Discussion',
    'Career Advice',
    'Showcase',
    'Off-topic',
    'Community Event',
    'Rant / Vent',
    'Help / Support',
    'Feedback / Suggestion',
    'News / Update',
    'Guide / Resource',
  ],
  feedbackTypes: ['feedback', 'bug', 'feature', 'other'],
  reportReasons: [
    'spam',
    'harassment',
    'hate',
    'violence',
    'self-harm',
    'sexual content',
    'misinformation',
    'impersonation',
    'other',
  ],
  removalReasons: STANDARD_REASONS,
  contentPatterns: {
    slurs: true,
    swearing: true,
    selfHarm: true,
    governmentIds: true,
    linkSpam: true,
    repeatedCharacters: true,
    // Off, because the phone number of a festival is not doxxing.
    phoneNumbers: false,
    emailAddresses: false,
  },
  // Attributes that are not listed are ignored: a student who writes about self-harm needs help, not a refusal.
  toxicityThresholds: {
    openai: {
      harassment: 0.7,
      'harassment/threatening': 0.5,
      hate: 0.5,
      'hate/threatening': 0.4,
      'self-harm/instructions': 0.5,
      sexual: 0.8,
      'sexual/minors': 0.2,
      violence: 0.9,
      'violence/graphic': 0.8,
    },
    perspective: {
      TOXICITY: 0.85,
      SEVERE_TOXICITY: 0.6,
      IDENTITY_ATTACK: 0.7,
      INSULT: 0.85,
      PROFANITY: 0.95,
      THREAT: 0.7,
    },
  },
  holding: { uncertain: 'refuse', certainty: 0.95, scorerDown: 'refuse', newAccountLinks: 'refuse' },
  classifier: {
    mode: 'shadow',
    hold: { harassment: null, threat: null, hate: null, sexual: null, spam: null, doxxing: null },
    notice: { harassment: null, threat: null, hate: null, sexual: null, 'self-harm': null, spam: null, doxxing: null },
  },
  collegeDomains: 'admin',
  youngAccountPosts: 50,
  newAccounts: { hours: 24, karma: null, comments: null, links: null },
  aliases: { on: true, perDay: 3, perWeek: 10, accountDays: 0 },
  pictures: { accountDays: 3, accountMegabytes: 50, campusMegabytes: 5000 },
  bursts: { texts: 15, sameText: 3, sameLink: 5 },
  linkDomains: { allow: [], hold: [], refuse: [] },
  administratorPasskeys: false,
  notifications: false,
  signUp: 'open',
  readers: 'public',
  // What a campus publishes about itself is its choice.
  transparency: false,
  checklist: true,
  mails: { contentRemoved: true, suspended: true, collegeAvailable: true },
}
