import { FormatRegistry, type ObjectOptions, type TProperties, Type } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { type Static, type TSchema, t } from 'elysia'
import { type MessageOrKey, message } from '../../messages/message'

/** Marks a schema as a named model of the OpenAPI document. */
export const named = <Schema extends TSchema>(name: string, schema: Schema): Schema =>
  Object.assign(schema, { 'x-model': name })

export const namedObject = <Fields extends TProperties>(name: string, fields: Fields, options: ObjectOptions = {}) =>
  named(name, t.Object(fields, options))

/** What the OpenAPI document says a value is, where the check of the server is more than JSON Schema can say. */
export const documented = (schema: Readonly<Record<string, unknown>>) => ({ 'x-document': schema })

/** The message for a value that does not match the schema, instead of the usual one for the fault. */
export const faultMessage = (text: MessageOrKey) => ({ 'x-message': text })

/** The message for a field: the schema's, or one for the kind of fault. It never repeats the value. */
export function validationMessage({ type, schema }: Pick<ValueError, 'type' | 'schema'>): MessageOrKey {
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
export const UUID_PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'
export const uuid = () => t.String({ format: 'uuid', ...faultMessage('fields.uuid') })

const BASE64 = '^[A-Za-z0-9+/=]*$'
const BASE64URL = '^[A-Za-z0-9_-]*$'
/** Of texts whose characters take one byte. */
export const ASCII_PATTERNS: ReadonlySet<string> = new Set([BASE64, BASE64URL])

type Lengths = { minLength?: number; maxLength: number; description?: string }

export const base64 = (lengths: Lengths) => t.String({ pattern: BASE64, ...faultMessage('fields.base64'), ...lengths })
export const base64url = (lengths: Lengths) =>
  t.String({ pattern: BASE64URL, ...faultMessage('fields.base64url'), ...lengths })

/** A whole number in a response. Elysia's own type makes the check of a response ten times as expensive. */
export const integer = (description?: string) => Type.Integer(described(description))
const described = (description: string | undefined) => (description === undefined ? {} : { description })

/** In a response. The format is only documented: to check it costs more than to send it. */
const responseText = (format: string, description?: string) =>
  t.String({ ...documented({ type: 'string', format }), ...described(description) })

export const timestamp = responseText('date-time', 'ISO 8601, UTC, with milliseconds')
export const recordId = responseText('uuid')

export const webAddress = responseText('uri')
export const day = responseText('date', 'YYYY-MM-DD, UTC')
export const emailShown = (description: string) => responseText('email', description)

/** An email in a request: its form is a rule of its own (`INVALID_EMAIL`). */
export const emailText = (maxLength: number, options: object = {}) =>
  t.String({ maxLength, ...documented({ type: 'string', format: 'email', maxLength }), ...options })

/** An id in a request that names nothing where it is none: 404, whatever its form. */
export const anyId = (options: object = {}) =>
  t.String({ minLength: 1, ...documented({ type: 'string', format: 'uuid' }), ...options })

/** Marks a body whose fields may all be left out, but not at once: the rule that refuses it says it better. */
export const notEmpty = <Schema extends TSchema>(schema: Schema): Schema =>
  Object.assign(schema, { 'x-not-empty': true })

/** A text with a length when trimmed, in UTF-16 units like HTML's `maxlength`. It stays untrimmed. */
export function untrimmed(min: number, max: number) {
  const format = `text-${min}-${max}`
  FormatRegistry.Set(format, (value) => {
    const { length } = value.trim()
    return length >= min && length <= max
  })
  const unbounded = max === Number.POSITIVE_INFINITY
  const tooShort = unbounded ? message('fields.minLength', { count: min }) : message('fields.length', { min, max })
  const length = { minLength: min, ...(unbounded ? {} : { maxLength: max }) }
  const pattern = min < 2 ? '\\S' : `\\S[\\s\\S]{${min - 2},}\\S`
  return t.String({
    format,
    ...documented({ type: 'string', ...length, ...(min > 0 ? { pattern } : {}) }),
    ...faultMessage(tooShort),
  })
}

export const text = (min: number, max: number) =>
  t
    .Transform(untrimmed(min, max))
    .Decode((value) => value.trim())
    .Encode((value) => value)

/** `pagination` of administrators' lists and `meta` of posts. */
const PAGE = { total: integer(), page: integer(), limit: integer(), totalPages: integer(), hasMore: t.Boolean() }
export const pagination = namedObject('Pagination', PAGE)

export const paginate = (total: number, page: number, limit: number): Static<typeof pagination> => {
  const totalPages = Math.ceil(total / limit)
  return { total, page, limit, totalPages, hasMore: page < totalPages }
}

export const cursoredPagination = namedObject('CursoredPagination', {
  ...pagination.properties,
  nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })),
})

