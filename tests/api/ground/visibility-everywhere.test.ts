import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { storage } from '../../../db/storage'
import { setCommentBanned } from '../../../src/forum/comments/threads'
import { deletePostRow, setPostState } from '../../../src/forum/posts/changes'
import { blocksChanged } from '../../../src/ground/access/blocks'
import { newWords, publish } from '../../support/content'
import {
  type Answer,
  administrator,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'

const RUNS = 80
const HOME = 'campus.edu'
const COLLEGES = [HOME, 'away.edu'] as const
const VIEWERS = ['stranger', 'author', 'reader of campus.edu', 'reader of away.edu', 'administrator'] as const
const BLOCKS = [
  'none',
  'viewer blocks author',
  'author blocks viewer',
  'viewer blocks talker',
  'talker blocks viewer',
] as const

type Case = {
  viewer: (typeof VIEWERS)[number]
  /** Of the author. */
  college: (typeof COLLEGES)[number]
  isPrivate: boolean
  state: 'active' | 'banned' | 'shadow_banned'
  block: (typeof BLOCKS)[number]
  isCommentBanned: boolean
  /** The viewer bookmarked the post and voted on it and the comment before all of that. */
  wasThere: boolean
}

const authors = new Map<string, Person>()
const viewers = new Map<string, Person>()

await useQuad()
for (const domain of COLLEGES) {
  await collegeId(domain)
  authors.set(domain, await student({ domain }))
  viewers.set(`reader of ${domain}`, await student({ domain }))
}
const talker = await student()
const administrating = await administrator()
viewers.set('administrator', administrating)

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

const MISSING = '404 NOT_FOUND'
const NO_SESSION = '401 UNAUTHENTICATED'
const BLOCKED = '403 BLOCK_RELATION'

/**
 * What each operation must say: the one place where the rules are written down, and nothing of the server's is used.
 */
function oracle({ viewer, college, isPrivate, state, block, isCommentBanned, ...each }: Case) {
  const isStranger = viewer === 'stranger'
  const wasThere = each.wasThere && !isStranger
  const isAdministrator = viewer === 'administrator'
  const isOwn = viewer === 'author'
  const isMate = viewer === `reader of ${college}`
  const withAuthor = !isOwn && !isStranger && block.includes('author')
  const withTalker = !isStranger && block.includes('talker')
  const foreign = isStranger ? NO_SESSION : '403 FORBIDDEN'
  const allowed = isAdministrator || isOwn || isMate || !isPrivate ? 'ok' : foreign
  const post = state === 'active' || isAdministrator || (state === 'shadow_banned' && isOwn) ? allowed : MISSING
  const thread = state === 'active' || isAdministrator ? allowed : MISSING
  const comment = isCommentBanned && !isAdministrator ? MISSING : thread
  const signedIn = (said: string) => (isStranger ? NO_SESSION : said)
  const writing = (reading: string, isBlocked: boolean, otherwise = 'ok') =>
    signedIn(reading !== 'ok' ? reading : isBlocked ? BLOCKED : otherwise)
  const withdrawing = (reading: string) => signedIn(reading !== 'ok' ? reading : wasThere ? 'ok' : MISSING)
  const readable = state === 'banned' && isOwn ? 'ok' : post
  const isListed = post === 'ok' && state !== 'banned' && !withAuthor
  // Titles in passing go by what a student may read: what an administrator reads elsewhere is audited.
  const isRemarkable = isListed && (!isAdministrator || (state === 'active' && (!isPrivate || college === HOME)))
  const history = (said: string, isOwnText: boolean) =>
    signedIn(said === 'ok' && !isOwnText && !isAdministrator ? '403 NOT_OWNER' : said)
  return {
    // The author alone reads what was removed, and why.
    post: readable,
    why: post,
    history: history(readable, isOwn),
    commentHistory: history(comment, false),
    tree: thread,
    isInTree: comment === 'ok',
    isFound: isListed,
    isCommentFound: comment === 'ok' && !withAuthor && !withTalker,
    isSuggested: isRemarkable,
    isPreviewed: state === 'active' && !isPrivate,
    follow: writing(post, withAuthor),
    mute: signedIn(post),
    thread,
    comment,
    view: post,
    calendar: post,
    isInPublicCalendar: !isPrivate && state === 'active',
    isListed,
    isPinned: isListed && state === 'active',
    isCommentListed: comment === 'ok',
    isCommentFolded: withTalker,
    vote: writing(post, withAuthor, wasThere ? '409 ALREADY_VOTED' : 'ok'),
    switch: writing(post, withAuthor, wasThere ? 'ok' : MISSING),
    withdraw: withdrawing(post),
    voteOnComment: writing(comment, withTalker, wasThere ? '409 ALREADY_VOTED' : 'ok'),
    switchOnComment: writing(comment, withTalker, wasThere ? 'ok' : MISSING),
    withdrawOnComment: withdrawing(comment),
    bookmark: writing(post, withAuthor, wasThere ? '409 ALREADY_BOOKMARKED' : 'ok'),
    bookmarkRead: signedIn(wasThere && post === 'ok' ? 'ok' : MISSING),
    isBookmarkListed: wasThere && post === 'ok' && !(withAuthor && block.startsWith('viewer')),
    reply: writing(thread, withAuthor),
  }
}

const saying = ({ status, code }: Answer) => (status < 300 ? 'ok' : `${status} ${code}`)
const holds = (records: Data[], id: string) => records.some((record) => record.id === id)

type Scene = { by: Visitor; author: Person; post: Data; comment: Data; words: Words; undo: () => Promise<void> }
/** That nothing else has. */
type Words = { title: string; content: string; comment: string }

/** Brings about what the case says, by the ways that users and moderators have. */
async function stage({ viewer, college, isPrivate, state, block, isCommentBanned, wasThere }: Case): Promise<Scene> {
  const author = authors.get(college) as Person
  const person = viewer === 'author' ? author : viewers.get(viewer)
  const by = person?.visitor ?? new Visitor()
  const words = { title: newWords(), content: newWords(), comment: newWords() }
  const input = { title: `The ${words.title}`, content: words.content, topic: 'Community Event', startsAt: TOMORROW }
  const post = await publish(author, input)
  const path = `comments/post/${post.id}`
  const { comment } = await talker.post(path, { content: `A whisper ${words.comment}`, parentCommentId: null })
  if (wasThere && person) {
    expectData(await by.post('bookmarks', { postId: post.id }))
    for (const [targetType, targetId] of Object.entries({ post: post.id, comment: comment.id }))
      expectData(await by.post('votes', { targetType, targetId, voteType: 'upvote' }))
  }
  await administrating.put(`posts/${post.id}/pin`, { place: isPrivate ? 'campus' : 'topic' })
  await author.patch(`posts/${post.id}`, { isPrivate })
  await storage.write(async (tx) => {
    await setPostState(tx, post.id, state)
    await setCommentBanned(tx, comment.id, isCommentBanned)
    await blockAs(block, { viewer: person, author, talker }, (a, b) => {
      tx.sqlite.run('INSERT INTO user_blocks VALUES (?, ?, ?)', [a, b, new Date().toISOString()])
      blocksChanged(tx, a, b)
    })
  })
  const undo = () =>
    storage.write(async (tx) => {
      await deletePostRow(tx, post.id)
      tx.sqlite.run('DELETE FROM user_blocks')
      blocksChanged(tx, ...[person, author, talker].flatMap((each) => each?.id ?? []))
    })
  return { by, author, post, comment, words, undo }
}

async function blockAs(
  block: Case['block'],
  people: Record<string, Person | undefined>,
  insert: (blocker: string, blocked: string) => void,
) {
  const [blocker, blocked] = block.split(' blocks ').map((name) => people[name]?.id)
  if (blocker !== undefined && blocked !== undefined && blocker !== blocked) insert(blocker, blocked)
}

/** Whether each list that has the post's kind shows it: all of them, with totals that one can page through. */
async function listings({ by, author, post }: Scene): Promise<boolean[]> {
  const { collegeId: college, branch } = author.user
  const paths = [
    'posts?',
    'posts?sortBy=views&',
    'posts?sortBy=hot&',
    'posts?sortBy=top&window=day&',
    'posts?topic=community%20event&sortBy=hot&',
    'posts?topic=community%20event&',
    `posts?topic=community%20event&collegeId=${college}&branch=${branch}&`,
    `posts/college/${college}?`,
    `posts/branch/${branch}?`,
    `posts/user/${author.id}?`,
  ]
  const found: boolean[] = []
  for (const path of paths) {
    const { posts, meta } = expectData(await by.get(`${path}limit=50`))
    expect([path, meta.total]).toEqual([path, posts.length])
    found.push(holds(posts, post.id))
  }
  found.push(holds(expectData(await by.get('events')).posts, post.id))
  return found
}

/** Whether it is above the feed or its topic, in each answer that has what is pinned. */
async function pinSeen({ by, post }: Scene): Promise<boolean> {
  const found: boolean[] = []
  for (const [pins, feed] of [
    ['posts/pinned', 'posts?sortBy=hot'],
    ['posts/pinned?topic=community%20event', 'posts?topic=community%20event'],
  ] as const) {
    const { posts } = expectData(await by.get(pins))
    expect(expectData(await by.get(feed)).pinned ?? []).toEqual(posts)
    expect(expectData(await by.get(`${feed.split('?')[0]}?branch=CSE&limit=1`)).pinned).toBeUndefined()
    found.push(holds(posts, post.id))
  }
  return found.some(Boolean)
}

async function threadSeen({ by, post, comment }: Scene) {
  const answer = await by.get(`comments/post/${post.id}?limit=100`)
  if (answer.status !== 200) return { thread: saying(answer), isCommentListed: false, isCommentFolded: undefined }
  const { comments, meta } = answer.data
  expect(meta.total).toBe(comments.length)
  const listed = comments.find(({ id }: Data) => id === comment.id)
  return { thread: 'ok', isCommentListed: listed !== undefined, isCommentFolded: listed?.isBlocked }
}

async function bookmarksSeen({ by, post }: Scene): Promise<boolean> {
  const answer = await by.get('bookmarks/user?limit=100')
  if (answer.status === 401) return false
  const { posts, count } = expectData(answer)
  expect(count).toBe(posts.length)
  return holds(posts, post.id)
}

const none = (records: Data[]) => records.length === 0

/** What the readers by words, by rank and by tree show, and what strangers see in a preview. */
async function readersSeen({ by, post, comment, words }: Scene) {
  const found = async (type: 'posts' | 'comments', word: string) => {
    const answers = await Promise.all(
      ['relevance', 'new'].map((sort) => by.get(`search?type=${type}&sort=${sort}&q=${word}`)),
    )
    const [one, other] = answers.map((answer) => !none(expectData(answer)[type]))
    expect(one).toBe(other!)
    return one
  }
  const isSuggested = !none(expectData(await by.get(`search/suggestions?q=${words.title}`)).posts)
  expect(none(expectData(await by.get(`search/similar?title=${words.title}`)).posts)).toBe(!isSuggested)
  const tree = await by.get(`comments/post/${post.id}/tree`)
  const page = await new Visitor().get(`/post/${post.id}`)
  const isPreviewed = page.text.includes(words.title)
  expect(page.text.includes(words.content)).toBe(isPreviewed)
  // To draw one takes longer than all the rest.
  if (!isPreviewed || by.cookies.size === 0) {
    const card = await new Visitor().get(`/cards/${post.id}.png`)
    expect(card.status).toBe(isPreviewed ? 200 : 404)
  }
  return {
    why: saying(await by.get(`posts/${post.id}/why?sortBy=hot`)),
    history: saying(await by.get(`posts/${post.id}/history`)),
    commentHistory: saying(await by.get(`comments/${comment.id}/history`)),
    tree: saying(tree),
    isInTree: tree.status === 200 && tree.text.includes(words.comment),
    isFound: (await found('posts', words.content)) && (await found('posts', words.title)),
    isCommentFound: await found('comments', words.comment),
    isSuggested,
    isPreviewed,
  }
}

/** What Quad says. Reading comes first; what is written is undone by what follows it. */
async function observe(scene: Scene) {
  const { by, post, comment } = scene
  const onPost = { targetType: 'post', targetId: post.id, voteType: 'downvote' }
  const onComment = { targetType: 'comment', targetId: comment.id, voteType: 'downvote' }
  const read = await by.get(`posts/${post.id}`)
  if (read.status !== 200) expectWithout(read.text, 'The ')
  const readComment = await by.get(`comments/${comment.id}`)
  if (readComment.status !== 200) expectWithout(readComment.text, 'A whisper')
  return {
    post: saying(read),
    calendar: saying(await by.get(`posts/${post.id}/event.ics`)),
    isInPublicCalendar: (await by.get('events.ics')).text.replaceAll('\r\n ', '').includes(`/post/${post.id}`),
    comment: saying(readComment),
    listed: new Set(await listings(scene)),
    isPinned: await pinSeen(scene),
    ...(await threadSeen(scene)),
    ...(await readersSeen(scene)),
    follow: saying(await by.put('follows', { kind: 'post', target: post.id })),
    mute: saying(await by.put('mutes', { kind: 'post', target: post.id })),
    bookmarkRead: saying(await by.get(`bookmarks/${post.id}`)),
    isBookmarkListed: await bookmarksSeen(scene),
    view: saying(await by.post(`posts/${post.id}/view`)),
    switch: saying(await by.patch('votes', onPost)),
    switchOnComment: saying(await by.patch('votes', onComment)),
    vote: saying(await by.post('votes', onPost)),
    voteOnComment: saying(await by.post('votes', onComment)),
    bookmark: saying(await by.post('bookmarks', { postId: post.id })),
    reply: saying(await by.post(`comments/post/${post.id}`, { content: 'C', parentCommentId: null })),
  }
}

/** Without a vote there is one by now, if there could be. */
async function observeWithdrawing({ by, post, comment }: Scene) {
  return {
    withdraw: saying(await by.delete('votes', { targetType: 'post', targetId: post.id })),
    withdrawOnComment: saying(await by.delete('votes', { targetType: 'comment', targetId: comment.id })),
  }
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  viewer: fc.constantFrom(...VIEWERS),
  college: fc.constantFrom(...COLLEGES),
  isPrivate: fc.boolean(),
  state: fc.constantFrom('active', 'active', 'banned', 'shadow_banned'),
  block: fc.constantFrom('none', ...BLOCKS),
  isCommentBanned: fc.boolean(),
  wasThere: fc.boolean(),
})

