import type { TSchema } from '@sinclair/typebox'

// The longest body that a schema allows, for tests of sizes.

/** Takes three bytes in UTF-8, six escaped in JSON, nine in a form. */
const WIDE = 'क'

function longestText({ format = '', pattern, maxLength, enum: words, const: constant }: TSchema) {
  if (words) return words.toSorted((one: string, other: string) => other.length - one.length)[0]
  if (constant !== undefined) return `${constant}`
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'boolean') return 'false'
  if (format === 'integer') return '1'
  if (format === 'instant') return '2099-01-01T00:00:00.000000Z'
  const trimmed = /^text-\d+-(\d+)$/.exec(format)?.[1]
  const length = trimmed === undefined ? maxLength : Number(trimmed)
  if (length === undefined) throw new Error(`a text without a bound: ${JSON.stringify({ format, pattern })}`)
  return (pattern === undefined ? WIDE : pattern.includes('+') ? '+' : 'A').repeat(length)
}

/** A value with every field, every list full and every text as long as the schema allows. */
export function fullest(schema: TSchema): unknown {
  if (schema.anyOf) {
    const all: unknown[] = schema.anyOf.map(fullest)
    return all.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0]
  }
  switch (schema.type) {
    case 'string':
      return longestText(schema)
    case 'boolean':
      return false
    case 'null':
      return null
    case 'number':
    case 'integer':
      return schema.maximum ?? Number.MAX_SAFE_INTEGER
    case 'array':
      return Array.from({ length: schema.maxItems }, () => fullest(schema.items))
    case 'object':
      return Object.fromEntries([
        ...Object.entries<TSchema>(schema.properties ?? {}).map(([key, each]) => [key, fullest(each)]),
        ...Object.entries<TSchema>(schema.patternProperties ?? {}).flatMap(([, each]) =>
          Array.from({ length: schema.maxProperties }, (_, n) => [`${n}`.padEnd(100, '"'), fullest(each)]),
        ),
      ])
    default:
      throw new Error(`a schema without a type: ${JSON.stringify(schema)}`)
  }
}

/** JSON as encoders write it that escape what is not ASCII. */
export const escapedJson = (value: unknown) =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The fields that a form can have: no lists, no nested ones. */
export const asForm = (value: object) =>
  new URLSearchParams(
    Object.entries(value)
      .filter(([, each]) => typeof each !== 'object')
      .map(([key, each]) => [key, `${each}`]),
  ).toString()
