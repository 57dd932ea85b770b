import { signal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { loadOverview } from '../../lib/overview'
import type { Why } from '../../order/moderation/moderation'
import { heldText } from '../../texts/held'

export type HeldEntry = Data<typeof api.moderation.held.get>['held'][number]

/** Why it waits, as the server names it. */
export const DOUBTS = Object.keys(heldText.doubts) as HeldEntry['doubts'][number][]

export type Verdict = 'release' | 'refuse' | 'reopen'

const send = (id: string, decision: Verdict, why: Why = {}) =>
  envelope(api.moderation.held({ id }).put({ decision, ...why }))

/** The decisions of this tab, the last one last; a refusal can be taken back, a release cannot. */
export const decisions = signal<readonly { entry: HeldEntry; verdict: Verdict }[]>([])

export async function decideHeld(entry: HeldEntry, verdict: Verdict, why?: Why) {
  const answer = await send(entry.id, verdict, why)
  if (answer.success) decisions.value = [...decisions.value, { entry, verdict }]
  // It may have been another moderator.
  loadOverview()
  return answer
}

export async function undoRefusal(): Promise<Failure | undefined> {
  const last = decisions.value.at(-1)
  if (last?.verdict !== 'refuse') return undefined
  const answer = await send(last.entry.id, 'reopen')
  if (!answer.success) return answer
  decisions.value = decisions.value.slice(0, -1)
  loadOverview()
  return undefined
}
