import { type Static, t } from 'elysia'
import { invitations } from '../../../db/schema/invitations'
import { users } from '../../../db/schema/users'
import { pick, type Raw } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { isValid } from '../../lib/clock'
import { named, recordId, timestamp } from '../../lib/schema'
import { canActAsSuperadmin } from '../accounts/roles'

export const LIFE_MS = 3 * 86_400_000

/** `void`: whoever made it may not make any more. */
const STATES = ['open', 'taken', 'revoked', 'expired', 'void'] as const
type State = (typeof STATES)[number]

export const ROW = {
  ...pick(invitations, 'id', 'invitedBy', 'createdAt', 'expiresAt', 'ending'),
  madeBy: users.username,
}
type Row = Raw<typeof ROW>

export const invitation = named(
  'Invitation',
  t.Object({
    id: recordId,
    state: t.UnionEnum([...STATES], {
      description: '`void`: whoever made it may not make any more. Who took it is not kept',
    }),
    madeBy: t.String({ description: 'The Quad name of the superadmin' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  }),
)

export async function stateOf(db: Connection, row: Pick<Row, 'ending' | 'expiresAt' | 'invitedBy'>): Promise<State> {
  if (row.ending !== null) return row.ending
  if (!isValid(row.expiresAt, LIFE_MS)) return 'expired'
  return (await canActAsSuperadmin(db, row.invitedBy)) ? 'open' : 'void'
}

export async function toRecord(db: Connection, row: Row): Promise<Static<typeof invitation>> {
  const { id, madeBy, createdAt, expiresAt } = row
  return { id, state: await stateOf(db, row), madeBy, createdAt, expiresAt }
}
