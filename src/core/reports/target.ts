import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../access/account'
import { type Latest, latestCopy } from './queue-queries'

/** The target as it was last reported. 404 for what nobody reported, and for the viewer's own content. */
export async function visibleTarget(viewer: Viewer, targetId: string): Promise<Latest> {
  const copy = await latestCopy(storage.reader, targetId)
  return copy === undefined || isSelf(viewer, copy.authorId) ? refuse('NOT_FOUND', 'reports.missing') : copy
}
