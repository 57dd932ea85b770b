import { treaty } from '@elysiajs/eden'
import type { App } from './app'

type Options = NonNullable<Parameters<typeof treaty<App>>[1]>

/** The typed client of the Quad at `origin`. Dates stay text: a title such as "2026-01-02" is no date. */
export const makeClient = (origin: string, options: Omit<Options, 'parseDate'> = {}) =>
  treaty<App>(origin, { ...options, parseDate: false })

export type Client = ReturnType<typeof makeClient>
