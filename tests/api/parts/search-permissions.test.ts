import { describe, expect, test } from 'bun:test'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { comment, execute, ids, judgePost, newPost, newWords, publish, students } from '../../support/content'
import { type Data, expectData, fails, type Person, student, times, useCampus, Visitor } from '../../support/kit'
import { auditEntries } from '../../support/traces'

// Who finds what. Every post and comment has a word that nothing else has.

const { ann: author, ben: mate, cat: elsewhere, admin, root } = await useCampus()
const [blocker, blocked, talker, leaver] = await students(4)
await blocker.post(`users/block/${author.id}`)
await author.post(`users/block/${blocked.id}`)

const VIEWERS = {
  anonymous: new Visitor(),
  mate: mate.visitor,
  elsewhere: elsewhere.visitor,
  author: author.visitor,
  blocker: blocker.visitor,
  blocked: blocked.visitor,
  moderator: admin.visitor,
  superadmin: root.visitor,
}
type Name = keyof typeof VIEWERS
const EVERYBODY: Name[] = ['anonymous', 'mate', 'elsewhere', 'author', 'blocker', 'blocked', 'moderator', 'superadmin']
const UNBLOCKED = EVERYBODY.filter((name) => name !== 'blocker' && name !== 'blocked')

const id = async (answer: Promise<{ id: string }>) => (await answer).id

/** A word of letters that no stem shortens. */
const newWord = () => `zq${newWords().slice(0, 12)}`

type Word = string
const posted = (word: Word, by: Person = author, over: object = {}) =>
  id(publish(by, { title: `Title ${word}t`, content: `Text ${word}c ${newWords()}`, ...over }))

const CASES: Record<string, [posts: Name[], comments: Name[]]> = {
  restored: [UNBLOCKED, UNBLOCKED],
  deleted: [[], []],
  'of a deleted account': [EVERYBODY, EVERYBODY],
}

const words = new Map<string, { word: string; talk: string }>()
for (const name of Object.keys(CASES)) {
  const [word, talk] = [newWord(), newWord()]
  words.set(name, { word, talk })
  const postId = await posted(word, name === 'of a deleted account' ? leaver : author)
  await comment(talker, postId, { content: `Said ${talk}` })
  if (name === 'restored') for (const state of ['banned', 'active'] as const) await judgePost(postId, state)
  if (name === 'deleted') await author.delete(`posts/${postId}`)
}
await leaver.delete('auth/account')

const found = async (visitor: Visitor, word: string, type: 'posts' | 'comments'): Promise<number> => {
  const answers = await Promise.all(
    ['relevance', 'new'].map((sort) => visitor.get(`search?q=${word}&type=${type}&sort=${sort}`)),
  )
  const [one = 0, other] = answers.map((answer) => expectData(answer)[type].length)
  expect(other).toBe(one)
  return one
}
const finders = async (word: string, type: 'posts' | 'comments'): Promise<string[]> => {
  const counts = await Promise.all(EVERYBODY.map((name) => found(VIEWERS[name], word, type)))
  return EVERYBODY.filter((_, at) => counts[at] !== 0)
}

describe('who finds a post, and a comment beneath it', () => {
  test.each(Object.entries(CASES))('%s', async (name, [posts, comments]) => {
    const { word, talk } = words.get(name)!
    const isOrphan = name === 'of a deleted account'
    expect({
      title: await finders(`${word}t`, 'posts'),
      content: await finders(`${word}c`, 'posts'),
      beginning: await finders(word, 'posts'),
      comment: await finders(talk, 'comments'),
    }).toEqual({
      title: posts,
      // With the account goes what it wrote; a post that has comments keeps its title.
      content: isOrphan ? [] : posts,
      beginning: posts,
      comment: comments,
    })
  })
  test('a post that waits is found by nobody, and by all once it has appeared', async () => {
    const word = newWord()
    const post = newPost({ title: `Later ${word}` })
    await mate.post('posts/delayed', post)
    expect(await finders(word, 'posts')).toEqual([])
    await execute("UPDATE delayed_posts SET publish_at = '2020-01-01T00:00:00.000Z'")
    await waitingPosts.publishDue()
    expect(await finders(word, 'posts')).toEqual(EVERYBODY)
  })
})

test('who finds a comment that was deleted, became a placeholder, or was reworded: nobody by its former words', async () => {
  const post = publish(mate)

  const [deleted, former, present] = [newWord(), newWord(), newWord()]
  const { id: postId } = await post
  const write = (content: string) => id(comment(author, postId, { content }))
  await author.delete(`comments/${await write(deleted)}`)
  await author.patch(`comments/${await write(former)}`, { content: present })
  expect(await finders(deleted, 'comments')).toEqual([])
  expect(await finders(former, 'comments')).toEqual([])
  expect(await finders(present, 'comments')).toEqual(UNBLOCKED)
  const [word, reply] = [newWord(), newWord()]
  const parent = await id(comment(author, postId, { content: word }))
  await comment(talker, postId, { content: reply, parentCommentId: parent })
  await author.delete(`comments/${parent}`)
  expect(await finders(word, 'comments')).toEqual([])
  expect(await finders(reply, 'comments')).toEqual(EVERYBODY)
})

