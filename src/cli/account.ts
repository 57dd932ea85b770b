import type { ManagedUser } from '../core/accounts/record'
import { collegeById } from '../core/colleges/directory'

/**
 * What the operator sees of an account: what other people see of it, with its role and its sanction, as moderators do.
 * Never the address, not even masked, nor when it signs in and from where: these lead from a pseudonym to a person.
 */
export type AccountSummary = {
  username: string
  role: ManagedUser['role']
  college: string | null
  /** Null while few of the college have it, as for other students. */
  branch: string | null
  karma: number
  /** A month. */
  joined: string
  state: 'onboarding' | 'active' | 'suspended' | 'banned'
  /** Of a suspension: until when, and why. */
  suspension: ManagedUser['suspension']
}

export async function accountOf(user: ManagedUser): Promise<AccountSummary> {
  const { username, role, branch, karma, collegeId, createdAt, suspension } = user
  const college = (await collegeById(collegeId))?.name ?? null
  return { username, role, college, branch, karma, joined: createdAt.slice(0, 7), state: stateOf(user), suspension }
}

function stateOf({ blocked, suspension, status }: ManagedUser): AccountSummary['state'] {
  if (suspension !== null) return 'suspended'
  if (blocked) return 'banned'
  return status === 'ACTIVE' ? 'active' : 'onboarding'
}
