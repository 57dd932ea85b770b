import { type Static, t } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { collegeSummary } from '../../campus/colleges/schemas'
import { type Account, isSelf } from '../../ground/access/account'
import { knownAuthor } from '../../ground/access/authors'
import { namedObject, nullable, recordId } from '../../lib/text/schema'
import type { AnyViewer } from './visibility'

/** An author as posts and comments show it. */
export const author = namedObject('Author', {
  id: recordId,
  username: t.String(),
  branch: nullable(t.String({ minLength: 1 })),
  collegeId: recordId,
  college: collegeSummary,
  alias: t.Optional(
    t.UnionEnum(['other', 'own'], {
      description: 'A name for this thread alone, without a profile; `own`: the viewer’s',
    }),
  ),
})

type Author = Static<typeof author>

/** An author as its own account sees it, of what it just wrote. */
export const ownAuthor = (
  { id, username, publicBranch: branch, collegeId, status }: Account,
  college: Author['college'],
): Author => ({ id, username, branch, collegeId, college, ...(status === 'ALIAS' ? { alias: 'own' } : {}) })

/** As the viewer sees it; null for a deleted account. */
export function toAuthor(id: string | null, viewer: AnyViewer, db: Connection = storage.reader): Author | null {
  const known = id === null ? undefined : knownAuthor(id, db)
  if (known === undefined) return null
  const { shown, isAlias } = known
  return isAlias ? { ...shown, alias: isSelf(viewer, shown.id) ? 'own' : 'other' } : shown
}
