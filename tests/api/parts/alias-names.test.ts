import { describe, expect, test } from 'bun:test'
import { commentAliased, publishAliased } from '../../support/aliased'
import { block, comment, ids, newWords, publish, sendComment, students, upvote } from '../../support/content'
import { expectData, fails, type Person, student, useCampus, Visitor } from '../../support/kit'

// An alias is a name of its own: what one does to it, or looks for, concerns neither the account nor its other names.

const { admin, root } = await useCampus()

const unblock = ({ visitor }: Person, id: string) => visitor.post(`users/unblock/${id}`)
const blocked = (by: Person) => by.get('users/blocked')
const bookmark = ({ visitor }: Person, postId: string) => visitor.post('bookmarks', { postId })
const follow = ({ visitor }: Person, target: string) => visitor.put('follows', { kind: 'post', target })
const feed = async (by: Person) => ids((await by.get('posts?limit=50')).posts)
const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status)

describe('a block of an alias', () => {
  test('hides that name alone, on both sides, and is listed and lifted by it: all goes on everywhere else', async () => {
    const [owner, other] = await students(2)
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const second = await publishAliased(owner)
    expect((await block(other, aliased.alias.id)).data).toEqual({ blocked: true })
    expect(await blocked(other)).toEqual([
      { ...aliased.alias, branch: null, collegeId: owner.user.collegeId, alias: true },
    ])
    const seen = await feed(other)
    expect([aliased, open, second].map(({ id }) => seen.includes(id))).toEqual([false, true, true])
    const theirs = await publish(other)
    expect((await feed(owner)).includes(theirs.id)).toBe(true)
    const said = await commentAliased(owner, aliased.id)
    for (const refused of [upvote(other, aliased.id), upvote(other, said.id, 'comment'), bookmark(other, aliased.id)])
      await fails(refused, 'BLOCK_RELATION')
    await fails(follow(other, aliased.id), 'BLOCK_RELATION')
    for (const [by, { id }] of [
      [other, open],
      [owner, theirs],
    ] as const)
      expect(statuses([await upvote(by, id), await bookmark(by, id), await follow(by, id)])).toEqual([201, 201, 200])
    expect((await unblock(other, aliased.alias.id)).data).toEqual({ blocked: false })
    expect([await blocked(other), (await feed(other)).includes(aliased.id)]).toEqual([[], true])
  })
  test('of the account hides its own name, and no alias, and refuses nobody who writes to one of either', async () => {
    const [owner, other] = await students(2)
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const thread = await publish(await student())
    const [own, said] = [await comment(owner, thread.id), await commentAliased(owner, thread.id)]
    expectData(await block(other, owner.id))
    const seen = await feed(other)
    expect([seen.includes(aliased.id), seen.includes(open.id)]).toEqual([true, false])
    const record = async (id: string) => (await other.get(`comments/${id}`)).comment
    expect([(await record(said.id)).isBlocked, (await record(own.id)).isBlocked]).toEqual([false, true])
    expect(statuses([await upvote(other, aliased.id), await bookmark(other, aliased.id)])).toEqual([201, 201])
    await fails(upvote(other, own.id, 'comment'), 'BLOCK_RELATION')
    const theirs = await comment(other, aliased.id)
    await fails(sendComment(owner, aliased.id, { parentCommentId: theirs.id, alias: false }), 'BLOCK_RELATION')
    expectData(await sendComment(owner, aliased.id, { parentCommentId: theirs.id, alias: true }))
    const { id } = await publishAliased(other)
    expectData(await sendComment(owner, id, { alias: true }))
    expect(statuses([await upvote(owner, id), await bookmark(owner, id), await follow(owner, id)])).toEqual([
      201, 201, 200,
    ])
  })
  test('of the account silences no alias that stands in a thread: by blocking one account after the other one would find it', async () => {
    const [owner, other] = await students(2)
    const [theirs, elsewhere] = [await publish(other), await publish(await student())]
    const bait = await comment(other, elsewhere.id)
    await commentAliased(owner, theirs.id)
    await commentAliased(owner, elsewhere.id)
    const content = `I shall answer that in a while, ${newWords()}`
    const waiting = { postId: theirs.id, parentCommentId: null, content, alias: true }
    const { delayedComment } = await owner.post('comments/delayed', waiting)
    expectData(await block(other, owner.id))
    await commentAliased(owner, theirs.id)
    await commentAliased(owner, elsewhere.id, { parentCommentId: bait.id })
    const { id } = (await owner.post(`comments/delayed/${delayedComment.id}/publish`)).comment
    expect((await other.get(`comments/${id}`)).comment).toMatchObject({ content, isBlocked: false })
    const under = (postId: string, alias: boolean) => sendComment(owner, postId, { alias })
    await fails(under(theirs.id, false), 'BLOCK_RELATION')
    // Nobody misses a name that was never there.
    await fails(under((await publish(other)).id, true), 'BLOCK_RELATION')
  })
  test('refuses comments under that name, and from who blocked it', async () => {
    const [owner, other, third] = await students(3)
    const thread = await publish(third)
    const [said, theirs] = [await commentAliased(owner, thread.id), await comment(other, thread.id)]
    expectData(await block(other, said.alias.id))
    await fails(sendComment(owner, thread.id, { parentCommentId: theirs.id, alias: true }), 'BLOCK_RELATION')
    for (const alias of [true, false])
      await fails(sendComment(other, thread.id, { parentCommentId: said.id, alias }), 'BLOCK_RELATION')
    expectData(await sendComment(owner, thread.id, { parentCommentId: theirs.id, alias: false }))
    expectData(await sendComment(third, thread.id, { parentCommentId: said.id, alias: false }))
    expectData(await sendComment(owner, (await publish(other)).id, { alias: true }))
    const there = await publish(other)
    await block(other, (await commentAliased(owner, there.id)).alias.id)
    await fails(sendComment(owner, there.id, { alias: true }), 'BLOCK_RELATION')
  })
  test('of one’s own is refused as that of oneself', async () => {
    const owner = await student()
    const { alias } = await publishAliased(owner)
    const [self, own] = [await block(owner, owner.id), await block(owner, alias.id)]
    expect([own.status, own.body]).toEqual([400, self.body])
    expect((await unblock(owner, alias.id)).body).toEqual((await unblock(owner, owner.id)).body)
    expect(await blocked(owner)).toEqual([])
    expectData(await block(await student(), alias.id))
  })
})

