import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import { today } from '../../lib/coarse-time'
import { forgetAccount, type Viewer } from '../access/account'
import { renewTokens } from '../access/sessions'
import { writeAs } from '../access/write-as'
import { keepingBranchGroups } from '../accounts/branch-groups'
import { redrawFirstBranches } from '../accounts/drawn-branches'
import type { Profile } from '../accounts/record'
import { readProfile } from '../accounts/users'
import { audit } from '../audit/audit'
import { resolveBranch } from '../colleges/branches'

/** Chooses the branch and activates the profile. 409 `ALREADY_ONBOARDED` the second time. */
export async function completeOnboarding(user: Viewer, codeOrName: string): Promise<Profile> {
  return writeAs(user, 'session', async (tx, user) => {
    if (user.status !== 'ONBOARDING') return refuse('ALREADY_ONBOARDED')
    const { branch, branchId } = await resolveBranch(tx, user.collegeId, codeOrName)
    await keepingBranchGroups(tx, user.id, async () =>
      tx.orm
        .update(users)
        .set({ status: 'ACTIVE', branch, branchId, updatedAt: today() })
        .where(eq(users.id, user.id))
        .run(),
    )
    await audit(tx, user, {
      action: 'user:completed:onboarding',
      entityType: 'user',
      entityId: user.id,
    })
    forgetAccount(tx, user.id)
    tx.afterCommit(() => inBackground('drawing branches of administrators', redrawFirstBranches))
    await renewTokens(tx, user.id)
    return readProfile(tx, user.id)
  })
}
