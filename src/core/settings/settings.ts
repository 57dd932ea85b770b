import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { settings } from '../../../db/schema/settings'
import { FLAG, sqlStatement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { Cache, dropAllCaches } from '../../lib/cache'
import { log } from '../../lib/log'
import { type RemovalReason, removalReasons as removalReasonsSchema, STANDARD_REASONS } from './removal-reasons'

const list = (maxLength: number) => Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: 100 })

const orNone = (minimum: number, maximum: number) => Type.Union([Type.Integer({ minimum, maximum }), Type.Null()])
const domains = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })
const refuseOrHold = Type.Union([Type.Literal('refuse'), Type.Literal('hold')])

const thresholds = Type.Record(Type.String({ pattern: '^[ -~]{1,100}$' }), Type.Number({ minimum: 0, maximum: 1 }), {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 50,
})

// Settings: what a superadmin changes while Quad runs. Defaults and schemas are here; a changed setting is a row of
// JSON. What an operator sets in the environment is configuration (src/config.ts).

/** In Markdown, in each language; empty where the standard text stands. */
const page = Type.Object({ en: Type.String({ maxLength: 5000 }), hi: Type.String({ maxLength: 5000 }) })

/** The schema of each setting, stored and shown. */
export const SETTING_SCHEMAS = {
  topics: list(100),
  /** Where somebody in distress finds help, one a line: a name, and a number or an address. */
  helpLines: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 10 }),
  rulesPage: page,
  privacyPage: page,
  contactPage: page,
  moderationPage: page,
  feedbackTypes: list(50),
  reportReasons: list(100),
  removalReasons: removalReasonsSchema,
  contentPatterns: Type.Object({
    slurs: Type.Boolean(),
    swearing: Type.Boolean(),
    selfHarm: Type.Boolean(),
    governmentIds: Type.Boolean(),
    linkSpam: Type.Boolean(),
    repeatedCharacters: Type.Boolean(),
    phoneNumbers: Type.Boolean(),
    emailAddresses: Type.Boolean(),
  }),
  toxicityThresholds: Type.Object({ openai: thresholds, perspective: thresholds, chat: thresholds }),
  /** What happens to a new text that nobody can be sure about: it is refused, or waits for a moderator. */
  holding: Type.Object({
    /** A score from its threshold on, but below `certainty`. */
    uncertain: refuseOrHold,
    certainty: Type.Number({ minimum: 0, maximum: 1 }),
    /** The provider of scores does not answer. */
    scorerDown: refuseOrHold,
    /** A new account posts more links than `newAccounts` says. */
    newAccountLinks: refuseOrHold,
  }),
  /** Who adds colleges, approves requests and changes email domains. */
  collegeDomains: Type.Union([Type.Literal('admin'), Type.Literal('superadmin')]),
  youngAccountPosts: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Which accounts are new, and what they may write in a day; null is no limit. */
  newAccounts: Type.Object({
    hours: Type.Integer({ minimum: 1, maximum: 720 }),
    /** With less karma an account stays new. */
    karma: orNone(-1000, 1000),
    comments: orNone(1, 1000),
    /** In one text. */
    links: orNone(0, 1000),
  }),
  /** From how many on, within ten minutes, moderators are told; null for never. */
  bursts: Type.Object({
    /** Posts and comments of one account. */
    texts: orNone(2, 1000),
    /** Accounts that write the same. */
    sameText: orNone(2, 1000),
    /** Accounts that link to one site. */
    sameLink: orNone(2, 1000),
  }),
  /** Domains, with all below them; the nearest entry of a link decides, and `*` stands for every other domain. */
  linkDomains: Type.Object({ allow: domains, hold: domains, refuse: domains }),
  /** Administrators without a passkey can only add one. */
  administratorPasskeys: Type.Boolean(),
  /** Whether there are notifications and live updates, where `NOTIFICATIONS` does not say. */
  notifications: Type.Boolean(),
  /** Who makes an account: whoever verifies a college email, whom a moderator approves then, or nobody new. */
  signUp: Type.Union([Type.Literal('open'), Type.Literal('request'), Type.Literal('closed')]),
  /** Who reads what people wrote: anybody, or whoever is signed in. */
  readers: Type.Union([Type.Literal('public'), Type.Literal('members')]),
  /** Whether anybody may read what moderators did, in coarse numbers. */
  transparency: Type.Boolean(),
  mails: Type.Object({ contentRemoved: Type.Boolean(), suspended: Type.Boolean(), collegeAvailable: Type.Boolean() }),
} satisfies Record<string, TSchema>

export type Settings = { [Name in keyof typeof SETTING_SCHEMAS]: Static<(typeof SETTING_SCHEMAS)[Name]> }

