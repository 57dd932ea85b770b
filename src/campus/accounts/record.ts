import { type Static, t } from 'elysia'
import { refuse } from '../../errors'
import type { Account } from '../../ground/access/account'
import { suspension } from '../../ground/access/sanctions'
import { integer, named, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { ownCollege } from '../colleges/schemas'

export const publicUser = namedObject('User', {
  id: recordId,
  username: t.String(),
  karma: integer(),
  collegeId: recordId,
  branch: nullable(t.String({ description: 'Null while few of the college have it' })),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const role = named('Role', t.UnionEnum(['user', 'admin', 'superadmin']))

/** The status of an account: an alias has no record of its own. */
export const accountStatus = (status: Account['status']): Static<typeof profileStatus> =>
  status === 'ALIAS' ? refuse('INTERNAL') : status

const profileStatus = named('ProfileStatus', t.UnionEnum(['ONBOARDING', 'ACTIVE']))

export const ownUser = namedObject('OwnUser', {
  ...publicUser.properties,
  branch: t.String(),
  email: t.String({ description: '`…@campus.edu` where this server cannot read it' }),
  role,
  permissions: t.Array(t.String()),
  status: profileStatus,
  isAcceptedTerms: t.Boolean(),
  hasPassword: t.Boolean(),
  namesLeft: integer('How many times the account may still draw another name: `POST /api/v1/users/me/name`'),
  draftKey: t.String({ description: 'With which a client may encrypt drafts on its device; 256 bits, base64url' }),
  language: t.UnionEnum(['en', 'hi'], { description: 'In which Quad writes to its owner: mail and notifications' }),
  blocked: t.Boolean(),
  suspension: nullable(suspension),
  membership: t.Object({
    /** The first of a month; null if it never ends. */
    endsAt: nullable(timestamp),
    hasEnded: t.Boolean({ description: 'Renew it: `POST /api/v1/users/me/membership`' }),
  }),
  unreadNotices: integer('How many account notices are not acknowledged'),
  college: ownCollege,
})

/** A user as administrators see it in lists. */
export const managedUser = namedObject('ManagedUser', {
  ...publicUser.properties,
  email: t.String({ description: 'Masked: `2…7@campus.edu`; `…@campus.edu` of an alias' }),
  role,
  status: t.UnionEnum(['ONBOARDING', 'ACTIVE', 'ALIAS'], {
    description: '`ALIAS`: the name of somebody in one thread',
  }),
  blocked: t.Boolean(),
  suspension: nullable(suspension),
})

export const profile = namedObject('Profile', {
  id: recordId,
  username: t.String(),
  karma: integer(),
  collegeId: recordId,
  branch: t.String(),
  status: profileStatus,
  isAcceptedTerms: t.Boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type PublicUser = Static<typeof publicUser>
export type OwnUser = Static<typeof ownUser>
export type ManagedUser = Static<typeof managedUser>
export type Profile = Static<typeof profile>