/** In the query of lists: continues where a page ended, at any depth; then `page` is ignored. */
export const cursor = t.Optional(
  t.String({ minLength: 1, maxLength: 300, description: '`meta.nextCursor` of the page before' }),
)

type Range = { fallback: number; min: number; max: number }

/** A number in the query for `clampTo`. A transformation of a query costs more than the query of the database. */
export function clamped({ fallback, min, max }: Range) {
  const range = documented({ type: 'integer', minimum: min, maximum: max, default: fallback })
  const description = 'What is beyond the range counts as its nearest number'
  return t.Optional(t.Unsafe<number>(t.Any({ ...range, description })))
}

/** The number in its range, or the fallback if `sent` is no number. */
export function clampTo({ fallback, min, max }: Range, sent: unknown): number {
  const number = sent === undefined || sent === '' ? Number.NaN : Math.trunc(Number(sent))
  return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number))
}

const anyOf = (choices: readonly string[]) => faultMessage(message('fields.choice', { choices }))

/** One of some words in a body. Without `default`, Elysia would use the first if it is missing. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  t.UnionEnum(words, { default: undefined, ...anyOf(words) })

export const flag = (options: object = {}) =>
  t.BooleanString({ ...documented({ type: 'boolean' }), ...faultMessage('fields.trueOrFalse'), ...options })

function optionalWord<const Word extends string>(words: readonly Word[], options: object) {
  const literals = words.map((word) => t.Literal(word)) as unknown as [TSchema, TSchema]
  return t.Optional(t.Unsafe<Word>(t.Union(literals, { ...anyOf(words), ...options })))
}

export const oneOf = <const Word extends string>(words: readonly Word[], description?: string) =>
  optionalWord(words, described(description))

export const queryFlag = () => optionalWord(['true', 'false'], documented({ type: 'boolean' }))

/** A number in the query, refused if it is outside its range. */
export function ranged(fallback: number, min: number, max: number, description?: string) {
  const format = `range-${min}-${max}`
  FormatRegistry.Set(format, (value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max)
  return t
    .Transform(
      t.Optional(
        t.String({
          format,
          default: String(fallback),
          ...documented({ type: 'integer', minimum: min, maximum: max, default: fallback }),
          ...described(description),
          ...faultMessage(message('fields.range', { min, max })),
        }),
      ),
    )
    .Decode((value) => Number(value))
    .Encode((value) => String(value))
}

/** Whether the month has that day, only the check knows. */
const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/
FormatRegistry.Set('instant', (value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)))

export const instant = (fault: MessageOrKey, description: string) =>
  t.String({
    format: 'instant',
    maxLength: 40,
    ...documented({ type: 'string', pattern: INSTANT.source, maxLength: 40 }),
    ...faultMessage(fault),
    description,
  })

/** RFC 3339. Whether the month has that day, only the check knows. */
const ZONED =
  /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
FormatRegistry.Set('zoned-time', (value) => ZONED.test(value) && isOfCalendar(value))

/** `Date` makes the 31st of a short month the 1st of the next. */
const isOfCalendar = (time: string): boolean =>
  new Date(`${time.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) === time.slice(0, 10)

export const zonedTimeOrNull = (fault: MessageOrKey, description: string) =>
  Object.assign(
    nullable(
      t.String({
        format: 'zoned-time',
        maxLength: 40,
        ...documented({ type: 'string', format: 'date-time', pattern: ZONED.source, maxLength: 40 }),
      }),
    ),
    { description, ...faultMessage(fault) },
  )
