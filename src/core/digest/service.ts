import { randomInt } from 'node:crypto'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { seal, unseal } from '../../lib/sealing'
import { readAccount, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit, systemActor } from '../audit/audit'
import { digestDueAt, putDigest } from './queries'

// The weekly digest by mail: off until somebody wants it. send.ts composes and sends it.

export const WEEK_MS = 604_800_000

export type DigestState = { isOn: boolean; isAvailable: boolean }

/** Where addresses are sealed for an offline recipient, this server cannot send it. */
const isAvailable = (): boolean => config.addressRecipient === undefined

export const digestState = async ({ id }: Viewer): Promise<DigestState> => ({
  isOn: digestDueAt(storage.reader, id) !== null,
  isAvailable: isAvailable(),
})

const withinTheWeek = (): string => new Date(Date.now() + randomInt(WEEK_MS)).toISOString()

/** 409 `CONFLICT` where no mail can be sent to anybody. */
export async function switchDigest(user: Viewer, isOn: boolean): Promise<DigestState> {
  if (isOn && !isAvailable()) refuse('CONFLICT', 'digest.unavailable')
  return writeAs(user, 'session', async (tx, user) => {
    const state = { isOn, isAvailable: isAvailable() }
    if (isOn === (digestDueAt(tx, user.id) !== null)) return state
    putDigest(tx, { userId: user.id, dueAt: isOn ? withinTheWeek() : null, attempts: 0 })
    await audit(tx, user, { action: 'user:changed:digest', entityType: 'user', entityId: user.id })
    return state
  })
}

const UNSUBSCRIBE = 'digest-unsubscribe'

/** Sealed, another one in each mail: whoever reads along in a mailbox must not learn whose account it is. */
export const unsubscribeToken = (userId: string): string => seal(UNSUBSCRIBE, userId)

/** For a mail program, without a session. 403 `INVALID_TOKEN` for another token; again changes nothing. */
export async function unsubscribeByToken(token: string): Promise<void> {
  const userId = unseal(UNSUBSCRIBE, token) ?? refuse('INVALID_TOKEN', 'digest.token', { status: 403 })
  await storage.write(async (tx) => {
    if ((await readAccount(tx, userId)) === undefined || digestDueAt(tx, userId) === null) return
    putDigest(tx, { userId, dueAt: null, attempts: 0 })
    const entry = { action: 'user:changed:digest', entityType: 'user', entityId: userId } as const
    await audit(tx, systemActor('system'), entry)
  })
}
