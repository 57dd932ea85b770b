import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { errorCode } from '../../../db/error-code'
import { programId } from './credential'
import { COPY_WITHIN_MS } from './following'
import { sendToPrimary } from './primary'

const ANSWER_WITHIN_MS = 1000

const Answer = Type.Object({ commit: Type.Integer(), isAlike: Type.Boolean() })

/** Where the audit log of the copy ends. */
export type End = { entries: number; head: string | null }

/** What hinders a follower, for its operator: `what` tells one cause from another. */
export type Hindrance = { what: string; text: string }

type Said = { answer?: { commit: number; isAlike: boolean }; hindrance?: Hindrance }

const STRANGER: Hindrance = {
  what: 'stranger',
  text: 'What answers at PRIMARY_URL does not know this process as its follower, and every request is refused. It has other keys, is no Quad that can be followed, or is a follower itself, such as this one.',
}

const FORMER: Hindrance = {
  what: 'former',
  text: 'What answers at PRIMARY_URL is the primary no more: another server has taken over. Lead PRIMARY_URL there, and make the copy anew (docs/follower.md).',
}

const away = (why: string): Hindrance => ({
  what: why,
  text: `PRIMARY_URL does not lead to the primary, or it is away (${why}).`,
})

const apart = (ms: number): Hindrance => ({
  what: 'clock',
  text: `The clock of this machine is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'} the primary's: every request is for the primary. Set it, for sessions and suspensions end by it.`,
})

/** Asks the primary what it has committed, and whether the copy is of its database. */
export async function askPrimary(primary: string, { entries, head }: End): Promise<Said> {
  const query = new URLSearchParams({ program: programId(), entries: String(entries), head: head ?? '' })
  try {
    const response = await sendToPrimary(primary, `/replication?${query}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const said: unknown = await response.json().catch(() => undefined)
    if (!Value.Check(Answer, said)) return { hindrance: refused(response, said) }
    const ms = msAhead(response.headers.get('date'))
    return Math.abs(ms) <= COPY_WITHIN_MS
      ? { answer: said }
      : { answer: { ...said, isAlike: false }, hindrance: apart(ms) }
  } catch (error) {
    return { hindrance: away(errorCode(error) || 'no answer') }
  }
}

function refused({ status }: Response, said: unknown): Hindrance {
  if ((said as { code?: unknown } | undefined)?.code === 'NOT_PRIMARY') return FORMER
  return status < 500 ? STRANGER : away(`HTTP ${status}`)
}

/** How far the clock of this machine is ahead of the one that wrote the date, which knows whole seconds. */
function msAhead(date: string | null): number {
  const then = Date.parse(date ?? '')
  return Number.isNaN(then) ? 0 : Date.now() - then
}
