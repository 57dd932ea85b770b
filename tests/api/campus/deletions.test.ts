import { expect, jest, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { beginDeletion, endDeletion, finishDeletions, startPostDeletions } from '../../../src/forum/posts/changes'
import { startAccountDeletions } from '../../../src/keeping/erasure/delete-account'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { comment, newWords, publish, select, students, upvote } from '../../support/content'
import { killAtWrite, slowClock } from '../../support/killed-writes'
import {
  administrator,
  expectData,
  expectWithout,
  fails,
  login,
  type Person,
  student,
  useQuad,
} from '../../support/kit'

await useQuad()
const reader = await student()
const found = async (type: 'posts' | 'comments', word: string): Promise<number> =>
  (await reader.get(`search?type=${type}&q=${word}`))[type].length
const count = (text: string, ...values: string[]): number => select(`SELECT 1 FROM ${text}`, ...values).length
const restart = async () => {
  for (const start of [startPostDeletions, startAccountDeletions]) await start()()
}

test('an account whose deletion was killed between two steps is signed out, and gone after the next start', async () => {
  const [leaver, other] = await students(2)
  const words = [newWords(), newWords(), newWords()] as const
  const answered = await publish(leaver, { content: words[0] })
  await comment(other, answered.id)
  for (const content of words.slice(1)) await publish(leaver, { content })
  const theirs = await publish(other)
  await upvote(leaver, theirs.id)
  const remark = newWords()
  await comment(leaver, theirs.id, { content: remark })
  slowClock()
  killAtWrite(5)
  await fails(leaver.visitor.delete('auth/account'), 500)
  jest.restoreAllMocks()

  await fails(leaver.visitor.get('users/me'), 'UNAUTHENTICATED')
  // The vote, the comment and the newest post.
  expect(await Promise.all([...words.map((word) => found('posts', word)), found('comments', remark)])).toEqual([
    1, 1, 0, 0,
  ])
  expect(count('deletions')).toBe(1)
  // Nobody else notices.
  await publish(other, { content: newWords() })

  await restart()
  expect(await Promise.all(words.map((word) => found('posts', word)))).toEqual([0, 0, 0])
  for (const text of [
    'deletions',
    'users WHERE id = ?',
    'posts WHERE author_id = ?',
    'post_votes JOIN users ON user = key WHERE id = ?',
  ])
    expect([text, count(text, ...(text.includes('?') ? [leaver.id] : []))]).toEqual([text, 0])
  const { post } = await other.get(`posts/${theirs.id}`)
  expect([post.upvoteCount, post.commentsCount]).toEqual([0, 0])
  expect((await other.get(`posts/${answered.id}`)).post.content).toBe('[deleted]')
  expect((await login(leaver.email)).status).not.toBe(200)
})

test.each([
  ['post', (author: Person, id: string) => author.visitor.delete(`posts/${id}`)],
  ['account', (author: Person) => author.visitor.delete('auth/account')],
])('nobody is told that nothing was done of the deletion of the %s, which has begun', async (_, deleteIt) => {
  const author = await student()
  const post = await publish(author)
  killAtWrite(2, new StorageUnavailable('full'))
  await fails(deleteIt(author, post.id), 'INTERNAL')
  jest.restoreAllMocks()
  await restart()
  expect(count('posts WHERE id = ?', post.id)).toBe(0)
})

test('who signs in between the steps of a deletion is signed out by the last one', async () => {
  const leaver = await student()
  await publish(leaver)
  slowClock()
  killAtWrite(2)
  await leaver.visitor.delete('auth/account')
  jest.restoreAllMocks()
  expectData(await login(leaver.email, undefined, leaver.visitor))
  const late = newWords()
  await publish(leaver, { content: late })
  await restart()
  await fails(leaver.visitor.get('users/me'), 'UNAUTHENTICATED')
  expect([await found('posts', late), count('deletions')]).toEqual([0, 0])
})

test('others write between the steps of a deletion', async () => {
  const [leaver, other] = await students(2)
  for (let n = 0; n < 12; n++) await publish(leaver)
  const theirs = await publish(other)
  slowClock()
  let isDeleting = true
  const deletion = leaver.visitor.delete('auth/account').finally(() => {
    isDeleting = false
  })
  let between = 0
  while (isDeleting) {
    await other.post(`posts/${theirs.id}/view`)
    if (count('deletions') > 0) between++
  }
  expectData(await deletion)
  expect(between).toBeGreaterThan(2)
})

test('a post with a long thread is hidden in the first step, and a start finishes its deletion', async () => {
  const [author, other] = await students(2)
  const words = Array.from({ length: 14 }, newWords)
  const post = await publish(author, { content: words[0]! })
  let parentCommentId: string | null = null
  for (const content of words.slice(1))
    parentCommentId = (await comment(other, post.id, { content, parentCommentId })).id
  await upvote(reader, parentCommentId!, 'comment')
  const karma = () => count('users JOIN user_stats ON user = key WHERE id = ? AND karma = 1', other.id)
  expect(karma()).toBe(1)
  slowClock()
  killAtWrite(3)
  await fails(author.visitor.delete(`posts/${post.id}`), 500)
  jest.restoreAllMocks()
  const ofThread = 'comments WHERE content IN (SELECT value FROM json_each(?))'
  const left = count(ofThread, JSON.stringify(words))
  expect([left > 0, left < 13, count('deletions')]).toEqual([true, true, 1])
  for (const { visitor } of [reader, author, await administrator()]) await fails(visitor.get(`posts/${post.id}`), 404)
  expect([await found('posts', words[0]!), await found('comments', words[1]!)]).toEqual([0, 0])
  expect(await driftedCounters(storage.reader)).toEqual([])
  await restart()
  expect([count('posts WHERE id = ?', post.id), count(ofThread, JSON.stringify(words))]).toEqual([0, 0])
  expect([karma(), count('deletions')]).toEqual([0, 0])
})

test('a post with a short thread goes in one write, and a start deletes nothing that nobody asked for', async () => {
  const author = await student()
  const [gone, kept] = [await publish(author), await publish(author)]
  for (const { id } of [gone, kept]) await comment(author, id, { content: newWords() })
  killAtWrite(2)
  await author.visitor.delete(`posts/${gone.id}`)
  jest.restoreAllMocks()
  expect([count('posts WHERE id = ?', gone.id), count('deletions')]).toEqual([0, 0])
  await restart()
  expect(count('posts WHERE id = ?', kept.id)).toBe(1)
})

test('an event that outlives its account has neither date nor place', async () => {
  const [leaver, other] = await students(2)
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const event = await publish(leaver, { topic: 'Community Event', startsAt, place: 'Behind my hostel' })
  await comment(other, event.id)
  await leaver.delete('auth/account')
  const { post } = await other.get(`posts/${event.id}`)
  expect([post.content, post.startsAt, post.place]).toEqual(['[deleted]', undefined, undefined])
  expect((await reader.get('events')).posts).toEqual([])
  expectWithout((await reader.visitor.get('/api/v1/events.ics')).text, 'hostel')
  await fails(reader.visitor.get(`posts/${event.id}/event.ics`), 404)
})

test('the connection waits for a deletion however long it takes', async () => {
  const leaver = await student()
  const { id } = await publish(leaver)
  app.listen({ hostname: '127.0.0.1', port: 0 })
  const server = app.server!
  const timeout = spyOn(server, 'timeout')
  const headers = {
    origin: config.publicUrl,
    cookie: [...leaver.visitor.cookies].map((pair) => pair.join('=')).join('; '),
  }
  for (const path of [`posts/${id}`, 'auth/account']) {
    timeout.mockClear()
    const { status } = await fetch(new URL(`/api/v1/${path}`, server.url), { method: 'DELETE', headers })
    expect([status, timeout.mock.calls.map(([, seconds]) => seconds)]).toEqual([200, [0]])
  }
})

test('a deletion that fails keeps no other from being finished', async () => {
  const [one, other] = [{ subject: 'post', id: 'one' } as const, { subject: 'post', id: 'other' } as const]
  await storage.write(async (tx) => {
    for (const each of [one, other]) beginDeletion(tx, each)
  })
  const tried: string[] = []
  const finish = async (id: string) => {
    tried.push(id)
    if (id === one.id) throw new Error('broken')
    await storage.write(async (tx) => endDeletion(tx, other))
  }
  expect(await finishDeletions('post', finish).catch(String)).toBe('Error: broken')
  expect([tried.toSorted(), count('deletions')]).toEqual([['one', 'other'], 1])
  await storage.write(async (tx) => endDeletion(tx, one))
})
