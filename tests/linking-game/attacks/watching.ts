import { newWords } from '../../support/content'
import { type Data, Visitor } from '../../support/kit'
import { Device, settled } from '../device'
import { type Game, MINUTE, note, type Target } from '../game'
import { type Attack, byTrials, membersOf, type Probe, recentTarget, type Scores, textOf } from './attack'

// What a student does to a text to see at which account something changes.

const [KARMA, ETAG, BLOCK, REPLY, ANSWER] = [
  'karma before and after a vote',
  'ETags before and after a vote',
  'blocks as a probe',
  'whose device is told of a reply',
  'whose device is told of an answer',
] as const

type Profile = { karma: number; etag: string | null }

/** Answers have an ETag for those alone who are not signed in. */
const stranger = new Device('', { visitor: new Visitor(), email: '', password: '' }, null)

async function profiles({ attacker }: Game, accounts: readonly string[]): Promise<Map<string, Profile>> {
  const found = new Map<string, Profile>()
  for (const id of accounts) {
    const { data } = await attacker.device.get(`users/id/${id}`)
    const { etag } = await stranger.get(`posts/user/${id}?limit=50`)
    found.set(id, { karma: data?.user?.karma ?? 0, etag })
  }
  return found
}

const differing = (before: Map<string, Profile>, after: Map<string, Profile>, of: keyof Profile): Scores =>
  new Map([...before].map(([id, profile]) => [id, profile[of] === after.get(id)?.[of] ? 0 : 1]))

/** Votes, and compares all profiles of the college of before, of at once and of an hour later. */
export const voteProbe: Probe = {
  timesADay: 4,
  async run(game) {
    const target = recentTarget(game, KARMA)
    const text = target && textOf(target)
    if (target === undefined || text === undefined) return
    const accounts = membersOf(game, target.college)
    const before = await profiles(game, accounts)
    const vote = { targetType: text.kind, targetId: text.id }
    const { status } = await game.attacker.device.post('votes', { ...vote, voteType: 'upvote' })
    if (status >= 400) return
    const after = await profiles(game, accounts)
    note(game, KARMA, { target, at: Date.now(), scores: differing(before, after, 'karma') })
    // Comments are in no list that strangers read.
    if (text.kind === 'post') note(game, ETAG, { target, at: Date.now(), scores: differing(before, after, 'etag') })
    await game.attacker.device.delete('votes', vote)
  },
}

/** What an attacker is told who reads a text and votes on it. */
async function told({ attacker: { device } }: Game, { kind, id }: { kind: string; id: string }) {
  const { status, data } = await device.get(`${kind}s/${id}`)
  const vote = { targetType: kind, targetId: id }
  const voted = await device.post('votes', { ...vote, voteType: 'upvote' })
  if (voted.status < 400) await device.delete('votes', vote)
  return JSON.stringify([status, data?.comment?.isBlocked, voted.status, voted.code])
}

export const blockProbe: Probe = {
  timesADay: 2,
  async run(game) {
    const target = recentTarget(game, BLOCK)
    const text = target && textOf(target)
    if (target === undefined || text === undefined) return
    const { device } = game.attacker
    const usual = await told(game, text)
    const scores: Scores = new Map()
    for (const account of membersOf(game, target.college)) {
      await device.post(`users/block/${account}`)
      scores.set(account, (await told(game, text)) === usual ? 0 : 1)
      await device.post(`users/unblock/${account}`)
    }
    note(game, BLOCK, { target, at: Date.now(), scores })
  },
}

/** Replies, listens to what comes of it, and looks on the network who is sent something in the same second. */
export const replyProbe: Probe = {
  timesADay: 40,
  async run(game) {
    const target: Target | undefined = recentTarget(game, REPLY, 10 * MINUTE)
    const text = target && textOf(target)
    if (target === undefined || text === undefined) return
    const reply = {
      content: `Is that so? ${text.id.slice(-8)}`,
      parentCommentId: text.kind === 'comment' ? text.id : null,
    }
    await game.attacker.device.connect()
    await game.attacker.device.subscribe(target.postId)
    const { status } = await game.attacker.device.post(`comments/post/${target.postId}`, reply)
    if (status >= 400) return
    await settled([...game.students.values()].map(({ device }) => device))
    const hasFrame = (account: string) => (game.wire.frames.has(account, Date.now()) ? 1 : 0)
    const accounts = membersOf(game, target.college)
    note(game, REPLY, { target, at: Date.now(), scores: new Map(accounts.map((id) => [id, hasFrame(id)])) })
  },
}

/** Asks, and marks what is answered; looks on the network who is sent something in the same second. */
export const answerProbe: Probe = {
  timesADay: 20,
  async run(game) {
    const { device, id } = game.attacker
    const asked = [...game.targets.values()].filter(({ texts }) => texts.some(({ kind }) => kind === 'comment'))
    const own = new Set((await device.get(`posts/user/${id}?limit=50`)).data.posts.map((post: Data) => post.id))
    const tried = new Set((game.trials.get(ANSWER) ?? []).map(({ target }) => target))
    const target = game.random.pick(asked.filter((each) => own.has(each.postId) && !tried.has(each)))
    const text = target && textOf(target)
    if (target === undefined || text === undefined) {
      await device.post('posts', { title: 'Who knows?', content: newWords(), topic: 'Ask Campus', question: true })
      return
    }
    const { status } = await device.put(`posts/${target.postId}/answer`, { commentId: text.id })
    if (status >= 400) return
    await settled([...game.students.values()].map((each) => each.device))
    const hasFrame = (account: string) => (game.wire.frames.has(account, Date.now()) ? 1 : 0)
    const accounts = membersOf(game, target.college)
    note(game, ANSWER, { target, at: Date.now(), scores: new Map(accounts.map((each) => [each, hasFrame(each)])) })
  },
}

const attack = (name: string, by: Attack['by'], tries: string): Attack => ({
  name,
  by,
  tries,
  remains: 'college',
  prepare: byTrials(name),
})

export const watching: readonly Attack[] = [
  attack(KARMA, 'student', 'the public karma of every account of the college, around an upvote of the text'),
  attack(ETAG, 'student', 'the ETag of the posts of every account of the college, around an upvote of the post'),
  attack(
    BLOCK,
    'student',
    'every account blocked in turn: is the text shown, may it be voted on, by which code is it refused',
  ),
  attack(REPLY, 'network', 'a reply to the text, and the devices that are sent something in that second'),
  attack(
    ANSWER,
    'network',
    'the text marked as the answer to a question, and the devices that are sent something in that second',
  ),
]
