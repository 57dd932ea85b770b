/** What was asked, and what came back. */
export type Exchange = { parameters: Record<string, unknown>; request?: unknown; status: number; response?: unknown }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const PSEUDONYM = /\b(?:member-[0-9a-f]{8}-[0-9a-f]{4}|[a-z]+-[a-z]+-\d{4})\b/g
const STUDENT = /(?:\b\d{9,40}|\b[0-9a-f]{8}-[0-9a-f-]{27})@campus\.edu\b/g
const OFFICE = /\bops\.\d+@campus\.edu\b/g
const OWN_ADDRESS = /(?:http:\/\/)?\blocalhost\b(?::\d+)?/
const MASKED = /\b\w…\w@/g
const CODE = /^\d{6}$/
/** Tokens, challenges, cursors, signatures: a person writes nothing that is as long without a space. */
const OPAQUE = /^[\w+/=.-]{20,}$/
const LONGEST_OPAQUE = 43
const MINUTE_MS = 60_000
const FIRST_MOMENT = Date.UTC(2026, 8, 1, 9, 30)
const DAY_MS = 86_400_000
const ROWS = 2
/** A mail in the outbox is named by its moment. */
const OUTBOX_FILE = /^outbox\/[\dT-]+Z-/
const PSEUDONYMS = ['quiet-heron-2041', 'brisk-otter-3178', 'mellow-ibex-1482', 'sunny-finch-4096', 'bold-lynx-2750']
/** What tests name by numbers that go on from file to file. */
const SERIALS: readonly [RegExp, string][] = [
  [/^(?:College|Campus) \d+$/, 'Rivertown College'],
  [/\bcollege\d+\.edu$/, 'rivertown.edu'],
  [/^(?:Branch|Renamed) \d+$/, 'Civil Engineering'],
  [/^B\d+$/, 'CIVIL'],
]

type Json = { [key: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of records with its first ones alone. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return (value.some(isJson) ? value.slice(0, ROWS) : value).map(shortened)
  return isJson(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
    : value
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** Gives each different text the next stand-in. */
function numbered(standIn: (number: number) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const stoodIn = known.get(text) ?? standIn(known.size)
    known.set(text, stoodIn)
    return stoodIn
  }
}

/**
 * The exchange with made-up values for what changes from run to run (ids, times, tokens, codes, names): equal values
 * stay equal, and moments keep their order.
 */
export function madeUp({ response, ...asked }: Exchange): Exchange {
  const exchange = response === undefined ? asked : { ...asked, response: shortened(response) }
  const id = numbered((number) => `0198f3c2-7a00-7000-8000-${String(number + 1).padStart(12, '0')}`)
  const pseudonym = numbered((number) => PSEUDONYMS[number % PSEUDONYMS.length]!)
  const student = numbered((number) => `24000000${number + 17}@campus.edu`)
  const office = numbered((number) => `office${number === 0 ? '' : number + 1}@campus.edu`)
  const day = numbered((number) => new Date(FIRST_MOMENT + number * DAY_MS).toISOString().slice(0, 10))
  const moments = [...new Set(texts(exchange).filter((text) => TIMESTAMP.test(text)))].sort()

  const textOf = (text: string, key: string) => {
    if (TIMESTAMP.test(text)) return new Date(FIRST_MOMENT + moments.indexOf(text) * MINUTE_MS).toISOString()
    if (DAY.test(text)) return day(text)
    if (CODE.test(text)) return '246810'
    const serial = SERIALS.find(([pattern]) => pattern.test(text))
    if (serial) return text.replace(...serial)
    const named = text
      .replace(OUTBOX_FILE, 'outbox/2026-09-01T09-30-00-000Z-')
      .replace(STUDENT, student)
      .replace(OFFICE, office)
      .replace(MASKED, '2…7@')
      .replace(OWN_ADDRESS, (own) => (own.startsWith('http') ? 'https://quad.campus.edu' : 'quad.campus.edu'))
      .replace(PSEUDONYM, pseudonym)
      .replace(UUID, id)
    if (named !== text || !OPAQUE.test(text)) return named
    if (key === 'content') return 'Is there a seat by the window in the afternoon?'
    return `made-up-${key}-`.padEnd(LONGEST_OPAQUE, 'x').slice(0, text.length)
  }
  const changed = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return textOf(value, key)
    if (Array.isArray(value)) return value.map((each) => changed(each, key))
    if (!isJson(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each, name)]))
  }
  return changed(exchange, '') as Exchange
}

/** The names and types of a value, however long its lists are. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (!isJson(value)) return value === null ? 'null' : typeof value
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, each]) => [name, shapeOf(each)]))
}

/** The shape, with null wherever the other one has it: which row of a list comes first may depend on chance. */
export function withNullsOf(other: unknown, shape: unknown): unknown {
  if (other === 'null') return 'null'
  if (Array.isArray(shape)) return shape.map((each, at) => withNullsOf(Array.isArray(other) ? other[at] : null, each))
  if (!isJson(shape)) return shape
  const fields = Object.entries(shape).map(([name, each]) => [
    name,
    withNullsOf(isJson(other) ? other[name] : null, each),
  ])
  return Object.fromEntries(fields)
}