test('people are found with a session, as by their own search, not across a block, and not before they are onboarded', async () => {
  const people = async (visitor: Visitor, name: string) =>
    expectData(await visitor.get(`search?type=people&q=${name}`)).people.map((person: { id: string }) => person.id)

  const { username } = author.user
  expect(await people(mate.visitor, username)).toEqual([author.id])
  for (const one of [blocker, blocked]) expect(await people(one.visitor, username)).toEqual([])
  await fails(new Visitor().get(`search?type=people&q=${username}`), 'UNAUTHENTICATED')
  expect(expectData(await new Visitor().get(`search/suggestions?q=${username}`)).people).toEqual([])
  const { user } = await student({ onboard: false })
  expect(await people(mate.visitor, user.username)).toEqual([])
})

describe('what a found text tells', () => {
  test('its minute, its branch as its page does, and no total; however late the search ends', async () => {
    const word = newWord()
    await posted(word)
    const [{ post }] = (await mate.get(`search?q=${word}t`)).posts
    expect(post.createdAt).toMatch(/:00\.000Z$/)
    expect(post.postedBy.branch).toBe((await mate.get(`posts/${post.id}`)).post.postedBy.branch)
    for (const end of ['9999-12-31', '9999-12-31T23:59:59-10:00'])
      expect(await found(mate.visitor, `${word}t&to=${end}`, 'posts')).toBe(1)
    expect(Object.keys((await mate.get('search?q=zqnothing')).meta)).toEqual(['nextCursor'])
  })
  test('nothing by what a viewer does not find: not the end of the page, not the order, not the words that begin so', async () => {
    const secret = (word: string) => posted(word, elsewhere, { isPrivate: true, content: `${word} ${newWords()}` })
    const bait = (words: string) => posted(newWord(), mate, { content: `${words} ${newWords()}` })
    const asked = (query: string) => mate.get(`search?q=${query}`)

    const [alone, beside] = [newWord(), newWord()]
    await secret(beside)
    for (const sort of ['new', 'relevance'])
      for (const word of [alone, beside]) {
        if (sort === 'new') await bait(word)
        const { posts, meta } = await asked(`${word}&sort=${sort}&limit=1`)
        const next =
          meta.nextCursor === null ? [] : (await asked(`${word}&sort=${sort}&limit=1&cursor=${meta.nextCursor}`)).posts
        expect([posts.length, next.length]).toEqual([1, 0])
        if (sort === 'new') expect(meta.nextCursor).toBeNull()
      }
    // With one more that is found, there is another page.
    await bait(beside)
    expect((await asked(`${beside}&sort=new&limit=1`)).meta.nextCursor).not.toBeNull()

    const [rare, common] = [newWord(), newWord()]
    await times(3, () => secret(common))
    const [, newest] = [await bait(rare), await bait(common)]
    expect((await asked(`${rare}+${common}&limit=2`)).posts[0].post.id).toBe(newest)

    const prefix = newWord().slice(0, 9)
    const planted = Array.from({ length: 64 }, (_, at) => `${prefix}z${'bcdfghjk'[at >> 3]}${'bcdfghjk'[at & 7]}q`)
    await bait(planted.slice(0, -1).join(' '))
    const last = await bait(planted.at(-1)!)
    await secret(`${prefix}b`)
    expect(ids((await asked(`${prefix}`)).posts.map(({ post }: Data) => post))).toContain(last)
  })
  test('a moderator’s reading of another college is audited as a number, without what was searched for', async () => {
    const word = newWord()
    await posted(word, elsewhere, { isPrivate: true })
    await admin.get(`search?q=${word}t`)
    const entry = auditEntries(admin.id).at(-1)
    expect(entry?.action).toBe('admin:read:posts')
    expect(entry?.metadata).not.toContain(word)
  })
})

test('pages go on where the last one ended, each text once, while others are written and deleted', async () => {
  const word = newWord()
  const made: string[] = []
  for (let at = 0; at < 7; at++) made.unshift((await publish(author, { title: `${word} ${newWords()}` })).id)
  for (const sort of ['new', 'relevance'] as const) {
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await author.get(`search?q=${word}&sort=${sort}&limit=3${after}`)
      expect(page.posts.length).toBeLessThanOrEqual(3)
      paged.push(...page.posts.map(({ post }: { post: { id: string } }) => post.id))
      // Newer than where the first page began.
      if (cursor === null) await publish(author, { title: `${word} ${newWords()}` })
      cursor = page.meta.nextCursor
    } while (cursor !== null)
    if (sort === 'new') expect(paged).toEqual(made)
    else expect([...paged].sort()).toEqual([...new Set(paged)].sort())
    expect(paged).toEqual(expect.arrayContaining(made))
  }
  await fails(author.get(`search?q=${word}&cursor=made-up`), 400)
})
