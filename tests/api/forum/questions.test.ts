import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { driftedCounters, recountCounters } from '../../../src/keeping/maintenance/recount'
import { commentAliased, publishAliased } from '../../support/aliased'
import {
  banComment,
  block,
  comment,
  execute,
  ids,
  judge,
  judgePost,
  newWords,
  publish,
  select,
  students,
} from '../../support/content'
import {
  type Answer,
  type Data,
  expectData,
  expectWithout,
  MISSING_ID,
  type Person,
  refusal,
  student,
  useCampus,
  useNotifications,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

// Questions, the answer that their author marks, and the list of those that have none.

const { ann, ben, cat, admin, root } = await useCampus()
useNotifications()
const anyone = { visitor: new Visitor() }
type By = Pick<Person, 'visitor'>

const ask = (by: Person = ann, over: object = {}) => publish(by, { title: `Q ${newWords()}`, question: true, ...over })
const mark = ({ visitor }: By, id: string, commentId: unknown) => visitor.put(`posts/${id}/answer`, { commentId })
const unmark = ({ visitor }: By, id: string): Promise<Answer> => visitor.delete(`posts/${id}/answer`)
const shown = async ({ visitor }: By, id: string): Promise<Data> => {
  const { question, answerId } = expectData(await visitor.get(`posts/${id}`)).post
  return { question, answerId }
}
const open = async (by: By, query = ''): Promise<string[]> =>
  ids(expectData(await by.visitor.get(`posts?question=open&limit=50${query}`)).posts)
const isOpen = async (id: string, by: By = ben): Promise<boolean> => (await open(by)).includes(id)
const OPEN = { question: 'open', answerId: undefined }

/** A question of Ann with an answer by somebody. */
async function answered(by: Person = ben, over: object = {}) {
  const { id } = await ask(ann, over)
  const { id: answerId } = await comment(by, id, { content: newWords() })
  expectData(await mark(ann, id, answerId))
  return { id, answerId }
}

describe('a question', () => {
  test('is open, for everybody and in every list; another post says nothing of questions', async () => {
    const { id, question } = await ask()
    expect(question).toBe('open')
    for (const by of [ann, ben, admin, anyone]) expect(await shown(by, id)).toEqual(OPEN)
    const plain = await publish(ann)
    expect(plain).not.toHaveProperty('question')
    expect(await open(ben)).toContain(id)
    expect(await open(ben)).not.toContain(plain.id)
  })
  test('becomes one and stops being one when its author says so; with that its answer goes', async () => {
    const { id, answerId } = await answered()
    const edit = (question: boolean) => ann.patch(`posts/${id}`, { question })
    expect((await edit(false)).post).not.toHaveProperty('question')
    expect(refusal(await mark(ann, id, answerId))).toEqual([409, 'CONFLICT'])
    expect(await isOpen(id)).toBe(false)
    expect((await edit(true)).post).toMatchObject({ question: 'open' })
    expect(await isOpen(id)).toBe(true)
  })
  test('that waits to appear is one, and one that a moderator decides about', async () => {
    const { delayedPost } = await ben.post('posts/delayed', {
      title: newWords(),
      content: newWords(),
      topic: 'Showcase',
      question: true,
    })
    expect(delayedPost.question).toBe('open')
    const { post } = await ben.post(`posts/delayed/${delayedPost.id}/publish`)
    expect(post.question).toBe('open')
  })
  test.each([
    ['a text', 'yes'],
    ['a number', 1],
    ['null', null],
  ])('said as %s: 400', async (_, question) => {
    const answer = await ann.visitor.post('posts', { title: 'T', content: newWords(), topic: 'Showcase', question })
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('the answer', () => {
  test('is marked, moved and taken by the author of the question', async () => {
    const { id, answerId } = await answered()
    expect(await shown(anyone, id)).toEqual({ question: 'answered', answerId })
    const other = await comment(cat, id, { parentCommentId: answerId })
    expect(expectData(await mark(ann, id, other.id)).post).toMatchObject({ question: 'answered', answerId: other.id })
    expect(expectData(await unmark(ann, id)).post).toMatchObject({ question: 'open' })
    expect(refusal(await unmark(ann, id))).toEqual([404, 'NOT_FOUND'])
    expect(await shown(anyone, id)).toEqual(OPEN)
  })
  test('may be one’s own comment', async () => {
    const { answerId } = await answered(ann)
    expect(answerId).toBeString()
  })
  test('comes on the first page of its thread, however deep and late it stands', async () => {
    const { id } = await ask()
    const first = await comment(ben, id)
    const deep = await comment(cat, id, { parentCommentId: first.id, content: newWords() })
    for (const path of [`comments/post/${id}`, `comments/post/${id}/tree`])
      expect((await ben.get(path)).answer).toBeUndefined()
    await mark(ann, id, deep.id)
    for (const by of [ann, ben, anyone, admin])
      for (const path of [`comments/post/${id}?limit=1&sort=old`, `comments/post/${id}/tree?limit=1&depth=1`]) {
        const { answer, comments } = expectData(await by.visitor.get(path))
        expect(answer).toMatchObject({ id: deep.id, content: deep.content })
        expect(ids(comments)).toEqual([first.id])
      }
    for (const path of [
      `comments/post/${id}?page=2&limit=1`,
      `comments/post/${id}?parent=none`,
      `comments/post/${id}/tree?parent=${first.id}`,
    ])
      expect((await ben.get(path)).answer).toBeUndefined()
  })
  test('is folded across a block, as in the thread', async () => {
    const [asker, answerer, reader] = await students(3)
    const { id } = await ask(asker)
    const { id: answerId } = await comment(answerer, id)
    await mark(asker, id, answerId)
    await block(reader, answerer.id)
    expect((await reader.get(`comments/post/${id}/tree`)).answer).toMatchObject({ id: answerId, isBlocked: true })
  })

  const REFUSED: Record<string, [() => Promise<[by: Person, id: string, commentId: unknown]>, number, string]> = {
    'a post that is no question': [
      async () => {
        const { id } = await publish(ann)
        return [ann, id, (await comment(ben, id)).id]
      },
      409,
      'CONFLICT',
    ],
    'a comment on another post': [
      async () => [ann, (await ask()).id, (await comment(ben, (await ask()).id)).id],
      404,
      'NOT_FOUND',
    ],
    'no comment': [async () => [ann, (await ask()).id, MISSING_ID], 404, 'NOT_FOUND'],
    'no id': [async () => [ann, (await ask()).id, 'none'], 400, 'VALIDATION_FAILED'],
    'a post that is not there': [async () => [ann, MISSING_ID, MISSING_ID], 404, 'NOT_FOUND'],
    'a deleted comment': [
      async () => {
        const { id } = await ask()
        const { id: commentId } = await comment(ben, id)
        await comment(cat, id, { parentCommentId: commentId })
        await ben.delete(`comments/${commentId}`)
        return [ann, id, commentId]
      },
      404,
      'NOT_FOUND',
    ],
    'a removed comment': [
      async () => {
        const { id } = await ask()
        const { id: commentId } = await comment(ben, id)
        await banComment(commentId)
        return [ann, id, commentId]
      },
      404,
      'NOT_FOUND',
    ],
    'a comment across a block': [
      async () => {
        const other = await student()
        const { id } = await ask()
        const { id: commentId } = await comment(other, id)
        await block(other, ann.id)
        return [ann, id, commentId]
      },
      403,
      'BLOCK_RELATION',
    ],
    'a question of somebody else': [
      async () => {
        const { id } = await ask()
        return [ben, id, (await comment(ben, id)).id]
      },
      403,
      'NOT_OWNER',
    ],
    'a question of a student, as a moderator': [
      async () => {
        const { id } = await ask()
        return [admin, id, (await comment(ben, id)).id]
      },
      403,
      'NOT_OWNER',
    ],
    'a private question elsewhere': [
      async () => {
        const { id } = await ask(ann, { isPrivate: true })
        return [cat, id, (await comment(ben, id)).id]
      },
      403,
      'FORBIDDEN',
    ],
    'a removed question': [
      async () => {
        const { id } = await ask()
        const { id: commentId } = await comment(ben, id)
        await judgePost(id, 'banned')
        return [ann, id, commentId]
      },
      404,
      'NOT_FOUND',
    ],
    'a question that is hidden silently, as its author': [
      async () => {
        const { id } = await ask()
        const { id: commentId } = await comment(ben, id)
        await judgePost(id, 'shadow_banned')
        return [ann, id, commentId]
      },
      404,
      'NOT_FOUND',
    ],
  }
  test.each(Object.entries(REFUSED))('is not marked of %s', async (_, [scene, status, code]) => {
    const [by, id, commentId] = await scene()
    const stored = () => select('SELECT answer_id, updated_at FROM posts WHERE id = ?', id)
    const before = stored()
    expect(refusal(await mark(by, id, commentId))).toEqual([status, code])
    expect(stored()).toEqual(before)
  })

  const GONE: Record<string, (answerId: string, by: Person) => Promise<unknown>> = {
    'is deleted': (answerId, by) => by.delete(`comments/${answerId}`),
    'is deleted, and has replies': async (answerId, by) => {
      const { postId } = (await by.get(`comments/${answerId}`)).comment
      await comment(cat, postId, { parentCommentId: answerId })
      await by.delete(`comments/${answerId}`)
    },
    'is removed': (answerId) =>
      judge(admin, 'comment', { id: answerId }, { state: 'banned', reason: 'Not fit for here' }),
    'goes with its account': (_, by) => by.delete('auth/account'),
  }
  test.each(Object.entries(GONE))('that %s leaves the question open, another comment does not', async (_, go) => {
    const other = await student()
    const { id, answerId } = await answered(other)
    const bystander = await comment(ben, id)
    await ben.delete(`comments/${bystander.id}`)
    expect(await shown(ann, id)).toMatchObject({ question: 'answered' })
    await go(answerId, other)
    expect(await shown(ann, id)).toEqual(OPEN)
    expect((await ann.get(`comments/post/${id}/tree`)).answer).toBeUndefined()
    expect(await isOpen(id)).toBe(true)
  })
})

test('moderators mark what has no author: what is official, and what a deleted account asked', async () => {
  const official = await ask(admin, { official: true })
  const { id: first } = await comment(ben, official.id)
  expect(refusal(await mark(ben, official.id, first))).toEqual([403, 'NOT_OWNER'])
  expect(expectData(await mark(root, official.id, first)).post.answerId).toBe(first)

  const leaver = await student()
  const left = await ask(leaver)
  const { id: second } = await comment(ben, left.id)
  await leaver.delete('auth/account')
  expect(await shown(ben, left.id)).toEqual(OPEN)
  expect(expectData(await mark(admin, left.id, second)).post.answerId).toBe(second)
  expect(auditEntries(admin.id).at(-1)).toMatchObject({ action: 'user:updated:post' })
})

describe('under an alias', () => {
  test('the question is marked by whoever stands behind it, and nothing leads there', async () => {
    const [owner, other] = await students(2)
    const post = await publishAliased(owner, { question: true })
    const { id: answerId } = await comment(other, post.id, { alias: false })
    const before = auditEntries(owner.id).length
    const marked = expectData(await mark(owner, post.id, answerId)).post
    expect(marked.answerId).toBe(answerId)
    expect(auditEntries(owner.id)).toHaveLength(before)
    const [entry] = auditEntries(post.alias.id).slice(-1)
    expect(entry).toMatchObject({ action: 'user:updated:post', actorId: post.alias.id })
    const { notifications } = await other.get('notifications/list')
    expectWithout(JSON.stringify([await shown(other, post.id), notifications, entry]), owner.id, owner.user.username)
  })
  test('the author of an answer is told as any other, and not of one’s own', async () => {
    const [owner, other] = await students(2)
    const { id } = await ask(owner)
    const aliased = await commentAliased(other, id, { content: newWords() })
    await mark(owner, id, aliased.id)
    expect(await answersTold(other)).toEqual([aliased.id])
    const own = await commentAliased(owner, id, { content: newWords() })
    await mark(owner, id, own.id)
    expect(await answersTold(owner)).toEqual([])
  })
})

async function answersTold(by: Person): Promise<string[]> {
  const { notifications } = await by.get('notifications/list')
  return notifications.flatMap(({ type, commentId }: Data) => (type === 'answered' ? [commentId] : []))
}

test('the author of an answer is told once, in words, and gets no karma', async () => {
  const [other, asker] = await students(2)
  const { id } = await ask(asker)
  const { id: answerId } = await comment(other, id, { content: 'Behind the library' })
  for (const act of [() => mark(asker, id, answerId), () => unmark(asker, id), () => mark(asker, id, answerId)])
    expectData(await act())
  const { notifications } = await other.get('notifications/list')
  expect(notifications).toMatchObject([
    {
      type: 'answered',
      postId: id,
      commentId: answerId,
      actorUsernames: [],
      content: 'Your comment “Behind the library” was marked as the answer',
    },
  ])
  expect((await other.get(`users/id/${other.id}`)).user.karma).toBe(0)
  const own = await comment(asker, id)
  await mark(asker, id, own.id)
  expect(await answersTold(asker)).toEqual([])
})

test('nobody is told of an answer that they want to hear nothing of', async () => {
  const [quiet, muter] = await students(2)
  await quiet.patch('notifications/settings', { replies: { inbox: false } })
  const { id } = await ask()
  await muter.put('mutes', { kind: 'post', target: id })
  for (const by of [quiet, muter]) {
    const { id: answerId } = await comment(by, id)
    await mark(ann, id, answerId)
    expect(await answersTold(by)).toEqual([])
  }
})

describe('the list of open questions', () => {
  test('has what the viewer may read, without blocks, in every order, in pages, with its total', async () => {
    const [asker, reader, blocked] = await students(3)
    const topic = 'Ask Campus'
    const own = `&topic=${encodeURIComponent(topic)}`
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.unshift((await ask(asker, { topic })).id)
    await ask(cat, { topic, isPrivate: true })
    const shadowed = await ask(asker, { topic })
    await judgePost(shadowed.id, 'shadow_banned')
    const foe = await ask(blocked, { topic })
    await block(reader, blocked.id)
    const taken = await ask(asker, { topic })
    await mark(asker, taken.id, (await comment(reader, taken.id)).id)
    await publish(asker, { topic })

    expect((await open(reader, own)).toSorted()).toEqual(made.toSorted())
    expect(await open(ben)).toEqual(expect.arrayContaining([foe.id]))
    expect(await open(asker)).toContain(shadowed.id)
    for (const order of ['createdAt', 'updatedAt', 'views', 'hot', 'top', 'top&window=day'])
      for (const filter of [own, `${own}&collegeId=${asker.user.collegeId}`]) {
        const found: string[] = []
        let cursor = ''
        do {
          const page: Data = await reader.get(`posts?question=open&limit=2&sortBy=${order}${filter}${cursor}`)
          expect([order, page.meta.total, page.pinned]).toEqual([order, 5, undefined])
          found.push(...ids(page.posts))
          cursor = page.meta.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.meta.nextCursor)}`
        } while (cursor !== '')
        expect([order, found.toSorted()]).toEqual([order, made.toSorted()])
        if (order === 'createdAt') expect(found).toEqual(made)
      }
    expect((await reader.get(`posts?question=open&page=2&limit=3${own}`)).posts).toHaveLength(2)
    expect(await open(reader, '&topic=Community%20Event')).toEqual([])
    expect(ids((await reader.get(`posts/user/${asker.id}?question=open`)).posts).toSorted()).toEqual(made.toSorted())
    expect(refusal(await reader.visitor.get('posts?question=answered'))).toEqual([400, 'VALIDATION_FAILED'])
  })
  test('follows the question through every change, and says so itself', async () => {
    const { id } = await ask()
    const states: boolean[] = []
    const note = async () => states.push(await isOpen(id, cat))
    for (const change of [
      () => ann.patch(`posts/${id}`, { title: newWords() }),
      () => ann.patch(`posts/${id}`, { isPrivate: true }),
      () => ann.patch(`posts/${id}`, { isPrivate: false }),
      () => judgePost(id, 'banned'),
      () => judgePost(id, 'active'),
      () => ann.delete(`posts/${id}`),
    ]) {
      await change()
      await note()
    }
    expect(states).toEqual([true, false, true, false, true, false])
    const drifted = () =>
      driftedCounters(storage.reader).flatMap(({ counter, id }) => (counter === 'open_questions' ? [id] : []))
    expect(drifted()).toEqual([])
    const { id: another } = await ask()
    await execute("UPDATE open_questions SET topic = 'Elsewhere' WHERE id = ?", another)
    expect(drifted()).toEqual([another])
    expect(await storage.write(recountCounters)).toEqual({ open_questions: 1 })
    expect(drifted()).toEqual([])
  })
})
