import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { settings } from '../../../db/schema/settings'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache, dropAllCaches } from '../../lib/cache'
import { log } from '../../lib/log'

const list = (maxLength: number) => Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: 100 })

const thresholds = Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Number({ minimum: 0, maximum: 1 }), {
  minProperties: 1,
  maxProperties: 50,
})

/** What each setting looks like, as it is stored and shown. */
export const SETTING_SHAPES = {
  topics: list(100),
  feedbackTypes: list(50),
  reportReasons: list(100),
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
  toxicityThresholds: Type.Object({ openai: thresholds, perspective: thresholds }),
  mails: Type.Object({ contentRemoved: Type.Boolean(), suspended: Type.Boolean(), collegeAvailable: Type.Boolean() }),
} satisfies Record<string, TSchema>

export type Settings = { [Name in keyof typeof SETTING_SHAPES]: Static<(typeof SETTING_SHAPES)[Name]> }

/** What holds until an operator says otherwise. */
const DEFAULTS: Settings = {
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
  contentPatterns: {
    slurs: true,
    swearing: true,
    selfHarm: true,
    governmentIds: true,
    linkSpam: true,
    repeatedCharacters: true,
    // A festival's contact is not doxxing.
    phoneNumbers: false,
    emailAddresses: false,
  },
  // What is not named is not looked at: who speaks of self-harm is to be helped, not turned away.
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
  mails: { contentRemoved: true, suspended: true, collegeAvailable: true },
}

const kept = new Cache<'settings', Settings>(1)

/** Everything that an operator may change while Quad runs, as it stands now. */
export async function allSettings(): Promise<Settings> {
  return kept.get('settings', () => readSettings(storage.reader))
}

/** The settings as the connection sees them; use it inside a write, where the cache may be behind. */
export async function readSettings(db: Connection): Promise<Settings> {
  const changed = db.orm.select().from(settings).all().filter(isKnown)
  return { ...DEFAULTS, ...Object.fromEntries(changed.flatMap(({ key, value }) => stored(key, value))) }
}

export const topics = async (): Promise<string[]> => (await allSettings()).topics
export const feedbackTypes = async (): Promise<string[]> => (await allSettings()).feedbackTypes
/** Suggestions: a report may give any reason. */
export const reportReasons = async (): Promise<string[]> => (await allSettings()).reportReasons
/** Which of the built-in checks of texts are on: the same object until a setting changes. */
export const contentPatterns = async (): Promise<Settings['contentPatterns']> => (await allSettings()).contentPatterns
/** Scores from which on a text is refused, by provider and attribute. */
export const toxicityThresholds = async (): Promise<Settings['toxicityThresholds']> =>
  (await allSettings()).toxicityThresholds
/** Which of the mails that a campus may do without are sent. */
export const optionalMails = async (): Promise<Settings['mails']> => (await allSettings()).mails

type Row = typeof settings.$inferSelect
/** A later version may have left settings that this one does not know. */
const isKnown = (row: Row): row is Row & { key: keyof Settings } => row.key in SETTING_SHAPES

/** A setting that does not read as it should must not keep Quad from running: its default holds. */
function stored(key: keyof Settings, text: string): [string, unknown][] {
  try {
    const value = completed(key, JSON.parse(text))
    if (Value.Check(SETTING_SHAPES[key], value)) return [[key, value]]
  } catch {}
  log.warn({ key }, 'a setting is not as it should be; its default holds')
  return []
}

/** What an earlier version stored lacks the switches that came later. */
function completed(key: keyof Settings, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...DEFAULTS[key], ...value } : value
}

/**
 * Stores a setting; every read after the commit sees it, and nothing that was kept under the one before is handed out:
 * what a list of a topic holds depends on the topics that there are. Throws on a value that is not of its shape.
 */
export async function putSetting<Name extends keyof Settings>(
  tx: Tx,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  Value.Assert(SETTING_SHAPES[name], value)
  const change = { value: JSON.stringify(value), updatedAt: new Date().toISOString() }
  const target = settings.key
  tx.orm
    .insert(settings)
    .values({ key: name, ...change })
    .onConflictDoUpdate({ target, set: change })
    .run()
  tx.afterCommit(dropAllCaches)
}
