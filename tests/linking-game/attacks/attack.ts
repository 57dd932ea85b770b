import type { Random } from '../../../db/seed/context'
import type { Game, Shown, Target } from '../game'

/** Something that an attacker does while the month goes on. `later` looks again after a while. */
export type Probe = {
  timesADay: number
  run: (game: Game, later: (ms: number, run: () => Promise<void>) => void) => Promise<void>
}

/** By account, how likely it is to be behind a name; whoever is missing counts 0. */
export type Scores = Map<string, number>

/**
 * What may be known of who is behind a name without any fault of Quad's, as weights of the candidates. `college`: that
 * they are of its college. `online`: besides, by how many of its devices' uploads each text may have been sent.
 */
export type Remains = 'college' | 'online' | ((game: Game, target: Target, candidate: string) => number)

export type Attack = {
  name: string
  by: 'student' | 'administrator' | 'network'
  /** In one line, for the report. */
  tries: string
  remains: Remains
  /** Looks at what it needs, once; the returned function ranks for a name, or returns null where it does not apply. */
  prepare: (game: Game, random: Random) => Promise<(target: Shown, game: Game) => Scores | null>
}

/** An attack that ranks by what a probe saw; each name that was tried is ranked once. */
export const byTrials = (name: string) => async (game: Game) => {
  const trials = new Map((game.trials.get(name) ?? []).map(({ target, scores }) => [target as Shown, scores]))
  return (target: Shown): Scores | null => trials.get(target) ?? null
}

export const RECENT = 6 * 3_600_000

/** A name whose text appeared lately, each of the two kinds in turn, that the attack has not tried. */
export function recentTarget(
  game: Game,
  attack: string,
  recent = RECENT,
  of?: Target['texts'][number]['kind'],
): Target | undefined {
  const trials = game.trials.get(attack) ?? []
  const tried = new Set(trials.map(({ target }) => target))
  const wantsAlias = trials.length % 3 !== 2
  const found = [...game.targets.values()].filter(
    (target) =>
      (target.group !== 'named') === wantsAlias &&
      !tried.has(target) &&
      target.texts.some(({ at, goneAt, kind }) => goneAt === null && at > Date.now() - recent && kind === (of ?? kind)),
  )
  return game.random.pick(found)
}

/** What is there of a name, the newest first. */
export const textOf = ({ texts }: Shown) => texts.findLast(({ goneAt }) => goneAt === null)
export const membersOf = (game: Game, college: string) =>
  [...game.students.values()].filter((each) => each.college === college && each.deletedAt === null).map(({ id }) => id)
