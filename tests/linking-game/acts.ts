import { newWords } from '../support/content'
import { photo } from '../support/images'
import type { Data } from '../support/kit'
import { pictureForm } from '../support/pictures'
import type { Reply } from './device'
import { type Game, HOUR, type Student } from './game'
import { observe, observeGone } from './server'

// What a student does, as the web client sends it.

/** Of the texts of those who use aliases; most of them wait, as the client proposes. */
const UNDER_ALIAS = 0.3
const AT_ONCE = 0.15
const MOST_ALIASES_A_DAY = 3

/** What a student sees of a thread. */
export type Thread = {
  postId: string
  comments: { id: string; isOwn: boolean }[]
  isOwn: boolean
  isQuestion: boolean
  /** How many options its poll has, where the student may vote. */
  options: number
}

const EXPECTED =
  'BLOCK_RELATION NOT_FOUND DUPLICATE CONFLICT ALREADY_VOTED ALREADY_BOOKMARKED ALREADY_REPORTED RATE_LIMITED USER_SUSPENDED USER_BLOCKED FORBIDDEN SELF_ACTION'.split(
    ' ',
  )

/** The data of an answer; null for what campus life refuses. */
function accepted(game: Game, { status, code, data, text }: Reply): Data {
  if (status < 400) return data ?? {}
  if (code === undefined || !EXPECTED.includes(code)) throw new Error(`${status} ${text.slice(0, 400)}`)
  game.refusals.set(code, (game.refusals.get(code) ?? 0) + 1)
  return null
}

export async function readFeed(game: Game, { device }: Student) {
  const data = accepted(game, await device.get('posts?limit=20&sortBy=createdAt&sortOrder=desc'))
  return (data?.posts ?? []).map(({ id }: { id: string }) => id)
}

/** Opens a thread, which counts as a view. */
export async function openThread(game: Game, student: Student, postId: string): Promise<Thread | null> {
  const { device } = student
  const post = accepted(game, await device.get(`posts/${postId}`))
  if (post === null) return null
  const tree = accepted(game, await device.get(`comments/post/${postId}/tree`))
  accepted(game, await device.post(`posts/${postId}/view`))
  await readWaiting(game, student)
  const isOwn = (author: Data) => author?.id === student.id || author?.alias === 'own'
  const comments = (tree?.comments ?? [])
    .filter(({ isDeleted, isBanned }: Data) => !isDeleted && !isBanned)
    .map(({ id, commentedBy }: Data) => ({ id, isOwn: isOwn(commentedBy) }))
  const { postedBy, question, poll } = post.post
  const options = poll === undefined || poll.closed || poll.voted ? 0 : poll.options.length
  return { postId, comments, isOwn: isOwn(postedBy), isQuestion: question !== undefined, options }
}

/** The client asks what waits where it has sent something that may. */
async function readWaiting(game: Game, student: Student) {
  if (!student.hasWaiting) return
  const data = accepted(game, await student.device.get('comments/delayed'))
  student.hasWaiting = data !== null && data.delayedComments.length > 0
}

/** Votes and bookmarks and the like, in a thread that is open. */
export async function react(game: Game, student: Student, thread: Thread) {
  if (student.deletedAt !== null) return
  const { device } = student
  const { random } = game
  const { postId, options, isQuestion } = thread
  if (options > 0 && random.chance(0.5))
    return accepted(game, await device.put(`posts/${postId}/poll`, { option: random.below(options) }))
  const answer = random.pick(thread.comments.filter(({ isOwn }) => !isOwn))
  if (isQuestion && thread.isOwn && answer !== undefined)
    return accepted(game, await device.put(`posts/${postId}/answer`, { commentId: answer.id }))
  const drawn = random.fraction()
  const comment = random.pick(thread.comments)
  const isPost = comment === undefined || random.chance(0.5)
  const target = isPost
    ? { targetType: 'post', targetId: thread.postId }
    : { targetType: 'comment', targetId: comment.id }
  if (drawn < 0.6) {
    if (isPost ? thread.isOwn : comment.isOwn) return
    accepted(game, await device.post('votes', { ...target, voteType: random.chance(0.85) ? 'upvote' : 'downvote' }))
  } else if (drawn < 0.75) accepted(game, await device.post('bookmarks', { postId: thread.postId }))
  else if (drawn < 0.8) accepted(game, await device.put('follows', { kind: 'post', target: thread.postId }))
  else if (drawn < 0.95) {
    accepted(game, await device.get('notifications/list'))
    accepted(game, await device.send('PATCH', 'notifications/mark-seen', {}))
  } else if (!(isPost ? thread.isOwn : comment?.isOwn)) {
    const [targetId, type] = isPost ? [thread.postId, 'Post'] : [comment.id, 'Comment']
    accepted(game, await device.post('reports', { targetId, type, reason: 'spam', message: 'Look at this' }))
  }
}

