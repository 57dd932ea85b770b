import type { Data } from '../../support/kit'
import type { Reply } from '../device'
import { DAY, type Game, HOUR, MINUTE, note, type Target } from '../game'
import { type Attack, byTrials, membersOf, type Probe, RECENT, recentTarget, type Scores, textOf } from './attack'

// What a moderator does about a name, and then finds at an account.

const [SANCTION, BAN, SHADOW] = ['a suspension of the name', 'a ban of the name', 'a shadow ban of a post'] as const

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

/** Compares before a name is suspended or banned, at once after and an hour after; a ban is lifted after a day. */
const deciding = (
  name: string,
  timesADay: number,
  targetOf: (game: Game) => Target | undefined,
  bodyOf: () => object,
  isLifted: boolean,
): Probe => ({
  timesADay,
  async run(game, later) {
    const target = targetOf(game)
    if (target === undefined || textOf(target) === undefined) return
    const decide = (body: object) =>
      game.administrator.put(`moderation/users/${target.nameId}/moderation-state`, { reason: 'Spam', ...body })
    const seen = await compared(game, target.college, () => decide({ blocked: true, ...bodyOf() }))
    if (seen === undefined) return
    note(game, name, { target, at: Date.now(), scores: seen.scores })
    later(HOUR + MINUTE, seen.later)
    if (isLifted) later(DAY, async () => void (await decide({ blocked: false })))
  },
})

export const sanctionProbe = deciding(
  SANCTION,
  2,
  // Who has just written may still be there.
  (game) => recentTarget(game, SANCTION, 10 * MINUTE) ?? recentTarget(game, SANCTION),
  () => ({ suspension: { ends: new Date(Date.now() + 2 * DAY).toISOString(), reason: 'Spam' } }),
  false,
)
export const banProbe = deciding(
  BAN,
  1,
  (game) => recentTarget(game, BAN),
  () => ({}),
  true,
)

/** Bans a post so that its author does not see it, compares, and takes it back. */
export const shadowProbe: Probe = {
  timesADay: 2,
  async run(game) {
    const target = recentTarget(game, SHADOW, RECENT, 'post')
    const post = target?.texts.find(({ kind, goneAt }) => kind === 'post' && goneAt === null)
    if (target === undefined || post === undefined) return
    const decide = (state: string) =>
      game.administrator.put(`moderation/posts/${post.id}/moderation-state`, { state, reason: 'Spam' })
    const seen = await compared(game, target.college, () => decide('shadow_banned'))
    if (seen === undefined) return
    note(game, SHADOW, { target, at: Date.now(), scores: seen.scores })
    await decide('active')
  },
}

export const decisions: readonly Attack[] = (
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
