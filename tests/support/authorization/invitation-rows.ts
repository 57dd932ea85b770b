import { randomUUID } from 'node:crypto'
import { storage } from '../../../db/storage'
import { LIFE_MS } from '../../../src/campus/invitations/service'
import { randomToken, tokenHash } from '../../../src/lib/crypto/keys'
import type { Row, World } from './matrix'
import { rowsOf } from './told'

/** One that the operator has made; a quota of the day limits those that are asked for. */
async function invite({ operator }: World): Promise<{ id: string; token: string }> {
  const [id, token, now] = [randomUUID(), randomToken(), Date.now()]
  const times = [now, now + LIFE_MS].map((time) => new Date(time).toISOString())
  await storage.write(async (tx) =>
    tx.sqlite.run(
      'INSERT INTO invitations (id, token_hash, invited_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      [id, tokenHash(token), operator.id, ...times],
    ),
  )
  return { id, token }
}

const token = async (world: World) => ({ token: (await invite(world)).token })
/** They moderate already. */
const needless: Row['but'] = { admin: [409, 'CONFLICT'], superadmin: [409, 'CONFLICT'] }

/** Links with which students become administrators. */
export const invitationRows = rowsOf({
  'GET /admin/invitations': { level: 'superadmin', of: invite },
  'POST /admin/invitations': { level: 'superadmin', answers: 201 },
  'DELETE /admin/invitations/:id': { level: 'superadmin', of: async (world) => (await invite(world)).id },
  'POST /invitations/read': { level: 'session', body: token, but: needless },
  'POST /invitations/take': { level: 'author', body: token, but: needless },
})
