import { Resolver as SystemResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { errorCode } from '../../../db/error-code'
import type { Resolver } from './sender-domain'

const TIMEOUT_MS = 3_000
const TRIES = 2

/** There is no such name, or nothing of the kind asked for. */
const NOTHING = ['ENOTFOUND', 'ENODATA']

/** Asks the name server of this machine, or another one: `9.9.9.9` or `127.0.0.1:5353`. */
export function dnsResolver(server?: string): Resolver {
  const resolver = new SystemResolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (server !== undefined) resolver.setServers([server])
  return {
    txt: async (name) => (await orNothing(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    mx: async (name) => (await orNothing(resolver.resolveMx(name))).map(({ exchange }) => exchange),
    async addresses(name) {
      if (isIP(name) !== 0) return [name]
      const found = await Promise.all([orNothing(resolver.resolve4(name)), orNothing(resolver.resolve6(name))])
      return found.flat()
    },
  }
}

async function orNothing<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer
  } catch (error) {
    if (NOTHING.includes(errorCode(error))) return []
    throw error
  }
}
