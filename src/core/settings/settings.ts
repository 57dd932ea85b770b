import { Value } from '@sinclair/typebox/value'
import { settings } from '../../../db/schema/settings'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { Cache, dropAllCaches } from '../../lib/cache'
import { log } from '../../lib/log'
import { DEFAULTS } from './defaults'
import type { RemovalReason } from './removal-reasons'
import { SETTING_SCHEMAS, type Settings } from './schemas'

// Settings: what a superadmin changes while Quad runs. A changed setting is a row of JSON. What an operator sets in the
// environment is configuration (src/config.ts).

const cache = new Cache<'settings', Settings>('settings', 1)

const settingsNow = (): Settings => cache.getNow('settings', () => readSettings(storage.reader))

export const allSettings = async (): Promise<Settings> => settingsNow()

/** Reads the settings past the cache. Use it inside a write, where the cache may be behind. */
export function readSettings(db: Connection): Settings {
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

/** Whether there are notifications and live updates. */
export const notificationsOn = (): boolean => config.notifications ?? settingsNow().notifications

/** Whether strangers read what people wrote. */
export const strangersRead = (): boolean => settingsNow().readers === 'public'

/** Each setting as it applies, and whether somebody changed it: without a change the default applies. */
export async function effectiveSettings(
  db: Connection,
): Promise<{ name: string; value: unknown; isChanged: boolean }[]> {
  const changed = new Set(
    db.orm
      .select({ key: settings.key })
      .from(settings)
      .all()
      .map(({ key }) => key),
  )
  const values = Object.entries(readSettings(db))
  return values.map(([name, value]) => ({ name, value, isChanged: changed.has(name) }))
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
