import { Random } from '../../db/seed/random'
import type { Attack, Scores } from './attacks/attack'
import { intervalOf, normalTail, sharesOf, tailOf } from './chance'
import { type Game, GROUPS, type Group, type Target } from './game'

/** How an attack fared on the names of a group. */
export type Outcome = {
  tried: number
  hits: number
  /** The share of hits by what remains legitimately. */
  chance: number
  interval: [low: number, high: number]
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
  let [hits, places, variance] = [0, 0, 0]
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
    const own = scoreOf(target.account)
    let [above, beside] = [0, 0]
    const ties = new Map<number, number>()
    for (const [candidate, share] of shares) {
      const score = scoreOf(candidate)
      if (score > own) above += share
      else if (score === own) beside += share
      ties.set(score, (ties.get(score) ?? 0) + share)
    }
    places += above + beside / 2
    variance += (1 - [...ties.values()].reduce((sum, tie) => sum + tie ** 3, 0)) / 12
  }
  const tried = probabilities.length
  const chance = tried === 0 ? 0 : probabilities.reduce((sum, p) => sum + p, 0) / tried
  const place = tried === 0 ? 0.5 : places / tried
  const byPlace = variance === 0 ? 1 : normalTail((tried / 2 - places) / Math.sqrt(variance))
  const byChance = tried === 0 ? 1 : Math.min(tailOf(probabilities, hits), byPlace)
  return { tried, hits, chance, interval: intervalOf(hits, tried), place, byChance, byCollege: tailOf(uniform, hits) }
}
