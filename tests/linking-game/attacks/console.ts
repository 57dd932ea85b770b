import type { Data } from '../../support/kit'
import { type Reply, settled } from '../device'
import { DAY, type Game, HOUR, MINUTE, note, SECOND, type Shown, type Target, type Text } from '../game'
import { type Attack, byTrials, membersOf, type Probe, RECENT, recentTarget, type Scores, textOf } from './attack'

// What a moderator does about a name, and then finds at an account.

const [SANCTION, BAN, SHADOW, SILENCE, CUT_OFF, REMOVALS] = [
  'a suspension of the name',
  'a ban of the name',
  'a shadow ban of a post',
  'who falls silent',
  'whose device is told of a suspension',
  'the number of removals',
] as const
/** So long that few others say nothing. */
const SUSPENDED = 2 * DAY

/** What changes by what people do: `lasting` is without it, or whoever is there most would seem to be the one. */
const BY_ACTING = /"(karma|updatedAt|\w*Count)":[^,}]*/g
type Standing = { all: string; lasting: string }

/** Everything that the console, a profile and its posts say of an account. */
async function standings(game: Game, college: string): Promise<Map<string, Standing>> {
  const { administrator, attacker } = game
  const rows = await administrator.all(`moderation/users/search?collegeId=${college}`, (data) => data.users)
  const listed = new Map<string, Data>(rows.map((row) => [row.id, row]))
  const found = new Map<string, Standing>()
  for (const id of membersOf(game, college)) {
    const paths = [`moderation/users/${id}/suspension`, `moderation/history/${id}`, `moderation/users/${id}/removals`]
    // One after the other: what the server draws follows from the order in which it is asked.
    const said = await Array.fromAsync(paths, async (path) => (await administrator.get(path)).text)
    const seen = await Array.fromAsync([`users/id/${id}`, `posts/user/${id}`], (path) => attacker.device.get(path))
    const [suspension, history] = said
    const lasting = [JSON.stringify(listed.get(id)), suspension, history, seen[0]?.text].join('\n')
    const all = [lasting, ...said, ...seen.map(({ text }) => text)].join('\n')
    found.set(id, { all, lasting: lasting.replace(BY_ACTING, '') })
  }
  return found
}

/** Does something, and compares all accounts of the college of before with those of now and of later. */
async function compared(game: Game, college: string, act: () => Promise<Reply>) {
  const before = await standings(game, college)
  const { status } = await act()
  if (status >= 400) return undefined
  const scores: Scores = new Map()
  const compare = async (of: keyof Standing) => {
    for (const [id, said] of await standings(game, college))
      if (said[of] !== before.get(id)?.[of]) scores.set(id, (scores.get(id) ?? 0) + 1)
  }
  await compare('all')
  return { scores, later: () => compare('lasting') }
}

/** Suspends a name for two days, and compares at once and an hour later. */
export const sanctionProbe: Probe = {
  timesADay: 2,
  async run(game, later) {
    // Who has just written may still be there.
    const target = recentTarget(game, SANCTION, 10 * MINUTE) ?? recentTarget(game, SANCTION)
    if (target === undefined || textOf(target) === undefined) return
    const { college } = target
    const suspension = { ends: new Date(Date.now() + SUSPENDED).toISOString(), reason: 'Spam' }
    const seen = await compared(game, college, () => moderate(game, target, { blocked: true, suspension }))
    if (seen === undefined) return
    const at = Date.now()
    await settled([...game.students.values()].map(({ device }) => device))
    const told = membersOf(game, college).map((id) => [id, game.wire.frames.has(id, at) ? 1 : 0] as const)
    note(game, CUT_OFF, { target, at, scores: new Map(told) })
    note(game, SANCTION, { target, at, scores: seen.scores })
    note(game, SILENCE, { target, at, scores: new Map() })
    later(HOUR + MINUTE, seen.later)
  },
}

const moderate = ({ administrator }: Game, { nameId }: Target, body: object): Promise<Reply> =>
  administrator.put(`moderation/users/${nameId}/moderation-state`, body)

/** Bans a name, compares, and lifts the ban after a day. */
export const banProbe: Probe = {
  timesADay: 1,
  async run(game, later) {
    const target = recentTarget(game, BAN)
    if (target === undefined || textOf(target) === undefined) return
    const seen = await compared(game, target.college, () => moderate(game, target, { blocked: true, reason: 'Spam' }))
    if (seen === undefined) return
    note(game, BAN, { target, at: Date.now(), scores: seen.scores })
    later(HOUR + MINUTE, seen.later)
    later(DAY, async () => {
      await moderate(game, target, { blocked: false, reason: 'Spam' })
    })
  },
}

/** Bans a post so that its author does not see it, compares, and takes it back. */
export const shadowProbe: Probe = {
  timesADay: 2,
  async run(game) {
    const target = recentTarget(game, SHADOW, RECENT, 'post')
    // What was removed would be there again.
    const post = target?.texts.find(
      ({ kind, goneAt, removedAt }) => kind === 'post' && goneAt === null && removedAt === null,
    )
    if (target === undefined || post === undefined) return
    const decide = (state: string) =>
      game.administrator.put(`moderation/posts/${post.id}/moderation-state`, { state, reason: 'Spam' })
    const seen = await compared(game, target.college, () => decide('shadow_banned'))
    if (seen === undefined) return
    note(game, SHADOW, { target, at: Date.now(), scores: seen.scores })
    await decide('active')
  },
}

/** How many texts of an account, under all names, were removed and there at a moment. */
function removedAt(game: Game, at: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { account, texts } of game.targets.values())
    for (const { removedAt: removed, goneAt } of texts)
      if (removed !== null && removed < at && (goneAt ?? at) >= at) counts.set(account, (counts.get(account) ?? 0) + 1)
  return counts
}

