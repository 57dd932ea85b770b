import { toFlag } from '../../db/statement'
import { storage, type Tx } from '../../db/storage'
import { type Account, readAccount } from '../../src/core/access/account'
import { takeAlias } from '../../src/core/aliases/aliases'
import { systemActor } from '../../src/core/audit/audit'
import { publishComment } from '../../src/core/comments/new-comment'
import { nextCommentId } from '../../src/core/comments/threads'
import { addPost, nextPlace } from '../../src/core/posts/publish'
import { newWords } from './content'
import type { Person } from './kit'

type By = Pick<Person, 'id'>
export type Aliased = { id: string; alias: { id: string; username: string } }

async function accountOf(tx: Tx, { id }: By): Promise<Account> {
  const account = await readAccount(tx, id)
  if (account === undefined) throw new Error('no such account')
  return account
}
const actor = (alias: Account) => ({ ...alias, origin: systemActor('system').origin })

/** A post under an alias of the person. */
export const publishAliased = (
  by: By,
  { title = 'A title', topic = 'Showcase', isPrivate = false } = {},
): Promise<Aliased> =>
  storage.write(async (tx) => {
    const place = nextPlace(tx)
    const alias = await takeAlias(tx, await accountOf(tx, by), place.id)
    const words = { title, content: newWords(), topic, startsAt: null, place: null }
    const id = await addPost(tx, actor(alias), alias, { ...words, isPrivate: toFlag(isPrivate) }, place)
    return { id, alias: { id: alias.id, username: alias.username } }
  })

/** A comment under the alias of the person in that thread. */
export const commentAliased = (
  by: By,
  postId: string,
  { content = newWords(), parentCommentId = null }: { content?: string; parentCommentId?: string | null } = {},
): Promise<Aliased> =>
  storage.write(async (tx) => {
    const alias = await takeAlias(tx, await accountOf(tx, by), postId)
    const now = new Date()
    const id = nextCommentId(tx, now.getTime())
    const place = { id, postId, parentCommentId, content, now: now.toISOString() }
    await publishComment(tx, actor(alias), { ...place, authorId: alias.id, isOfficial: 0 })
    return { id, alias: { id: alias.id, username: alias.username } }
  })
