import { storage, type Tx } from '../../../db/storage'
import { forgetAccount } from '../../../src/core/access/account'
import { imposeSanction } from '../../../src/core/access/sanctions'
import { systemActor } from '../../../src/core/audit/audit'
import { openSession } from '../../../src/core/auth/sessions'
import { enroll } from '../campus'
import { Visitor } from '../kit'

/** What somebody who calls may be. */
export const STANDINGS = [
  'anonymous',
  'not onboarded',
  'terms not accepted',
  'student',
  'suspended',
  'blocked',
  'admin',
  'superadmin',
] as const
export type Standing = (typeof STANDINGS)[number]

/** Somebody with a session of an own account. */
export type Caller = { visitor: Visitor; id: string; email: string; sessionId: string }

const IN_A_WEEK = (): string => new Date(Date.now() + 7 * 86_400_000).toISOString()

/** A student in good standing, signed in: what a request needs is made as this one. */
export async function newCaller(collegeId: string): Promise<Caller> {
  const visitor = new Visitor()
  return storage.write(async (tx) => {
    const id = await enroll(tx, collegeId)
    const session = await openSession(tx, id, systemActor('system').origin)
    visitor.cookies.set('identity.session_token', session.token)
    return { visitor, id, email: `${id}@campus.edu`, sessionId: session.id }
  })
}

const CHANGES: Record<Standing, (tx: Tx, id: string) => void | Promise<void>> = {
  anonymous: () => {},
  student: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'user' WHERE id = ?", [id]),
  'not onboarded': (tx, id) =>
    void tx.sqlite.run("UPDATE users SET status = 'ONBOARDING', branch = '', terms_accepted_at = NULL WHERE id = ?", [
      id,
    ]),
  'terms not accepted': (tx, id) => void tx.sqlite.run('UPDATE users SET terms_accepted_at = NULL WHERE id = ?', [id]),
  suspended: (tx, id) => imposeSanction(tx, id, { kind: 'suspension', reason: 'spam', endsAt: IN_A_WEEK() }, null),
  blocked: (tx, id) => imposeSanction(tx, id, { kind: 'block', reason: 'spam', endsAt: null }, null),
  admin: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'admin' WHERE id = ?", [id]),
  superadmin: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'superadmin' WHERE id = ?", [id]),
}

/** Gives the caller the standing that is tried: from the next request on. */
export async function stand(caller: Pick<Caller, 'id' | 'visitor'>, standing: Standing): Promise<void> {
  if (standing === 'anonymous') {
    caller.visitor.cookies.delete('identity.session_token')
    return
  }
  await storage.write(async (tx) => {
    await CHANGES[standing](tx, caller.id)
    forgetAccount(tx, caller.id)
  })
}
