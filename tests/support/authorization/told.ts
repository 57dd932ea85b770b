import type { Caller, Row, Rows, World } from './matrix'

type Made<What> = (world: World, caller: Caller) => What | Promise<What>
/** Makes what a request needs, and answers the parts of the path that the route names, in their order. */
export type Need = Made<string | string[]>

/** What is asked of a route, besides its path. */
export type Request = { of?: Made<unknown>; query?: string; body?: object | Made<object> }
type Told = Row['level'] | (Omit<Row, 'ask' | 'isOwn'> & Request)

/** They are no part of the API. */
const PROBE = /^\/(?:healthz|readyz|up)$/

/** The request to a route, by its name. */
export const asking =
  (name: string, { of, query, body }: Request): Row['ask'] =>
  async (world, caller) => {
    const parts = [await of?.(world, caller)].flat()
    const route = name.replace(/^\w+ /, '')
    const path = (PROBE.test(route) ? route : route.slice(1)).replace(/:\w+/g, () => String(parts.shift()))
    const asked = query === undefined ? path : `${path}?${query}`
    return { path: asked, body: typeof body === 'function' ? await (body as Made<object>)(world, caller) : body }
  }

/** Rows as they are written: the level alone, where nothing is needed but the path. */
export const rowsOf = (told: Record<keyof Rows, Told>): Rows =>
  Object.fromEntries(
    Object.entries(told).map(([name, each]) => {
      const { of, query, body, ...row } = typeof each === 'string' ? { level: each } : (each as Exclude<Told, string>)
      const isOwn = [of, body].some((need) => typeof need === 'function' && need.length > 1)
      return [name, { ...row, isOwn, ask: asking(name, { of, query, body }) }]
    }),
  )