const MIN_GROUP = 10

/** The number that stands beside a name whose account has so many: where the range begins that holds enough accounts. */
function shownOf(numbers: readonly number[], exact: number): number {
  let inRange = 0
  for (const number of [...new Set(numbers)].filter((each) => each > 0).sort((a, b) => b - a)) {
    inRange += numbers.filter((each) => each === number).length
    if (inRange < MIN_GROUP) continue
    if (number <= exact) return number
    inRange = 0
  }
  return 0
}

const numberOf = ({ scores }: { scores: Scores }): number => scores.get('number') ?? 0

/** Works through the reports, reads what stands beside the author of each, and removes some of what was reported. */
export const reportsProbe: Probe = {
  timesADay: 3,
  async run(game) {
    const { administrator, random } = game
    const { data } = await administrator.get('admin/manage/reports?limit=50')
    const tried = new Set((game.trials.get(REMOVALS) ?? []).map(({ target }) => target))
    const texts = new Map<string, [Target, Text]>()
    for (const target of game.targets.values()) for (const text of target.texts) texts.set(text.id, [target, text])
    for (const { target: reported } of data?.data ?? []) {
      const targetId: string = reported.id
      const [target, text] = texts.get(targetId) ?? []
      if (target === undefined || text === undefined || text.goneAt !== null) continue
      const context = await administrator.get(`admin/manage/reports/${targetId}/context`)
      const author: Data = context.data?.context?.author ?? context.data?.author
      const number = author?.removalsBefore ?? author?.removals ?? 0
      if (!tried.has(target)) note(game, REMOVALS, { target, at: Date.now(), scores: new Map([['number', number]]) })
      tried.add(target)
      const state = random.chance(0.7) || text.removedAt !== null ? 'banned' : 'active'
      const path = `moderation/${text.kind}s/${text.id}/moderation-state`
      const { status } = await administrator.put(path, { state, reason: 'Spam' })
      if (status < 400 && state === 'banned') text.removedAt ??= Date.now()
    }
  },
}

const momentOf = (game: Game, target: Shown): number => {
  const isAlias = game.trials.get(REMOVALS)?.find((trial) => trial.target === target)
  return isAlias === undefined || isAlias.target.group === 'named' ? (isAlias?.at ?? 0) : (target.texts[0]?.at ?? 0)
}

const shownThen = new WeakMap<Target, Map<string, number>>()

/** The number that would stand beside the name of each account of the college, when this name was made. */
function shownBeside(game: Game, target: Target): Map<string, number> {
  const known = shownThen.get(target)
  if (known !== undefined) return known
  const all = removedAt(game, momentOf(game, target))
  const members = [...game.students.values()].filter(({ college }) => college === target.college)
  const numbers = members.map(({ id }) => all.get(id) ?? 0)
  const shown = new Map(members.map(({ id }) => [id, shownOf(numbers, all.get(id) ?? 0)]))
  shownThen.set(target, shown)
  return shown
}

const removals: Attack = {
  name: REMOVALS,
  by: 'administrator',
  tries: 'the number beside the name in the queue, and how much of each account was removed under its own name',
  remains(game, target, candidate) {
    const shown = shownBeside(game, target)
    return Number(shown.get(candidate) === shown.get(target.account))
  },
  async prepare(game) {
    const trials = new Map((game.trials.get(REMOVALS) ?? []).map((trial) => [trial.target as Shown, numberOf(trial)]))
    return (target) => {
      const number = trials.get(target)
      if (number === undefined) return null
      const at = momentOf(game, target)
      const named = new Map<string, number>()
      for (const { group, account, texts } of game.targets.values())
        if (group === 'named')
          for (const { removedAt: removed } of texts)
            if (removed !== null && removed < at) named.set(account, (named.get(account) ?? 0) + 1)
      return new Map([...game.students.keys()].map((id) => [id, -Math.abs((named.get(id) ?? 0) - number)]))
    }
  },
}

const cutOff: Attack = {
  name: CUT_OFF,
  by: 'network',
  tries: 'the devices that are sent something, or whose socket is closed, in the second of the suspension',
  remains: 'college',
  prepare: byTrials(CUT_OFF),
}

const sanctions: readonly Attack[] = (
  [
    [SANCTION, 'at once after and an hour after'],
    [BAN, 'at once after and an hour after'],
    [SHADOW, 'and at once after'],
  ] as const
).map(([name, when]) => ({
  name,
  by: 'administrator',
  tries: `lists, records, suspension, profile and posts of every account of the college before, ${when}`,
  remains: 'college',
  prepare: byTrials(name),
}))

/** Whether the account published something under its own name while the name was suspended. */
function spoke(game: Game, account: string, from: number): boolean {
  for (const target of game.targets.values())
    if (target.group === 'named' && target.account === account)
      for (const { at } of target.texts) if (at > from + SECOND && at < from + SUSPENDED) return true
  return false
}
const suspendedAt = (game: Game, target: Shown) =>
  game.trials.get(SILENCE)?.find((trial) => trial.target === target)?.at

const silence: Attack = {
  name: SILENCE,
  by: 'administrator',
  tries: 'which accounts publish nothing while the name is suspended',
  remains: (game, target, candidate) => Number(!spoke(game, candidate, suspendedAt(game, target) ?? 0)),
  prepare: async (game) => (target) => {
    const at = suspendedAt(game, target)
    if (at === undefined) return null
    return new Map(membersOf(game, target.college).map((id) => [id, spoke(game, id, at) ? 0 : 1]))
  },
}

export const decisions: readonly Attack[] = [...sanctions, silence, cutOff, removals]
