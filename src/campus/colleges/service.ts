import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import type { Creation, Viewer } from '../../ground/access/account'
import { createAs, createOnce, rememberCreation } from '../../ground/access/create-once'
import { requireReauthentication } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { anonymous, type Origin } from '../../ground/audit/audit'
import { optionalMails, readSettings } from '../../ground/settings/settings'
import { reencodeImage, stageImage } from '../../lib/files/uploads'
import { sealAddress } from '../../lib/net/addresses'
import { message } from '../../messages/message'
import { requireDomainRights } from './alerts'
import { createBranch, deleteBranch, readBranch, updateBranch } from './branches'
import { createCollege, deleteCollege, type NewCollege, updateCollege } from './colleges'
import { allColleges, collegeById, offeredBranches, readCollege as readStoredCollege } from './directory'
import { decideRequest, requireRequester, submitRequest, submittedRequest } from './requests'
import type {
  Branch,
  BranchChanges,
  College,
  CollegeRequest,
  DecideRequest,
  NewBranch,
  RequestCollege,
} from './schemas'

// Colleges, their branches and the requests for new ones, for visitors and administrators. Rules: colleges.ts,
// branches.ts and requests.ts, which set-up and CLI call with a transaction. directory.ts caches every college.

const MAX_COLLEGES = 1000

const matches = (filter: string, text: string): boolean =>
  ['', text.toLowerCase()].includes(filter.trim().toLowerCase())

/** The colleges of a city, of a state, or all. */
export function findColleges({ city = '', state = '' }: { [Name in 'city' | 'state']?: string | undefined }) {
  const colleges = allColleges().filter((each) => matches(city, each.city) && matches(state, each.state))
  return { colleges: colleges.slice(0, MAX_COLLEGES), count: colleges.length }
}

export const readCollege = (id: string): College => collegeById(id) ?? refuse('NOT_FOUND', 'colleges.missing')

/**
 * The branches that the college offers, closed ones as well: posts have them. If it offers none, its users choose from
 * every branch of the instance.
 */
export const readBranches = (id: string): Branch[] => offeredBranches(readCollege(id).id)

export async function requestCollege(origin: Origin, input: RequestCollege, creation?: Creation) {
  const requestedByEmail = requireRequester(input)
  const create = async () => {
    const requester = await sealAddress(requestedByEmail, crypto.randomUUID())
    return storage.write((tx) => {
      // Nobody new could join it.
      if (readSettings(tx).signUp === 'closed') refuse('SIGN_UP_CLOSED')
      const request = submitRequest(tx, anonymous(origin), input, requester)
      rememberCreation(tx, creation, request.id)
      return request
    })
  }
  const read = (id: string) => submittedRequest(storage.reader, id)
  return { ...(await createOnce(creation, { create, read })), requestedByEmail }
}

export async function addCollege(user: Viewer, input: NewCollege): Promise<College> {
  const create = (tx: Tx, user: Viewer) => {
    requireDomainRights(tx, user)
    return createCollege(tx, user, input)
  }
  return createAs(user, 'admin', { create, read: readCollege })
}

export async function changeCollege(user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> {
  return writeAs(user, 'admin', (tx, user) => {
    const before = readStoredCollege(tx, id)
    const after = updateCollege(tx, user, id, changes)
    // Whoever has the domain decides who is a student.
    if (after.emailDomain !== before?.emailDomain) {
      requireDomainRights(tx, user)
      requireReauthentication(user)
    }
    return after
  })
}

export const removeCollege = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'admin', (tx, user) => deleteCollege(tx, user, id))

export const listColleges = (): College[] => allColleges().slice(0, MAX_COLLEGES)

export async function settleRequest(user: Viewer, id: string, decision: DecideRequest): Promise<CollegeRequest> {
  const { collegeAvailable } = optionalMails()
  return writeAs(user, 'admin', (tx, user) => {
    if (decision.status === 'approved') {
      requireDomainRights(tx, user)
      requireReauthentication(user)
    }
    return decideRequest(tx, user, id, decision, collegeAvailable)
  })
}

/** Re-encodes and stores the picture, and removes the previous one if no college shows it. 400 if it is no image. */
export async function uploadPicture(user: Viewer, collegeId: string, file: File): Promise<{ url: string }> {
  if (!file.type.startsWith('image/')) refuseField('profile', 'uploads.notAnImage')
  if (file.size > config.profileImageMaxBytes)
    refuse('PAYLOAD_TOO_LARGE', message('uploads.tooLarge', { max: config.profileImageMaxBytes }))
  const image = await reencodeImage(await file.bytes())
  if ('problem' in image) return refuseField('profile', image.problem)
  // Before the image is on disk: the write finds out too late for that.
  readCollege(collegeId)
  const staged = await stageImage(image)
  try {
    await writeAs(user, 'admin', (tx, user) => {
      updateCollege(tx, user, collegeId, { profile: staged.url })
      // Inside the write: after it, the clean-up of an earlier write could remove the same picture.
      staged.place()
    })
  } finally {
    staged.discard()
  }
  return { url: staged.url }
}

export const addBranch = (user: Viewer, input: NewBranch): Promise<Branch> =>
  createAs(user, 'admin', { create: (tx, user) => createBranch(tx, user, input), read: readBranch })

export const changeBranch = (user: Viewer, id: string, changes: BranchChanges): Promise<Branch> =>
  writeAs(user, 'admin', (tx, user) => updateBranch(tx, user, id, changes))

export const removeBranch = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'admin', (tx, user) => deleteBranch(tx, user, id))
