import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import type { Entry } from './queue'

// What moderators at one desk know of each other, and what stands beside a target.

export type Claim = NonNullable<Entry['claim']>

/** Tells the others that one looks at this; resolves to the claim that holds, which may be another moderator's. */
const claim = (targetId: string) => envelope(api.admin.manage.reports({ targetId }).claim.put())

export const readContext = (targetId: string) => envelope(api.admin.manage.reports({ targetId }).context.get())

export type Context = ResponseData<ReturnType<typeof readContext>>['context']

/** Whoever only passes by claims nothing. */
const SETTLED_MS = 400
/** Half of what a claim lasts. */
const RENEW_MS = 60_000

/** Claims the target while it is open, until the returned function is called; at once unless one is only passing. */
export function holdClaim(targetId: string, isPassing: boolean, onClaim: (claim: Claim) => void): () => void {
  let isMade = false
  const renew = async () => {
    isMade = true
    const answer = await claim(targetId)
    if (answer.success) onClaim(answer.data.claim)
  }
  const first = setTimeout(renew, isPassing ? SETTLED_MS : 0)
  const again = setInterval(renew, RENEW_MS)
  return () => {
    clearTimeout(first)
    clearInterval(again)
    if (isMade) envelope(api.admin.manage.reports({ targetId }).claim.delete())
  }
}

/** The other moderator who looks at this now. */
export const claimedBy = ({ claim }: Pick<Entry, 'claim'>, me: string, now: number): string | undefined =>
  claim !== null && claim.by.id !== me && Date.parse(claim.until) > now ? claim.by.username : undefined

type State = 'active' | 'banned' | 'shadow_banned' | 'resolved' | 'ignored' | 'refused'

/** Who was faster, when the server refuses a decision for that. */
export function decidedFirst<Decided = State>({ code, meta }: Failure) {
  const decided = meta?.decided as { by: { username: string } | null; state: Decided } | undefined
  return code === 'CONFLICT' && decided ? { by: decided.by?.username, state: decided.state } : undefined
}
