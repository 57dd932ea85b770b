import { expect, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { comment, publish } from '../../support/content'
import {
  type Answer,
  administrator,
  expectData,
  expectWithout,
  type Person,
  refusal,
  useCampus,
  useNotifications,
} from '../../support/kit'

const { ann, cat, root } = await useCampus()
useNotifications()

const post = await publish(cat, { isPrivate: true, title: 'What only her college reads' })
await publish(ann)

/** An administrator of another college, with a bookmark of the post and a reply below it. */
const reader = await administrator()
await reader.visitor.post('bookmarks', { postId: post.id })
const remark = await comment(reader, post.id)
await comment(cat, post.id, { parentCommentId: remark.id })

const REVEAL = { reason: 'The police asked for it, file 4711.' }

/** What an administrator reads only with an entry in the audit log. */
const READS: [what: string, who: Person, read: () => Promise<Answer>][] = [
  ['a private post of another college', reader, () => reader.visitor.get(`posts/${post.id}`)],
  ['its comments', reader, () => reader.visitor.get(`comments/post/${post.id}`)],
  ['one comment', reader, () => reader.visitor.get(`comments/${remark.id}`)],
  ['a list that has it', reader, () => reader.visitor.get(`posts/user/${cat.id}`)],
  ['what somebody commented', reader, () => reader.visitor.get(`moderation/users/${cat.id}/comments`)],
  ['the bookmarks', reader, () => reader.visitor.get('bookmarks/user')],
  ['the inbox', reader, () => reader.visitor.get('notifications/list')],
  ['the history of an account', root, () => root.visitor.get(`admin/manage/logs?actorId=${cat.id}`)],
  ['a search by address', root, () => root.visitor.get(`admin/manage/users/query?email=${cat.email}`)],
  ['a revealed address', root, () => root.visitor.post(`admin/users/${cat.id}/reveal-email`, REVEAL)],
]

test.each(READS)('%s is read only with an entry in the audit log', async (_, who, read) => {
  const write = spyOn(storage, 'write').mockRejectedValue(new StorageUnavailable('full'))
  const refused = await read()
  const otherwise = await who.visitor.get(`posts/user/${ann.id}`)
  write.mockRestore()
  expect(refusal(refused)).toEqual([503, 'STORAGE_UNAVAILABLE'])
  expect(refused.headers.get('retry-after')).toBe('30')
  expectWithout(refused.text, post.title, cat.email, cat.user.username)
  // And what needs no entry is read all the same.
  expectData(otherwise)
  expect((await read()).status).toBeLessThan(300)
})
