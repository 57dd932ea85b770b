import { t } from 'elysia'
import { sql } from '../../../db/sql'
import { FLAG } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import type { PostFacts } from './visibility'

// Official posts and comments: what a moderator writes as one, chosen each time. They are stored without an author, so
// that no list, count, karma, block relation, notification or search can lead from them to a pseudonym. The audit log
// alone has who wrote them. Every moderator may edit and delete them.

export const officialMark = t.Optional(
  t.Literal(true, { description: 'Spoken for the moderators; nobody is named as its author' }),
)

/** The mark of a row, in its record. */
export const shownOfficial = ({ isOfficial }: { isOfficial: 0 | 1 }): { official?: true } =>
  isOfficial === 1 ? { official: true } : {}

/** 403 `FORBIDDEN`. */
export function refuseUnlessModerator(user: Viewer): void {
  if (!isAdministrator(user)) refuse('FORBIDDEN', 'posts.officialForAdmins')
}

/** 400: what is official has no author, so no alias either. */
export function refuseOfficialAlias({ official, alias }: { official?: boolean; alias?: boolean }): void {
  if (official === true && alias === true) refuseField('alias', 'aliases.notOfficial')
}

export const isOfficialPost = (db: Connection, { id, authorId }: PostFacts): boolean =>
  authorId === null &&
  sql({ isOfficial: FLAG })`SELECT is_official AS isOfficial FROM posts WHERE id = ${id}`.get(db)?.isOfficial === 1
