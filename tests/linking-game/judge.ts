import { Random } from '../../db/seed/context'
import type { Attack, Scores } from './attacks/attack'
import { type Guessed, probabilityOf, type Ranked, sharesOf, tailOf } from './chance'
import { type Game, GROUPS, type Group, type Target } from './game'

/** How an attack fared on the names of a group. */
export type Outcome = {
  tried: number
  hits: number
  /** The share of hits by what remains legitimately, and where all of the college are alike. */
  chance: number
  college: number
  /** How much of what remains is ranked above the right account: a half by chance. */
  place: number
  /** The probability of so many hits, or of so good a place, by chance; and of so many where all of the college are alike. */
  byChance: number
  byCollege: number
}
/** `unproven`: nor does the attack find anybody where nothing is hidden. */
type Verdict = 'no better' | 'better' | 'unproven' | 'not tried'
export type Row = { attack: Attack; outcomes: Record<Group, Outcome>; verdict: Verdict }

/** Of the whole table, that a row is found better that is not. */
const ERROR = 0.05

export async function judge(game: Game, attacks: readonly Attack[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const attack of attacks) {
    const random = new Random(game.options.seed, attack.name)
    const rank = await attack.prepare(game, random)
    const of = (group: Group) => outcomeOf(game, attack, (target) => rank(target, game), group, random)
    const outcomes = Object.fromEntries(GROUPS.map((group) => [group, of(group)])) as Record<Group, Outcome>
    const { tried, byChance } = outcomes.delayed
    // Each row is judged by two figures.
    const isProven = outcomes.named.byCollege < 0.001 || outcomes['at once'].byCollege < 0.001
    const isBetter = byChance < ERROR / (2 * attacks.length)
    const verdict = tried === 0 ? 'not tried' : isBetter ? 'better' : isProven ? 'no better' : 'unproven'
    rows.push({ attack, outcomes, verdict })
  }
  return rows
}

function outcomeOf(
  game: Game,
  attack: Attack,
  rank: (target: Target) => Scores | null,
  group: Group,
  random: Random,
): Outcome {
  const [probabilities, uniform]: [number[], number[]] = [[], []]
  const names: Guessed[] = []
  let [hits, places] = [0, 0]
  for (const target of game.targets.values()) {
    if (target.group !== group) continue
    const scores = rank(target)
    if (scores === null) continue
    const shares = sharesOf(game, target, attack.remains)
    const scoreOf = (candidate: string) => scores.get(candidate) ?? 0
    const best = Math.max(...[...shares.keys()].map(scoreOf))
    const guess = random.pick([...shares.keys()].filter((candidate) => scoreOf(candidate) === best))
    probabilities.push(shares.get(guess) ?? 0)
    uniform.push(1 / shares.size)
    if (guess === target.account) hits++
    const ranks = rankedBy(scoreOf, shares)
    places += ranks.get(scoreOf(target.account))?.place ?? 1
    // Of the others it is not asked, and there are many of them.
    if (group !== 'delayed') continue
    const candidates = new Map(
      [...shares].map(([id, share]) => [id, { share, place: ranks.get(scoreOf(id))?.place ?? 1 }]),
    )
    names.push({ account: target.account, candidates, guess })
  }
  const tried = probabilities.length
  const mean = (shares: number[]) => (tried === 0 ? 0 : shares.reduce((sum, p) => sum + p, 0) / tried)
  const [chance, college] = [mean(probabilities), mean(uniform)]
  const place = tried === 0 ? 0.5 : places / tried
  const byChance = names.length > 0 ? probabilityOf(names, hits, places, random) : 1
  return { tried, hits, chance, college, place, byChance, byCollege: tailOf(uniform, hits) }
}

/** By score the share of those who have it, and how much stands above them and half of themselves. */
function rankedBy(scoreOf: (candidate: string) => number, shares: Map<string, number>): Map<number, Ranked> {
  const ties = new Map<number, number>()
  for (const [candidate, share] of shares) ties.set(scoreOf(candidate), (ties.get(scoreOf(candidate)) ?? 0) + share)
  const ranked = new Map<number, Ranked>()
  let above = 0
  for (const [score, share] of [...ties].sort(([a], [b]) => b - a)) {
    ranked.set(score, { share, place: above + share / 2 })
    above += share
  }
  return ranked
}
