import type { TNever } from '@sinclair/typebox'
import { status, type TSchema, t } from 'elysia'
import { ERRORS, type ErrorCode } from '../errors'
import { documented, named, namedObject } from '../lib/text/schema'

/** The schema of the success envelope around `data`. */
export const envelope = <Data extends TSchema>(data: Data) =>
  t.Object({ success: t.Literal(true), message: t.String(), data })

/** The schema of the success envelope of an operation that returns no data. */
export const emptyEnvelope = namedObject('Done', { success: t.Literal(true), message: t.String() })

/** Elysia compares results with a schema only where there is a 200, so the type declares one that nothing fits. */
export const createdResponse = <Schema extends TSchema>(schema: Schema) =>
  ({ 201: schema }) as unknown as { 200: TNever; 201: Schema }

const code = named(
  'ErrorCode',
  t.Unsafe<ErrorCode>(
    t.String({
      ...documented({ type: 'string', enum: Object.keys(ERRORS) }),
      description: 'Stable; the description of this document explains each',
    }),
  ),
)

export const failure = namedObject('Failure', {
  success: t.Literal(false),
  message: t.String({ description: 'For people, in their language' }),
  code,
  errors: t.Optional(t.Array(namedObject('FieldError', { field: t.String(), message: t.String() }))),
  meta: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'What some codes say beyond that' })),
})

type Envelope<Data> = { success: true; message: string; data: Data }

/** In English for everybody: clients have words of their own, and anonymous readers share one response and its ETag. */
export const ok = <Data>(message: string, data: Data): Envelope<Data> => ({ success: true, message, data })
export const created = <Data>(message: string, data: Data) => status(201, ok(message, data))

export const okMessage = (message: string) => ({ success: true as const, message })