describe('an alias', () => {
  test('has no profile, is found among people by nobody, nor suggested, and changes nobody’s karma', async () => {
    const [owner, other] = await students(2)
    const { id, alias } = await publishAliased(owner)
    const { username } = alias
    for (const { visitor } of [owner, other, admin, root]) {
      await fails(visitor.get(`users/id/${alias.id}`), 'NOT_FOUND')
      for (const part of [username, username.slice(0, 12), username.slice(3)]) {
        const q = encodeURIComponent(part)
        const people = [
          ...expectData(await visitor.get(`users/search/${q}`)),
          ...expectData(await visitor.get(`search?type=people&q=${q}`)).people,
          ...expectData(await visitor.get(`search/suggestions?q=${q}`)).people,
        ]
        expect(ids(people)).not.toContain(alias.id)
      }
    }
    const texts = await other.get(`search?q=${encodeURIComponent(username)}`)
    expect([texts.posts, texts.comments]).toEqual([[], []])
    expect(ids(await other.get(`users/search/${owner.user.username}`))).toEqual([owner.id])
    const karma = async () => (await other.get(`users/id/${owner.id}`)).user.karma
    expectData(await upvote(other, id))
    expect(await karma()).toBe(0)
    expectData(await upvote(other, (await publish(owner)).id))
    expect(await karma()).toBe(1)
  })
  test('has no list of posts but for moderators, and that of the account leaves its posts out', async () => {
    const [owner, other] = await students(2)
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const of = async (visitor: Visitor, id: string) => {
      const { posts, meta } = expectData(await visitor.get(`posts/user/${id}`))
      return [ids(posts), meta.total]
    }
    for (const visitor of [owner.visitor, other.visitor, new Visitor(), admin.visitor, root.visitor]) {
      const isModerator = [admin, root].some((each) => each.visitor === visitor)
      expect(await of(visitor, aliased.alias.id)).toEqual(isModerator ? [[aliased.id], 1] : [[], 0])
      expect(await of(visitor, owner.id)).toEqual([[open.id], 1])
    }
    expect((await owner.get('comments/mine')).comments).toEqual([])
  })
})

test('what is shown of a thread names the alias: page, card, lists and records', async () => {
  const [owner, other] = await students(2)
  const post = await publishAliased(owner, { title: 'Lanterns in the library' })
  const said = await commentAliased(owner, post.id, { content: 'Bring lanterns' })
  const html = (await new Visitor().get(`/post/${post.id}`)).text
  expect([html.includes(post.alias.username), html.includes(owner.user.username)]).toEqual([true, false])
  expect((await new Visitor().get(`/cards/${post.id}.png`)).status).toBe(200)
  expectData(await bookmark(other, post.id))
  const paths = [
    'posts',
    'search?q=lanterns',
    'search?type=comments&q=lanterns',
    'bookmarks/user',
    `comments/${said.id}`,
  ]
  for (const path of paths) {
    const { text } = await other.visitor.get(path)
    expect([path, text.includes(post.alias.id)]).toEqual([path, true])
    for (const key of [owner.id, owner.user.username]) expect([path, text.includes(key)]).toEqual([path, false])
  }
})
