import type { Random } from '../../db/seed/context'
import type { Device } from './device'
import type { Wire } from './wire'

// What happened, and to whom: the truth, which attacks must not read, and what they may.

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** The longest that a text under an alias waits, and how often the server looks whether one is due. */
export const WAIT = { post: HOUR + 10 * SECOND, comment: HOUR / 4 + 10 * SECOND } as const

/** `named`: under the own name, at once; the others under an alias. */
export const GROUPS = ['delayed', 'at once', 'named'] as const
export type Group = (typeof GROUPS)[number]

export type Student = {
  id: string
  name: string
  college: string
  device: Device
  usesAliases: boolean
  /** By how much of a day this one is later than the campus. */
  shift: number
  /** Whether the client believes that a comment of its own waits. */
  hasWaiting: boolean
  /** The names that were chosen in threads, and when an alias was. */
  names: Map<string, 'own' | 'alias' | 'alias at once'>
  aliasesAt: number[]
  /** Null while the account is there. */
  deletedAt: number | null
}

export type Text = {
  id: string
  kind: 'post' | 'comment'
  postId: string
  /** When its author's device sent it, and when it appeared. */
  sentAt: number
  at: number
  goneAt: number | null
}

/** What attackers see of one name in one thread. `name` of an alias stands in this thread alone. */
export type Shown = { nameId: string; name: string; college: string; postId: string; texts: Text[] }
/** All texts of an account under one name in one thread, and whose they are. */
export type Target = Shown & { group: Group; account: string }

export type Options = { students: number; days: number; seed: number }

/** A target and what an attacker saw while trying something on it, by account. */
export type Trial = { target: Target; scores: Map<string, number>; at: number }

export type Game = {
  options: Options
  random: Random
  began: number
  students: Map<string, Student>
  attacker: Student
  administrator: Device
  targets: Map<string, Target>
  wire: Wire
  /** What active attacks saw, by the name of the attack. */
  trials: Map<string, Trial[]>
  /** When a text was sent, by what it says. */
  sent: Map<string, number>
  /** Refusals that a student met, by code. */
  refusals: Map<string, number>
  /** The open courses, by their college. */
  courses: Map<string, string[]>
}

export const now = () => Date.now()

/** Who may be behind a name: those of its college who were members, and did not write there under their own. */
export function candidatesOf(game: Game, { college, postId, texts }: Target) {
  const first = texts[0]?.at ?? 0
  return [...game.students.values()]
    .filter((student) => student.college === college && (student.deletedAt ?? first) >= first - HOUR)
    .map(({ id }) => id)
    .filter((id) => !game.targets.has(keyOf(id, postId)))
}

/** The names that are looked at afterwards: all aliases, and as many own names. */
export function sampleOf({ targets }: Game): Target[] {
  const [named, aliases] = [true, false].map((isNamed) =>
    [...targets.values()].filter(({ group }) => (group === 'named') === isNamed),
  )
  const step = Math.max(1, Math.floor((named?.length ?? 0) / Math.max(1, aliases?.length ?? 0)))
  return [...(aliases ?? []), ...(named ?? []).filter((_, index) => index % step === 0)]
}

export const keyOf = (nameId: string, postId: string) => `${nameId} ${postId}`

export function note(game: Game, attack: string, trial: Trial) {
  const trials = game.trials.get(attack) ?? []
  trials.push(trial)
  game.trials.set(attack, trials)
}
