import { storage, type Tx } from '../../../db/storage'
import { maskedEmail } from '../../lib/email-address'
import type { Viewer } from '../access/account'
import { standingAdministrator } from '../access/re-authorization'
import { optionalMails } from '../settings/settings'
import { createBranch, deleteBranch, updateBranch } from './branches'
import { allColleges, createCollege, type NewCollege, updateCollege } from './colleges'
import { decideRequest, latestRequests } from './requests'
import type { Branch, College, CollegeRequest, DecideRequest, NewBranch } from './schemas'

/** A write of somebody who is an administrator still when its turn comes. */
const administer = <T>(user: Viewer, work: (tx: Tx) => Promise<T>): Promise<T> =>
  storage.write(async (tx) => {
    await standingAdministrator(tx, user)
    return work(tx)
  })

export async function listColleges(): Promise<College[]> {
  return (await allColleges()).slice(0, 1000)
}

export async function addCollege(user: Viewer, input: NewCollege): Promise<College> {
  return administer(user, (tx) => createCollege(tx, user, input))
}

export async function changeCollege(user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> {
  return administer(user, (tx) => updateCollege(tx, user, id, changes))
}

/** Requests, newest first. Only a superadmin gets addresses in full. */
export async function listRequests(user: Viewer): Promise<CollegeRequest[]> {
  return (await latestRequests(storage.reader)).map((request) => asSeenBy(user, request))
}

export async function settleRequest(user: Viewer, id: string, decision: DecideRequest): Promise<CollegeRequest> {
  const { collegeAvailable } = await optionalMails()
  return asSeenBy(user, await administer(user, (tx) => decideRequest(tx, user, id, decision, collegeAvailable)))
}

const asSeenBy = ({ role }: Viewer, request: CollegeRequest): CollegeRequest =>
  role === 'superadmin' || request.requestedByEmail === ''
    ? request
    : { ...request, requestedByEmail: maskedEmail(request.requestedByEmail) }

export async function addBranch(user: Viewer, input: NewBranch): Promise<Branch> {
  return administer(user, (tx) => createBranch(tx, user, input))
}

export async function changeBranch(user: Viewer, id: string, changes: Partial<NewBranch>): Promise<Branch> {
  return administer(user, (tx) => updateBranch(tx, user, id, changes))
}

export async function removeBranch(user: Viewer, id: string): Promise<void> {
  await administer(user, (tx) => deleteBranch(tx, user, id))
}
