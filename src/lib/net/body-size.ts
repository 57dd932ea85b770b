import type { TSchema } from '@sinclair/typebox'
import { ASCII_PATTERNS } from '../text/schema'

// How many bytes the longest body takes that a schema allows: as much is read, also beyond what the route usually
// reads.

/** JSON, or a URL-encoded form: a form has no lists and no nested fields. */
export type Encoding = 'json' | 'form'

/** A UTF-16 unit takes most as `\u0915` in JSON, as `%E0%A4%95` in a form; ASCII as itself, as `%2B`. */
const UNIT_BYTES = { json: 6, form: 9 } as const
const ASCII_BYTES = { json: 1, form: 3 } as const

/** No number that JavaScript writes is longer. */
const NUMBER_LENGTH = 32

/** Formats whose texts are ASCII and no longer than this. */
const FORMAT_LENGTHS: Record<string, number> = { uuid: 45, boolean: 5, integer: NUMBER_LENGTH }

function textBound({ const: constant, enum: words, format = '', pattern, maxLength }: TSchema) {
  const choices: unknown[] = words ?? (constant === undefined ? [] : [constant])
  if (choices.length > 0) return { length: Math.max(...choices.map((each) => `${each}`.length)), isAscii: false }
  const known = FORMAT_LENGTHS[format]
  if (known !== undefined) return { length: known, isAscii: true }
  return { length: maxLength ?? trimmedBound(format) ?? Number.POSITIVE_INFINITY, isAscii: ASCII_PATTERNS.has(pattern) }
}

/** The length of `text` and `untrimmed` of lib/schema.ts. */
function trimmedBound(format: string): number | undefined {
  const longest = /^text-\d+-(\d+)$/.exec(format)?.[1]
  return longest === undefined ? undefined : Number(longest)
}

const keyBound = (pattern: string): number =>
  Number(/^\^\[ -~\]\{\d+,(\d+)\}\$$/.exec(pattern)?.[1] ?? Number.POSITIVE_INFINITY)

const total = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0)
const entriesOf = (schemas: Record<string, TSchema> | undefined): [string, TSchema][] => Object.entries(schemas ?? {})
const FIXED: Partial<Record<string, number>> = { boolean: 5, null: 5, number: NUMBER_LENGTH, integer: NUMBER_LENGTH }

/** Infinite if the schema has no bound. */
function largestValue(schema: TSchema, encoding: Encoding): number {
  const { type, format, maxItems = Number.POSITIVE_INFINITY } = schema
  if (schema.anyOf) return Math.max(...schema.anyOf.map((each: TSchema) => largestValue(each, encoding)))
  // A file is in a multipart form, which has a limit of its own.
  if (format === 'binary' || (encoding === 'form' && (type === 'array' || type === 'object'))) return 0
  if (type === 'array') return 2 + maxItems * (largestValue(schema.items, encoding) + 1)
  if (type === 'object') {
    // Keys are ASCII, in quotes; a colon and a comma.
    const { properties, patternProperties, maxProperties = Number.POSITIVE_INFINITY } = schema
    const fields = entriesOf(properties).map(([key, each]) => key.length + 4 + largestValue(each, 'json'))
    const others = entriesOf(patternProperties).map(
      ([pattern, each]) => maxProperties * (keyBound(pattern) * 2 + 4 + largestValue(each, 'json')),
    )
    return 2 + total([...fields, ...others])
  }
  if (type !== 'string') return FIXED[type] ?? Number.POSITIVE_INFINITY
  const { length, isAscii } = textBound(schema)
  return length * (isAscii ? ASCII_BYTES : UNIT_BYTES)[encoding] + 2
}

/** How many bytes a body takes at most, written as JSON or as a form. */
export const largestBody = (schema: TSchema): Record<Encoding, number> => ({
  json: largestValue(schema, 'json'),
  form: total(entriesOf(schema.properties).map(([key, each]) => key.length + 2 + largestValue(each, 'form'))),
})

/** Whether all that the value holds is in the schema, and no text or list of it is longer than there. */
export function fitsLengths(schema: TSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((each: TSchema) => fitsLengths(each, value))
  if (typeof value === 'string') {
    if (schema.type !== 'string') return value.length <= NUMBER_LENGTH
    const counted = trimmedBound(schema.format ?? '') === undefined ? value : value.trim()
    return counted.length <= textBound(schema).length
  }
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) {
    const fits = schema.type === 'array' && value.length <= (schema.maxItems ?? 0)
    return fits && value.every((each) => fitsLengths(schema.items, each))
  }
  if (schema.type !== 'object') return false
  const [own, others] = [entriesOf(schema.properties), entriesOf(schema.patternProperties)]
  return Object.entries(value).every(([key, each]) => {
    const [, field] =
      own.find(([name]) => name === key) ?? others.find(([pattern]) => key.length <= keyBound(pattern)) ?? []
    return field !== undefined && fitsLengths(field, each)
  })
}
