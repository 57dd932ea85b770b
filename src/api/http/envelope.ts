import { status, type TSchema, t } from 'elysia'
import type { Json } from '../../lib/json'
import { named } from '../../lib/schema'

/** The success envelope around `data`. */
export const answer = <Data extends TSchema>(data: Data) =>
  t.Object({ success: t.Literal(true), message: t.String(), data })

/** The success envelope of an operation that has nothing to hand over. */
export const done = named('Done', t.Object({ success: t.Literal(true), message: t.String() }))

export const failure = named(
  'Failure',
  t.Object({
    success: t.Literal(false),
    message: t.String(),
    code: t.String({ description: 'Stable; see the list in the description of this document' }),
    errors: t.Optional(t.Array(t.Object({ field: t.String(), message: t.String() }))),
    meta: t.Optional(t.Record(t.String(), t.Unknown())),
  }),
)

export const ok = <Data>(message: string, data: Data) => ({ success: true as const, message, data })

/**
 * The success envelope, written out at once, for the routes that are asked most: their data is built field by field, so
 * that the schema's check and copy of every record would find nothing and cost as much as the queries. The schema still
 * types and documents it, and a test holds answers against it.
 */
export const written = <Data>(message: string, data: Data) =>
  Response.json(ok(message, data)) as unknown as ReturnType<typeof ok<Data>>

/** The text of the success envelope around data that is written out already. */
export const writtenAnswer = <Data>(message: string, data: Json<Data>): string =>
  `{"success":true,"message":${JSON.stringify(message)},"data":${data}}`

/** The same as `written`, for data that is kept as text. */
export const spliced = <Data>(message: string, data: Json<Data>) =>
  new Response(writtenAnswer(message, data), JSON_ANSWER) as unknown as ReturnType<typeof ok<Data>>

const JSON_ANSWER = { headers: { 'content-type': 'application/json;charset=utf-8' } }

/** The same with 201. */
export const writtenCreated = <Data>(message: string, data: Data) =>
  Response.json(ok(message, data), { status: 201 }) as unknown as ReturnType<typeof created<Data>>

/** 201 with the success envelope. */
export const created = <Data>(message: string, data: Data) => status(201, ok(message, data))

export const said = (message: string) => ({ success: true as const, message })

/** 201 with nothing to hand over. */
export const saidCreated = (message: string) => status(201, said(message))