const plain: Case = {
  viewer: 'reader of campus.edu',
  college: 'campus.edu',
  isPrivate: false,
  state: 'active',
  block: 'none',
  isCommentBanned: false,
  wasThere: false,
}
/** Looked at in any case, so that every outcome is among those seen. */
const EXAMPLES: Case[] = [
  plain,
  { ...plain, wasThere: true },
  { ...plain, viewer: 'stranger', isPrivate: true },
  { ...plain, viewer: 'reader of away.edu', isPrivate: true },
  { ...plain, state: 'banned' },
  { ...plain, viewer: 'author', state: 'banned' },
  { ...plain, viewer: 'author', state: 'shadow_banned' },
  { ...plain, viewer: 'administrator', state: 'banned' },
  { ...plain, viewer: 'administrator', state: 'shadow_banned' },
  { ...plain, viewer: 'administrator', college: 'away.edu', isPrivate: true },
  { ...plain, block: 'viewer blocks author' },
  { ...plain, block: 'talker blocks viewer' },
]

const said = new Map<string, Set<string>>()

test('what may be seen and done is what the description says, and the cases looked at have every outcome', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async (each) => {
      const { isListed, isCommentFolded, withdraw, withdrawOnComment, ...expected } = oracle(each)
      const scene = await stage(each)
      try {
        const seen = await observe(scene)
        expect(seen).toEqual({
          ...expected,
          listed: new Set([isListed]),
          isCommentFolded: expected.isCommentListed ? isCommentFolded : undefined,
        })
        const afterVoting = (was: string, vote: string) => (vote === 'ok' ? 'ok' : was)
        expect(await observeWithdrawing(scene)).toEqual({
          withdraw: afterVoting(withdraw, expected.vote),
          withdrawOnComment: afterVoting(withdrawOnComment, expected.voteOnComment),
        })
        for (const [what, outcome] of Object.entries(seen))
          said.set(what, (said.get(what) ?? new Set()).add(outcome instanceof Set ? [...outcome].join() : `${outcome}`))
      } finally {
        await scene.undo()
      }
    }),
    { numRuns: RUNS, examples: EXAMPLES.map((each) => [each]) },
  )
  // And the cases looked at had every outcome.
  {
    const reading = ['ok', MISSING, NO_SESSION, '403 FORBIDDEN']
    for (const what of ['post', 'thread', 'comment', 'view', 'calendar'])
      expect([...(said.get(what) ?? [])].sort()).toEqual(reading.sort())
    for (const [what, conflict] of [
      ['vote', '409 ALREADY_VOTED'],
      ['voteOnComment', '409 ALREADY_VOTED'],
      ['bookmark', '409 ALREADY_BOOKMARKED'],
    ] as const)
      expect([...(said.get(what) ?? [])].sort()).toEqual([...reading, BLOCKED, conflict].sort())
    for (const what of ['history', 'commentHistory'])
      expect([...(said.get(what) ?? [])].sort()).toEqual([...reading, '403 NOT_OWNER'].sort())
    const seen = ['listed', 'isPinned', 'isInPublicCalendar', 'isCommentListed', 'isBookmarkListed']
    for (const what of [...seen, 'isInTree', 'isFound', 'isCommentFound', 'isSuggested', 'isPreviewed'])
      expect([...(said.get(what) ?? [])].sort()).toEqual(['false', 'true'])
  }
})
