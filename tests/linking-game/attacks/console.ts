import type { Data } from '../../support/kit'
import { settled } from '../device'
import { DAY, type Game, HOUR, MINUTE, note, SECOND, type Shown, type Target, type Text } from '../game'
import { type Attack, byTrials, membersOf, type Probe, recentTarget, type Scores, textOf } from './attack'

// What a moderator does about a name, and then finds at an account.

const [SANCTION, SILENCE, CUT_OFF, REMOVALS] = [
  'a suspension of the name',
  'who falls silent',
  'whose device is told of a suspension',
  'the number of removals',
] as const
/** So long that few others say nothing. */
const SUSPENDED = 2 * DAY

/** Everything that the console and a profile say of an account. */
async function standings(game: Game, college: string): Promise<Map<string, string>> {
  const { administrator, attacker } = game
  const rows = await administrator.all(`moderation/users/search?collegeId=${college}`, (data) => data.users)
  const listed = new Map<string, Data>(rows.map((row) => [row.id, row]))
  const found = new Map<string, string>()
  for (const id of membersOf(game, college)) {
    const paths = [`moderation/users/${id}/suspension`, `moderation/history/${id}`, `moderation/users/${id}/removals`]
    const said = await Promise.all(paths.map(async (path) => (await administrator.get(path)).text))
    const { text } = await attacker.device.get(`users/id/${id}`)
    found.set(id, [JSON.stringify(listed.get(id)), ...said, text].join('\n'))
  }
  return found
}

/** Suspends a name for two days, and compares all accounts of the college of before, of at once and of an hour later. */
export const sanctionProbe: Probe = {
  timesADay: 2,
  async run(game, later) {
    // Who has just written may still be there.
    const target = recentTarget(game, SANCTION, 10 * MINUTE) ?? recentTarget(game, SANCTION)
    if (target === undefined || textOf(target) === undefined) return
    const { college, nameId } = target
    const before = await standings(game, college)
    const suspension = { ends: new Date(Date.now() + SUSPENDED).toISOString(), reason: 'Spam' }
    const { status } = await game.administrator.put(`moderation/users/${nameId}/moderation-state`, {
      blocked: true,
      suspension,
    })
    if (status >= 400) return
    const at = Date.now()
    await settled([...game.students.values()].map(({ device }) => device))
    const told = membersOf(game, college).map((id) => [id, game.wire.frames.has(id, at) ? 1 : 0] as const)
    note(game, CUT_OFF, { target, at, scores: new Map(told) })
    const scores: Scores = new Map()
    const compare = async () => {
      for (const [id, said] of await standings(game, college))
        if (said !== before.get(id)) scores.set(id, (scores.get(id) ?? 0) + 1)
    }
    await compare()
    note(game, SANCTION, { target, at, scores })
    note(game, SILENCE, { target, at, scores: new Map() })
    later(HOUR + MINUTE, compare)
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
      const state = random.chance(0.7) ? 'banned' : 'active'
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

const removals: Attack = {
  name: REMOVALS,
  by: 'administrator',
  tries: 'the number beside the name in the queue, and how much of each account was removed under its own name',
  remains(game, target, candidate) {
    const all = removedAt(game, momentOf(game, target))
    const members = [...game.students.values()].filter(({ college }) => college === target.college)
    const numbers = members.map(({ id }) => all.get(id) ?? 0)
    const shown = (id: string) => shownOf(numbers, all.get(id) ?? 0)
    return Number(shown(candidate) === shown(target.account))
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

const sanctions: Attack = {
  name: SANCTION,
  by: 'administrator',
  tries:
    'lists, records, suspension and profile of every account of the college before, at once after and an hour after',
  remains: 'college',
  prepare: byTrials(SANCTION),
}

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

export const decisions: readonly Attack[] = [sanctions, silence, cutOff, removals]