const STANDARD = { en: '', hi: '' }

const DEFAULTS: Settings = {
  // None is made up here: a wrong number is worse than none.
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
    chat: { harassment: 0.7, threat: 0.5, hate: 0.5, sexual: 0.8, 'sexual/minors': 0.2, violence: 0.9 },
  },
  holding: { uncertain: 'refuse', certainty: 0.95, scorerDown: 'refuse', newAccountLinks: 'refuse' },
  collegeDomains: 'admin',
  youngAccountPosts: 50,
  newAccounts: { hours: 24, karma: null, comments: null, links: null },
  bursts: { texts: 15, sameText: 3, sameLink: 5 },
  linkDomains: { allow: [], hold: [], refuse: [] },
  administratorPasskeys: false,
  notifications: false,
  signUp: 'open',
  readers: 'public',
  // What a campus publishes about itself is its choice.
  transparency: false,
  mails: { contentRemoved: true, suspended: true, collegeAvailable: true },
}

const cache = new Cache<'settings', Settings>(1)

export async function allSettings(): Promise<Settings> {
  return cache.get('settings', () => readSettings(storage.reader))
}

/** Reads the settings past the cache. Use it inside a write, where the cache may be behind. */
export async function readSettings(db: Connection): Promise<Settings> {
  const rows = db.orm.select().from(settings).all().filter(hasSchema)
  return { ...DEFAULTS, ...Object.fromEntries(rows.flatMap(({ key, value }) => parseSetting(key, value))) }
}

/** Lines to call or write to; empty until a superadmin names some. */
export const helpLines = async (): Promise<string[]> => (await allSettings()).helpLines
export const topics = async (): Promise<string[]> => (await allSettings()).topics
export const feedbackTypes = async (): Promise<string[]> => (await allSettings()).feedbackTypes
/** Suggestions: a report can give any reason. */
export const reportReasons = async (): Promise<string[]> => (await allSettings()).reportReasons
/** What moderators may pick instead of writing it each time. */
export const removalReasons = async (): Promise<RemovalReason[]> => (await allSettings()).removalReasons
/** Which built-in checks of texts are on. Returns the same object until a setting changes. */
export const contentPatterns = async (): Promise<Settings['contentPatterns']> => (await allSettings()).contentPatterns
/** Which optional mails are sent. */
export const optionalMails = async (): Promise<Settings['mails']> => (await allSettings()).mails

const switchedOn = sqlStatement("SELECT 1 AS found FROM settings WHERE key = 'notifications' AND value = 'true'", {
  returns: { found: FLAG },
})
/** Whether there are notifications and live updates. Reads past the cache: whoever asks cannot wait. */
export const notificationsOn = (): boolean => config.notifications ?? switchedOn(storage.reader).get() !== undefined

const forMembers = sqlStatement(`SELECT 1 AS found FROM settings WHERE key = 'readers' AND value = '"members"'`, {
  returns: { found: FLAG },
})
let strangers: { read: boolean; version: number } | undefined
/** Whether strangers read what people wrote. Of every request without a session, so it is kept and waits for nothing. */
export function strangersRead(): boolean {
  const { version } = cache
  if (strangers?.version !== version) strangers = { read: forMembers(storage.reader).get() === undefined, version }
  return strangers.read
}

type Row = typeof settings.$inferSelect
/** False for settings of a later version. */
const hasSchema = (row: Row): row is Row & { key: keyof Settings } => row.key in SETTING_SCHEMAS

/** An invalid row must not keep Quad from running: its default applies. */
function parseSetting(key: keyof Settings, text: string): [string, unknown][] {
  try {
    const value = withDefaults(key, JSON.parse(text))
    if (Value.Check(SETTING_SCHEMAS[key], value)) return [[key, value]]
  } catch {}
  log.warn({ key }, 'a stored setting is invalid; its default applies')
  return []
}

/** A setting that an earlier version stored lacks the switches that were added later. */
function withDefaults(key: keyof Settings, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...(DEFAULTS[key] as object), ...value } : value
}

/**
 * Stores a setting. The commit drops every cache, because cached lists depend on settings (on the topics, for example).
 * Throws for a value that does not match the schema.
 */
export async function storeSetting<Name extends keyof Settings>(
  tx: Tx,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  Value.Assert(SETTING_SCHEMAS[name], value)
  const change = { value: JSON.stringify(value), updatedAt: new Date().toISOString() }
  const target = settings.key
  tx.orm
    .insert(settings)
    .values({ key: name, ...change })
    .onConflictDoUpdate({ target, set: change })
    .run()
  tx.afterCommit(dropAllCaches)
}
