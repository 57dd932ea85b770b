import { FormatRegistry, Type } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { type Static, type TSchema, t } from 'elysia'
import { type MessageOrKey, message } from '../messages/message'

/** Marks a schema as a named model of the OpenAPI document. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return Object.assign(schema, { 'x-model': name })
}

/** What a value that does not fit the schema is told, instead of the usual message for its fault. */
export const faultMessage = (text: MessageOrKey) => ({ 'x-message': text })

/** The message for a field: the schema's own, else one for the kind of fault. The value is never repeated. */
export function messageOfFault({ type, schema }: Pick<ValueError, 'type' | 'schema'>): MessageOrKey {
  const own: MessageOrKey | undefined = schema['x-message']
  return own ?? USUAL[type]?.(schema) ?? 'fields.invalid'
}

const USUAL: { [Type in ValueErrorType]?: (schema: TSchema) => MessageOrKey } = {
  [ValueErrorType.ObjectRequiredProperty]: () => 'fields.required',
  [ValueErrorType.String]: () => 'fields.text',
  [ValueErrorType.StringMinLength]: ({ minLength }) => message('fields.minLength', { count: minLength }),
  [ValueErrorType.StringMaxLength]: ({ maxLength }) => message('fields.maxLength', { count: maxLength }),
  [ValueErrorType.Number]: () => 'fields.number',
  [ValueErrorType.Integer]: () => 'fields.number',
  [ValueErrorType.Boolean]: () => 'fields.trueOrFalse',
  [ValueErrorType.Array]: () => 'fields.list',
  [ValueErrorType.ArrayMinItems]: ({ minItems }) => message('fields.minItems', { count: minItems }),
  [ValueErrorType.ArrayMaxItems]: ({ maxItems }) => message('fields.maxItems', { count: maxItems }),
  [ValueErrorType.Object]: () => 'fields.object',
  [ValueErrorType.ObjectMinProperties]: () => 'fields.atLeastOne',
  [ValueErrorType.NumberMinimum]: ({ minimum, maximum }) => message('fields.between', { min: minimum, max: maximum }),
  [ValueErrorType.NumberMaximum]: ({ minimum, maximum }) => message('fields.between', { min: minimum, max: maximum }),
}

export const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

export const uuid = () => t.String({ format: 'uuid', ...faultMessage('fields.uuid') })

/**
 * A whole number in an answer. Elysia's own also takes numerals, by a transformation that costs every answer that holds
 * one ten times its check.
 */
export const integer = (description?: string) => Type.Integer(description === undefined ? {} : { description })

/** ISO 8601 in an answer; the format is for the document alone, because checking it makes a `Date` of every one. */
export const timestamp = t.String({ 'x-format': 'date-time', description: 'ISO 8601, UTC, with milliseconds' })

/** A text that is measured trimmed, in UTF-16 units as HTML `maxlength` counts, and handed on as it was sent. */
export function untrimmed(min: number, max: number) {
  const format = `text-${min}-${max}`
  FormatRegistry.Set(format, (value) => {
    const { length } = value.trim()
    return length >= min && length <= max
  })
  const unbounded = max === Number.POSITIVE_INFINITY
  const tooShort = unbounded ? message('fields.minLength', { count: min }) : message('fields.length', { min, max })
  return t.String({ format, ...faultMessage(tooShort) })
}

/** A text that is trimmed, then measured. */
export const text = (min: number, max: number) =>
  t
    .Transform(untrimmed(min, max))
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

const anyOf = (choices: readonly string[]) => faultMessage(message('fields.choice', { choices }))

/** One of some words in a body. One that is missing is refused: Elysia would take the first for it. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return t.UnionEnum(words, { default: undefined, ...anyOf(words) })
}

/** One of some words in the query, or none. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const literals = words.map((word) => t.Literal(word)) as unknown as [TSchema, TSchema]
  return t.Optional(t.Unsafe<Word>(t.Union(literals, anyOf(words))))
}

/** A number in the query that is refused outside its range. */
export function ranged(fallback: number, min: number, max: number) {
  const format = `range-${min}-${max}`
  FormatRegistry.Set(format, (value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max)
  return t
    .Transform(
      t.Optional(
        t.String({ format, default: String(fallback), ...faultMessage(message('fields.range', { min, max })) }),
      ),
    )
    .Decode((value) => Number(value))
    .Encode((value) => String(value))
}
