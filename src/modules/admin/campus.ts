import { storage } from '../../../db/storage'
import type { Viewer } from '../../domain/accounts'
import { createBranch, deleteBranch, updateBranch } from '../../domain/branches'
import { decideRequest, latestRequests } from '../../domain/college-requests'
import type { Branch, College, CollegeRequest, DecideRequest, NewBranch } from '../../domain/college-shapes'
import { allColleges, createCollege, type NewCollege, updateCollege } from '../../domain/colleges'
import { maskedEmail } from '../../domain/emails'

export async function listColleges(): Promise<College[]> {
  return (await allColleges()).slice(0, 1000)
}

export async function addCollege(user: Viewer, input: NewCollege): Promise<College> {
  return storage.write((tx) => createCollege(tx, user, input))
}

export async function changeCollege(user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> {
  return storage.write((tx) => updateCollege(tx, user, id, changes))
}

/** Requests, newest first. Only a superadmin gets addresses in full. */
export async function listRequests(user: Viewer): Promise<CollegeRequest[]> {
  return (await latestRequests(storage.reader)).map((request) => asSeenBy(user, request))
}

export async function settleRequest(user: Viewer, id: string, decision: DecideRequest): Promise<CollegeRequest> {
  return asSeenBy(user, await storage.write((tx) => decideRequest(tx, user, id, decision)))
}

const asSeenBy = ({ role }: Viewer, request: CollegeRequest): CollegeRequest =>
  role === 'superadmin' ? request : { ...request, requestedByEmail: maskedEmail(request.requestedByEmail) }

export async function addBranch(user: Viewer, input: NewBranch): Promise<Branch> {
  return storage.write((tx) => createBranch(tx, user, input))
}

export async function changeBranch(user: Viewer, id: string, changes: Partial<NewBranch>): Promise<Branch> {
  return storage.write((tx) => updateBranch(tx, user, id, changes))
}

export async function removeBranch(user: Viewer, id: string): Promise<void> {
  await storage.write((tx) => deleteBranch(tx, user, id))
}
