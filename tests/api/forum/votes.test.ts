import { describe, expect, test } from 'bun:test'
import { publish, sure } from '../../support/content'
import type { Comment } from '../../support/contract'
import {
  atOnce,
  type Data,
  expectData,
  expectWithout,
  MISSING_ID,
  type Person,
  statuses,
  student,
  useCampus,
  Visitor,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries, refused } from '../../support/traces'

const anyone = new Visitor()

const { ann, ben, cat } = await useCampus()

type Kind = 'post' | 'comment'
const KINDS: Kind[] = ['post', 'comment']
type Target = { targetType: Kind; targetId: string; author: Person; postId: string }

const write = async (by: Person, postId: string, parentCommentId: string | null = null): Promise<Comment> =>
  (await by.post(`comments/post/${postId}`, { content: 'C', parentCommentId })).comment

/** Something to vote on, whose author has no other votes. */
async function targetOf(kind: Kind, over: object = {}): Promise<Target> {
  const author = await student()
  const post = await publish(kind === 'post' ? author : ann, over)
  const targetId = kind === 'post' ? post.id : (await write(author, post.id)).id
  return { targetType: kind, targetId, author, postId: post.id }
}

const key = ({ targetType, targetId }: Target) => ({ targetType, targetId })
const cast = (by: { visitor: Visitor }, target: Target, voteType = 'upvote') =>
  by.visitor.post('votes', { ...key(target), voteType })
const voted = sure(cast)
const change = (by: { visitor: Visitor }, target: Target, voteType: string) =>
  by.visitor.patch('votes', { ...key(target), voteType })
const withdraw = (by: { visitor: Visitor }, target: Target) => by.visitor.delete('votes', key(target))
const actions = (target: Target) => auditActions(target.targetId).filter((action) => action.includes('vote'))

const karmaOf = async (id: string) => (await ann.get(`users/id/${id}`)).user.karma
const read = async (by: Visitor, { targetType, targetId }: Target) =>
  expectData(await by.get(`${targetType}s/${targetId}`))[targetType]
/** Counts, the voter's own vote and the author's karma, by id and in the list. */
async function expectState(target: Target, up: number, down: number, mine: string | null, by: Person = ben) {
  const record = await read(by.visitor, target)
  const { targetType, targetId, author, postId } = target
  const path = targetType === 'post' ? `posts/user/${author.id}` : `comments/post/${postId}`
  const list: Data[] = (await by.get(path))[`${targetType}s`]
  for (const each of [record, list.find(({ id }) => id === targetId)])
    expect(each).toMatchObject({ upvoteCount: up, downvoteCount: down, userVote: mine })
  expect(await karmaOf(author.id)).toBe(up - down)
}

for (const kind of KINDS)
  describe(`a vote on a ${kind}`, () => {
    test('none → POST → upvote: 201 with the record; karma +1; only the voter sees whose it is; a second one is 409, whatever the type', async () => {
      const target = await targetOf(kind)
      const answer = await cast(ben, target)
      expect(expectData(answer)).toEqual({
        vote: {
          id: expect.any(String),
          ...key(target),
          voteType: 'upvote',
          createdAt: expect.any(String),
          target: { upvoteCount: 1, downvoteCount: 0 },
        },
      })
      for (const type of ['upvote', 'downvote']) await refused(() => cast(ben, target, type), 'ALREADY_VOTED')
      await expectState(target, 1, 0, 'upvote')
      expect(actions(target)).toHaveLength(1)
      for (const visitor of [anyone, cat.visitor, target.author.visitor]) {
        const record = await read(visitor, target)
        expect([record.userVote, record.upvoteCount]).toEqual([null, 1])
        expectWithout(record, ben.id)
      }
      expect(auditEntries(target.targetId).at(-1)).toMatchObject({
        action: `user:upvoted:${kind}`,
        entityType: kind,
        actorId: ben.id,
      })
    })
    test.each([
      ['upvote', 'downvote', 1],
      ['downvote', 'upvote', -1],
    ])(
      '%s → PATCH differs → %s: karma changes by 2 → PATCH equal → unchanged → DELETE → none: karma reversed',
      async (from, to, before) => {
        const target = await targetOf(kind)
        const { vote } = await voted(ben, target, from)
        expect(await karmaOf(target.author.id)).toBe(before)
        const counts = { upvoteCount: Number(to === 'upvote'), downvoteCount: Number(to === 'downvote') }
        expect(expectData(await change(ben, target, to))).toEqual({
          vote: { ...vote, voteType: to, target: counts },
          before: vote,
        })
        await expectState(target, counts.upvoteCount, counts.downvoteCount, to)
        expect(auditEntries(target.targetId).at(-1)).toMatchObject({
          action: `user:switched:vote:on:${kind}`,
          before: `{"voteType":"${from}"}`,
          after: `{"voteType":"${to}"}`,
        })
        const logged = actions(target)
        const again = expectData(await change(ben, target, to))
        expect([again.vote, again.before.voteType]).toEqual([again.before, to])
        await expectState(target, counts.upvoteCount, counts.downvoteCount, to)
        expect(actions(target)).toEqual(logged)
        const gone = { id: vote.id, target: { upvoteCount: 0, downvoteCount: 0 } }
        expect(expectData(await withdraw(ben, target))).toEqual(gone)
        await expectState(target, 0, 0, null)
        expect(actions(target).at(-1)).toBe(`user:withdrew:vote:on:${kind}`)
        await voted(ben, target, from)
      },
    )
    test('what is not there is 404; an id of the other kind too', async () => {
      const target = await targetOf(kind)
      const other = kind === 'post' ? 'comment' : 'post'
      for (const wrong of [{ ...target, targetId: MISSING_ID }, { ...target, targetType: other } as Target]) {
        for (const act of [cast, change, withdraw]) await refused(() => act(ben, wrong, 'upvote'), 'NOT_FOUND')
      }
    })
    test('20 at once by one user are one vote; 20 withdrawals take it once', async () => {
      const target = await targetOf(kind)
      const many = <T>(work: (n: number) => Promise<T>) => atOnce(20, (n) => work(n))
      const casts = await many((n) => cast(ben, target, n % 2 ? 'upvote' : 'downvote'))
      expect(statuses(casts)).toEqual([201, ...Array(19).fill(409)])
      const switches = await many(() => change(ben, target, 'upvote'))
      expect(new Set(switches.map(({ status }) => status))).toEqual(new Set([200]))
      await expectState(target, 1, 0, 'upvote')
      const gone = await many(() => withdraw(ben, target))
      expect(statuses(gone)).toEqual([200, ...Array(19).fill(404)])
    })
  })

describe('a bad body is 400', () => {
  const good = { targetType: 'post', targetId: MISSING_ID, voteType: 'upvote' }
  test.each([
    ['targetType', { ...good, targetType: 'user' }],
    ['targetId', { ...good, targetId: 'xyz' }],
    ['voteType', { ...good, voteType: 'sidevote' }],
    ['targetId targetType', { entityId: MISSING_ID, entityType: 'post', voteType: 'upvote' }],
  ])('%s: %j', async (field, body) => {
    for (const method of ['POST', 'PATCH', ...(field === 'voteType' ? [] : ['DELETE'])])
      await expectRefused(
        () => ben.visitor.send(method, 'votes', body),
        [400, 'VALIDATION_FAILED', ...field.split(' ')],
      )
  })
})
