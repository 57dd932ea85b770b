import { storage } from '../../db/storage'
import { forgetAccount } from '../../src/domain/accounts'
import { imposeSanction, type Sanction } from '../../src/domain/sanctions'
import { administrator, collegeId, openQuad, type StudentOptions, student } from './kit'

/** Lays a sanction on the user, without going through moderation. */
export const sanction = (userId: string, laid: Sanction, by: string | null = null): Promise<void> =>
  storage.write(async (tx) => {
    await imposeSanction(tx, userId, laid, by)
    forgetAccount(tx, userId)
  })

export const BLOCK: Sanction = { kind: 'block', reason: '', endsAt: null }

/** A fresh Quad with two students of one college, one of another, and an administrator. */
export async function openForum(more: StudentOptions = {}) {
  const close = await openQuad()
  await collegeId('away.edu')
  const [ann, ben, cat] = [await student(), await student(), await student({ domain: 'away.edu', ...more })]
  return { close, ann, ben, cat, root: await administrator() }
}

/** A fresh Quad with both kinds of administrators, one more who is blocked, and a student. */
export async function openDesk(barredRole: 'admin' | 'superadmin' = 'admin') {
  const close = await openQuad()
  const [root, admin] = [await administrator('superadmin'), await administrator()]
  const [barred, pupil] = [await administrator(barredRole), await student()]
  await sanction(barred.id, BLOCK, root.id)
  return { close, root, admin, barred, pupil }
}
