import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { after } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { gauge } from '../../lib/process/metrics'
import { choice, namedObject, nullable, timestamp } from '../../lib/text/schema'
import { headOfDay } from './day-notes'
import { verifySteps } from './verify'

// Whether the whole log is in order, for administrators: verified once a day, a little at a time, and remembered until the
// server stops. What is told of it are days, not entries, whose numbers would tell when students vote.

export const chainState = namedObject('AuditChainState', {
  state: choice(['unknown', 'intact', 'broken']),
  verifiedAt: nullable(timestamp),
  head: nullable(
    t.Object({
      hash: t.String({
        description: 'Of the newest entry of a day: note it, `quad audit verify --head` proves it later',
      }),
      day: t.String({ description: 'Up to here the log was verified (UTC)' }),
    }),
  ),
  brokenOn: nullable(
    t.String({ description: 'The day of the first entry that does not fit; `quad audit verify` names it' }),
  ),
})
type ChainState = Static<typeof chainState>

const UNKNOWN: ChainState = { state: 'unknown', verifiedAt: null, head: null, brokenOn: null }
let current = UNKNOWN

export const readChainState = (): ChainState => current

gauge('quad_audit_chain_intact', 'Whether the audit log is in order, once it was verified', () =>
  current.state === 'unknown' ? undefined : Number(current.state === 'intact'),
)
gauge('quad_audit_chain_verified_timestamp_seconds', 'When the audit log was last verified, since 1970', () =>
  current.verifiedAt === null ? undefined : Math.round(Date.parse(current.verifiedAt) / 1000),
)

/** Requests wait while so many entries are verified: some milliseconds. */
const BATCH = 200
const PAUSE_MS = 10

/** What ends before it is through leaves the state as it was. */
export async function verifyInPauses(isEnding: () => boolean): Promise<void> {
  const steps = verifySteps(storage.reader, { batch: BATCH })
  let step = steps.next()
  while (!step.done) {
    await new Promise<void>((resolve) => after(PAUSE_MS, 'pause of the verification of the audit log', resolve))
    if (isEnding()) return
    step = steps.next()
  }
  const { broken } = step.value
  if (broken) log.error({ ...broken }, 'the audit log is broken')
  current = {
    state: broken ? 'broken' : 'intact',
    verifiedAt: new Date().toISOString(),
    head: headOfDay(storage.reader),
    brokenOn: broken?.timestamp.slice(0, 10) ?? null,
  }
}
