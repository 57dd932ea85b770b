import { WRITTEN } from '../../../db/schema/posts'
import { delayedPosts } from '../../../db/schema/waiting'
import { pick, type Raw, toFlag } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { refuseAnotherAlias, writerIn } from '../../campus/authorship/writers'
import { refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { namedObject, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { delayed, MAX_WAITING, shownWaits, waits } from '../delayed/delayed'
import { attachPicture, claimPicture } from '../pictures/pictures'
import { type NewPostInput, shown, shownFields } from './fields'
import { addPost, checkPost, missing, nextPlace } from './publish'
import { storedPost } from './record'

// Delayed posts, which appear within the hour: forum/delayed has the waiting.

export const delayedPost = namedObject('DelayedPost', {
  id: recordId,
  ...shown,
  ...waits('It appears under a name for this thread alone', 'post'),
})

const columns = pick(delayedPosts, 'id', 'authorId', 'isAliased', 'publishAt', ...WRITTEN)

export const waitingPosts = delayed({
  type: 'post',
  columns,
  withinMs: 3_600_000,
  tooMany: message('posts.tooManyDelayed', { max: MAX_WAITING }),
  missing,
  toRecord: (row: Raw<typeof columns>, db?: Connection) => ({
    id: row.id,
    ...shownFields(row, db),
    ...shownWaits(row),
  }),
  added: (tx, { id, pictureId }) => attachPicture(tx, pictureId, 'delayed', id),
  async publish(tx, user, { isAliased, publishAt: _, ...post }, take) {
    const place = nextPlace(tx)
    const { self, author, actor } = writerIn(tx, user, place.id, isAliased === 1, 'waited')
    take()
    return storedPost(tx, self, addPost(tx, actor, author, post, place)) ?? missing()
  },
})

/** As publishing at once, but for what is held: that needs its id and its time at once. */
export function delayPost(user: Viewer, input: NewPostInput) {
  // It would wait with its author, and appear under that name if the role were lost meanwhile.
  if (input.official === true) refuseField('official', 'posts.officialAtOnce')
  return waitingPosts.delay(user, async () => {
    const { checked, recheck, post } = await checkPost(input, user)
    return {
      texts: checked.texts,
      draft(tx, user) {
        recheck(tx)
        if (input.alias === true) refuseAnotherAlias(tx, user)
        claimPicture(tx, user, post.pictureId, false)
        return { ...post, isAliased: toFlag(input.alias === true) }
      },
    }
  })
}
