import { FormatRegistry, Type } from '@sinclair/typebox'
import { type Static, type TSchema, t } from 'elysia'

/** Marks a schema as a named model of the OpenAPI document. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return Object.assign(schema, { 'x-model': name })
}

export const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

export const uuid = (error = 'Must be a UUID') => t.String({ format: 'uuid', error })

/**
 * A whole number in an answer. Elysia's own also takes numerals, by a transformation that costs every answer that holds
 * one ten times its check.
 */
export const integer = (description?: string) => Type.Integer(description === undefined ? {} : { description })

/** ISO 8601 in an answer; the format is for the document alone, because checking it makes a `Date` of every one. */
export const timestamp = t.String({ 'x-format': 'date-time', description: 'ISO 8601, UTC, with milliseconds' })

/** A text that is measured trimmed, in UTF-16 units as HTML `maxlength` counts, and handed on as it was sent. */
export function untrimmed(min: number, max: number, what: string) {
  const format = `text-${min}-${max}`
  FormatRegistry.Set(format, (value) => {
    const { length } = value.trim()
    return length >= min && length <= max
  })
  const limits = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`
  return t.String({ format, error: `${what} must have ${limits} characters` })
}

/** A text that is trimmed, then measured. */
export const text = (min: number, max: number, what: string) =>
  t
    .Transform(untrimmed(min, max, what))
    .Decode((value) => value.trim())
    .Encode((value) => value)
/** `pagination` of administrators' lists and `meta` of posts. */
export const pagination = named(
  'Pagination',
  t.Object({
    total: integer(),
    page: integer(),
    limit: integer(),
    totalPages: integer(),
    hasMore: t.Boolean(),
  }),
)

export const paginate = (total: number, page: number, limit: number): Static<typeof pagination> => {
  const totalPages = Math.ceil(total / limit)
  return { total, page, limit, totalPages, hasMore: page < totalPages }
}

/** `meta` of lists that can also be walked by a cursor. */
export const cursoredPagination = named(
  'CursoredPagination',
  t.Object({
    ...pagination.properties,
    nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })),
  }),
)

/** In the query of lists: goes on where a page ended, however deep, and `page` does not count then. */
export const cursor = t.Optional(
  t.String({ minLength: 1, maxLength: 300, description: '`meta.nextCursor` of the page before' }),
)

type Range = { fallback: number; min: number; max: number }

/**
 * A number in the query that is brought into its range, by `clampTo`. Not a transformation: those make Elysia walk the
 * whole query by its schema, which costs more than the query of the database.
 */
export const clamped = ({ fallback, min, max }: Range) =>
  t.Optional(
    t.Unsafe<number>(t.Any({ 'x-clamped': { type: 'integer', minimum: min, maximum: max, default: fallback } })),
  )

/** What was sent, in its range; the fallback for what is no number. */
export function clampTo({ fallback, min, max }: Range, sent: unknown): number {
  const number = sent === undefined || sent === '' ? Number.NaN : Math.trunc(Number(sent))
  return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number))
}

const anyOf = (words: readonly string[]): string => `Must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** One of some words in a body. One that is missing is refused: Elysia would take the first for it. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return t.UnionEnum(words, { default: undefined, error: anyOf(words) })
}

/** One of some words in the query, or none. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const error = anyOf(words)
  const literals = words.map((word) => t.Literal(word)) as unknown as [TSchema, TSchema]
  return t.Optional(t.Unsafe<Word>(t.Union(literals, { error })))
}

/** A number in the query that is refused outside its range. */
export function ranged(fallback: number, min: number, max: number) {
  const format = `range-${min}-${max}`
  FormatRegistry.Set(format, (value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max)
  const error = `Must be a whole number from ${min} to ${max}`
  return t
    .Transform(t.Optional(t.String({ format, default: String(fallback), error })))
    .Decode((value) => Number(value))
    .Encode((value) => String(value))
}
