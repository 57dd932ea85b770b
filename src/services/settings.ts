import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { sqlStatement } from '../../db/statement'
import { storage, type Tx } from '../../db/storage'
import { Cache } from './cache'
import { log } from './log'

const list = (maxLength: number) => Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: 100 })

const SHAPES = { topics: list(100), feedbackTypes: list(50), reportReasons: list(100) } satisfies Record<
  string,
  TSchema
>

export type Settings = { [Name in keyof typeof SHAPES]: Static<(typeof SHAPES)[Name]> }

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
}

const rows = sqlStatement<{ key: string; value: string }>('SELECT key, value FROM settings')
const put = sqlStatement<never, { key: string; value: string; now: string }>(`
  INSERT INTO settings (key, value, updated_at) VALUES ($key, $value, $now)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`)

const kept = new Cache<'settings', Settings>(1)

/** Everything that an operator may change while Quad runs, as it stands now. */
async function allSettings(): Promise<Settings> {
  const read = await kept.get('settings', async () => {
    const changed = rows(storage.reader).all().filter(isKnown)
    return { ...DEFAULTS, ...Object.fromEntries(changed.flatMap(({ key, value }) => stored(key, value))) }
  })
  return read ?? DEFAULTS
}

export const topics = async (): Promise<string[]> => (await allSettings()).topics
export const feedbackTypes = async (): Promise<string[]> => (await allSettings()).feedbackTypes
/** Suggestions: a report may give any reason. */
export const reportReasons = async (): Promise<string[]> => (await allSettings()).reportReasons

type Row = { key: keyof Settings; value: string }
/** A later version may have left settings that this one does not know. */
const isKnown = (row: { key: string; value: string }): row is Row => row.key in SHAPES

/** A setting that does not read as it should must not keep Quad from running: its default holds. */
function stored(key: keyof Settings, text: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(SHAPES[key], value)) return [[key, value]]
  } catch {}
  log.warn({ key }, 'a setting is not as it should be; its default holds')
  return []
}

/** Stores a setting; every read after the commit sees it. Throws on a value that is not of its shape. */
export async function putSetting<Name extends keyof Settings>(
  tx: Tx,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  Value.Assert(SHAPES[name], value)
  put(tx).run({ key: name, value: JSON.stringify(value), now: new Date().toISOString() })
  tx.afterCommit(() => kept.clear())
}
