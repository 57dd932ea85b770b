import { Elysia, type TSchema, t } from 'elysia'
import { ranged, uuid } from '../lib/text/schema'
import { access } from './access'
import { createdResponse, emptyEnvelope, envelope, okMessage } from './envelope'

/** The routes beneath `prefix`, in the chapter `tag` of the document. */
export const routes = <const Prefix extends string>(tag: string, prefix: Prefix) =>
  new Elysia({ prefix, detail: { tags: [tag] } }).use(access)

const operation = (operationId: string, summary: string, description?: string) => ({
  detail: { operationId, summary, ...(description === undefined ? {} : { description }) },
})
type Operation = Parameters<typeof operation>

/** A route that returns `data`: its name for clients, what it does in a line, and what else is to be known. */
export const returns = <Data extends TSchema>(data: Data, ...words: Operation) => ({
  response: envelope(data),
  ...operation(...words),
})

/** A route that creates, and returns what it has created with 201. */
export const makes = <Data extends TSchema>(data: Data, ...words: Operation) => ({
  response: createdResponse(envelope(data)),
  ...operation(...words),
})

/** A route that returns nothing but that it is done. */
export const confirms = (...words: Operation) => ({ response: emptyEnvelope, ...operation(...words) })

/** The response of such a route, once it is done. */
export async function done(message: string, act: unknown) {
  await act
  return okMessage(message)
}

/** Of a path that names a record by its id: 404 where there is none. */
export const byId = { params: t.Object({ id: uuid() }), fails: ['NOT_FOUND'] } as const

/** In the query of a list: which page of how many. */
export const paged = (limit = 20, most = 100) => ({ page: ranged(1, 1, 1_000_000), limit: ranged(limit, 1, most) })
