import { type Static, t } from 'elysia'
import { config } from '../../config'
import { ConfigValueError, type LinearPattern, pattern } from '../../config/parse'
import { refuseField } from '../../errors'
import { type Address, isDisposable, parseAddress } from '../../lib/email-address'
import { named, nullable, recordId } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { collegeByDomain } from '../colleges/directory'
import { isStudentLocal } from './student-email'

// Which addresses would be let in, tried against samples. The samples stay in the request: nothing of them is stored,
// logged or sent back, but how many there were and how many could join.

export const MOST_SAMPLES = 50
export const MOST_PATTERN = 200

const VERDICTS = ['accepted', 'no_email', 'disposable', 'no_college', 'no_student'] as const

export const addressTrial = named(
  'AddressTrial',
  t.Object({
    pattern: t.String({ description: 'The pattern of the part before the @ that was tried' }),
    isInUse: t.Boolean({ description: 'It is the one of `ENROLLMENT_PATTERN`' }),
    results: t.Array(
      t.Object({
        verdict: t.UnionEnum([...VERDICTS]),
        college: nullable(t.Object({ id: recordId, name: t.String() })),
      }),
      { maxItems: MOST_SAMPLES, description: 'In the order of the samples' },
    ),
  }),
)
type Result = Static<typeof addressTrial>['results'][number]

/** 400 for a pattern that is none, or whose time could grow faster than the length of a text (no RE2). */
function compiled(text: string): LinearPattern {
  try {
    return pattern(text)
  } catch (error) {
    if (error instanceof ConfigValueError) return refuseField('pattern', 'auth.addressPattern')
    throw error
  }
}

/** In the order in which a sign-up is refused. */
export async function tryAddresses(
  user: Viewer,
  samples: readonly string[],
  candidate?: string,
): Promise<Static<typeof addressTrial>> {
  const tried = candidate === undefined ? config.enrollmentPattern : compiled(candidate)
  const results: Result[] = []
  for (const sample of samples) results.push(await judge(parseAddress(sample), tried))
  const isInUse = tried.source === config.enrollmentPattern.source
  if (isInUse) await noteTrial(user, tried.source, results)
  return { pattern: tried.source, isInUse, results }
}

/** That the pattern in use was tried, for whoever asks later whether it was (core/setup/checklist.ts). */
async function noteTrial(user: Viewer, pattern: string, results: readonly Result[]): Promise<void> {
  const accepted = results.filter(({ verdict }) => verdict === 'accepted').length
  await writeAs(user, 'superadmin', (tx, user) =>
    audit(tx, user, {
      action: 'admin:tried:addresses',
      entityType: 'settings',
      entityId: null,
      metadata: { pattern, samples: results.length, accepted },
    }),
  )
}

async function judge(address: Address | undefined, tried: LinearPattern): Promise<Result> {
  if (address === undefined) return { verdict: 'no_email', college: null }
  if (isDisposable(address.domain)) return { verdict: 'disposable', college: null }
  const found = await collegeByDomain(address.domain)
  if (found === undefined) return { verdict: 'no_college', college: null }
  const college = { id: found.id, name: found.name }
  return { verdict: isStudentLocal(address.local, tried) ? 'accepted' : 'no_student', college }
}