/** The name that a text goes under, and whether it waits. */
export type Name = 'own' | 'alias' | 'alias at once'

/** Under which name the next text in a thread goes, null for a new one: whoever has one there keeps it. */
export function nameIn({ random, targets }: Game, student: Student, postId: string | null): Name {
  const known = postId === null ? undefined : (student.names.get(postId) ?? earlierName(targets, student, postId))
  if (known !== undefined) return known
  const today = student.aliasesAt.filter((at) => at > Date.now() - 24 * HOUR).length
  const isAlias = student.usesAliases && today < MOST_ALIASES_A_DAY && random.chance(UNDER_ALIAS)
  const name = !isAlias ? 'own' : random.chance(AT_ONCE) ? 'alias at once' : 'alias'
  if (isAlias) student.aliasesAt.push(Date.now())
  if (postId !== null) student.names.set(postId, name)
  return name
}

/** Of a post that waited, whose id nobody knew when it was written. */
function earlierName(targets: Game['targets'], { id }: Student, postId: string): Name | undefined {
  for (const { account, postId: thread, group } of targets.values())
    if (account === id && thread === postId)
      return group === 'named' ? 'own' : group === 'delayed' ? 'alias' : 'alias at once'
  return undefined
}

/** What the client asks for when the composer opens, whichever name is chosen then. */
export async function openComposer(game: Game, { device }: Student) {
  accepted(game, await device.get('users/me/next-alias'))
}

/** Writes a post, or a comment in a thread. */
export async function write(game: Game, student: Student, thread: Thread | null, name: Name) {
  const { device } = student
  const { random } = game
  const alias = name !== 'own'
  const isAtOnce = name !== 'alias'
  const content = newWords()
  game.sent.set(content, Date.now())
  if (thread === null) {
    const post = {
      title: 'A title',
      content,
      topic: 'Showcase',
      ...(await extras(game, student)),
      ...(alias ? { alias } : {}),
    }
    const sent = accepted(game, await device.post(isAtOnce ? 'posts' : 'posts/delayed', post))
    if (sent !== null) await showPost(game, student, isAtOnce ? sent.post.id : null)
  } else {
    const replied = random.chance(0.6) ? random.pick(thread.comments)?.id : undefined
    const comment = { content, parentCommentId: replied ?? null, ...(alias ? { alias } : {}) }
    if (isAtOnce) accepted(game, await device.post(`comments/post/${thread.postId}`, comment))
    else if (accepted(game, await device.post('comments/delayed', { ...comment, postId: thread.postId })) !== null)
      student.hasWaiting = true
  }
  await observe(game, alias ? 'at once' : 'named')
}

/** What some posts have besides words. */
async function extras(game: Game, { college, device }: Student) {
  const { random } = game
  const course = random.pick(game.courses.get(college) ?? [])
  const picture = random.chance(0.15) ? pictureForm(await photo(random.below(2 ** 32))) : undefined
  const uploaded = picture && accepted(game, await device.post('pictures', picture))
  return {
    ...(random.chance(0.15) ? { poll: { options: ['Tea', 'Coffee'], hours: 24 } } : {}),
    ...(random.chance(0.3) ? { question: true } : {}),
    ...(course !== undefined && random.chance(0.4) ? { course } : {}),
    ...(uploaded ? { picture: { id: uploaded.picture.id, alt: 'A bench under a tree' } } : {}),
  }
}

/** Where the client goes from the form of a post: to the post, or to the own page if it waits. */
async function showPost(game: Game, { id, device }: Student, postId: string | null) {
  if (postId !== null) {
    accepted(game, await device.get(`comments/post/${postId}/tree`))
    accepted(game, await device.post(`posts/${postId}/view`))
    return
  }
  for (const path of [`users/id/${id}`, `posts/user/${id}`, 'posts/delayed', 'comments/delayed'])
    accepted(game, await device.get(path))
}

/** Deletes something that the student wrote. */
export async function deleteText(game: Game, student: Student) {
  const own = [...game.targets.values()].filter(({ account }) => account === student.id)
  const text = game.random.pick(own.flatMap(({ texts }) => texts).filter(({ goneAt }) => goneAt === null))
  if (text === undefined) return
  accepted(game, await student.device.delete(text.kind === 'post' ? `posts/${text.id}` : `comments/${text.id}`))
  observeGone(own)
}

export async function deleteAccount(game: Game, student: Student) {
  accepted(game, await student.device.post('auth/reauthenticate', { password: 'correct horse battery' }))
  accepted(game, await student.device.delete('auth/account'))
  student.deletedAt = Date.now()
  await student.device.disconnect()
  observeGone(game.targets.values())
}
