import { treaty } from '@elysiajs/eden'
import type { App } from './app'

type Options = NonNullable<Parameters<typeof treaty<App>>[1]>

/** The typed client of the Quad at `origin`. Dates stay text: a title such as "2026-01-02" is no date. */
export const makeClient = (origin: string, options: Omit<Options, 'parseDate'> = {}) =>
  treaty<App>(origin, { ...options, parseDate: false })

export type Client = ReturnType<typeof makeClient>

/**
 * The endpoint of a path in which a method's name stands before the id, such as `/branches/delete/:id`: Eden takes
 * `branches.delete({ id })` for a request.
 */
export function endpointAt<
  Name extends 'post' | 'delete',
  Parent extends { [Key in Name]: (params: Params) => unknown },
  Params extends Record<string, string | number>,
>(parent: Parent, name: Name, params: Params): ReturnType<Parent[Name]> {
  const ids = Object.values(params).map((id) => encodeURIComponent(id))
  return (parent as unknown as (segment: { path: string }) => ReturnType<Parent[Name]>)({
    path: [name, ...ids].join('/'),
  })
}
