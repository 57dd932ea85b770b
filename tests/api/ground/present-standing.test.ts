import { expect, test } from 'bun:test'
import { storage, type Tx } from '../../../db/storage'
import { revokeSessions } from '../../../src/campus/auth/sessions'
import { accountById, forgetAccount, type Viewer } from '../../../src/ground/access/account'
import { findSession } from '../../../src/ground/access/sessions'
import { writeAs } from '../../../src/ground/access/write-as'
import { useCampus, withTokens } from '../../support/kit'

// A write relies on what is remembered of its viewer, unless that has changed since.

const { ann, ben } = await useCampus()

const [{ accessToken }, ofBen] = [await withTokens(ann), await withTokens(ben)]

/** As a request finds it. */
async function found({ id } = ann, token = accessToken): Promise<Viewer> {
  const session = await findSession(token, 'access')
  const account = await accountById(id)
  if (!session || !account) throw new Error('not signed in')
  const { ip, userAgent, requestId, platform } = { ip: '', userAgent: null, requestId: null, platform: 'api' } as const
  const origin = { ip, userAgent, requestId, platform, device: null, language: 'en' } as const
  return { ...account, session, sessionId: session.id, authenticatedAt: null, isSensitive: false, origin }
}

const rename = (tx: Tx, branch: string): void => {
  tx.sqlite.run('UPDATE users SET branch = ? WHERE id = ?', [branch, ann.id])
}
const changing = (branch: string, ends: () => void = () => {}) =>
  storage.write(async (tx) => {
    rename(tx, branch)
    forgetAccount(tx, ann.id)
    ends()
  })
const branchOf = (viewer: Viewer) => writeAs(viewer, 'session', async (_, { branch }) => branch)

test('what a write changes of an account binds the next of the same transaction, whoever read meanwhile', async () => {
  const viewer = await found()
  const changed = changing('X1')
  const reading = storage.write(async () => {
    // The readers see no change before the commit.
    const meanwhile = await found()
    return meanwhile
  })
  expect(await Promise.all([changed, branchOf(viewer), reading.then(branchOf)])).toEqual([undefined, 'X1', 'X1'])
  const both = await Promise.all([changing('X2'), branchOf(await found())])
  expect(both[1]).toBe('X2')
})

test('what is undone binds nobody', async () => {
  const viewer = await found()
  const undone = changing('X3', () => {
    throw new Error('undone')
  })
  const [change, branch] = await Promise.allSettled([undone, branchOf(viewer)])
  expect([change.status, branch]).toEqual(['rejected', { status: 'fulfilled', value: viewer.branch }])
  expect(await branchOf(await found())).toBe(viewer.branch)
})

test('what is remembered is not read again', async () => {
  const viewer = await found()
  // Past everything that drops what is remembered: only a look would find it.
  await storage.write(async (tx) => rename(tx, 'X4'))
  expect(await branchOf(viewer)).toBe(viewer.branch)
  expect(await branchOf({ ...viewer, session: undefined })).toBe('X4')
  await changing('X5')
  expect(await branchOf(viewer)).toBe('X5')
})

test('a session that has ended writes nothing, nor one that ends in the same transaction', async () => {
  const find = () => found(ben, ofBen.accessToken)
  const viewer = await find()
  const ended = storage.write((tx) => revokeSessions(tx, ben.id))
  const same = storage.write(find).then(branchOf)
  const later = ended.then(() => branchOf(viewer))
  const refused = { status: 'rejected', reason: { code: 'UNAUTHENTICATED' } }
  expect(await Promise.allSettled([branchOf(viewer), same, later])).toMatchObject([refused, refused, refused])
})
