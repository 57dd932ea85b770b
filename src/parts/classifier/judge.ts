import type { Tx } from '../../../db/storage'
import type { DomainEvents, Judgement, Reading } from '../../ground/parts'
import { allSettings, reportReasons } from '../../ground/settings/settings'
import { fileAutomaticReport } from '../../order/reports/automatic'
import { featuresOf } from './features'
import { LABELS, type Label } from './labels'
import { labelsMeant } from './meanings'
import { logistic, type Model, reasonsOf, scoresOf } from './model'
import { classifierInForce, isHolding } from './versions'

// What comes of a text's scores. Self-harm never holds anything and is noticed from the first day: its author is shown
// where help is, and moderators are told. The rest comes once the classifier has shown that it agrees with them.

type Name = string | null

export function judge(text: string, name: Name): Judgement | undefined {
  if (allSettings().classifier.mode === 'off') return undefined
  const { holds, noticed } = opinionOf(text, name)
  return { holds, needsHelp: noticed.includes('self-harm') }
}

/** Tells moderators of a text that stands now. One that they have released they know. */
export function noticePublished(
  tx: Tx,
  { type, id, authorId, text, isReleased = false }: DomainEvents['post.edited'] & { isReleased?: boolean },
): void {
  if (authorId === null || isReleased || allSettings().classifier.mode === 'off') return
  const [label] = opinionOf(text, authorId).noticed
  if (label !== undefined) fileAutomaticReport(tx, { type, id, authorId }, reasonFor(label))
}

export const noticeComment = (
  tx: Tx,
  { content: text, ...comment }: DomainEvents['comment.edited'] & { isReleased?: boolean },
): void => noticePublished(tx, { ...comment, type: 'comment', text })

/** In the campus's own words, where it has some. */
const reasonFor = (label: Label): string =>
  reportReasons().find((reason) => labelsMeant(reason).includes(label)) ?? label

/** What is noticed in a text, for whoever decides about it; until it has agreed with them often enough, only who needs help. */
export function read(text: string): Reading[] {
  const { mode } = allSettings().classifier
  if (mode === 'off' || text === '') return []
  const model = classifierInForce()
  return noticedIn(model, scoresOfLast(model, text))
    .filter(({ label }) => label === 'self-harm' || isHolding())
    .map(({ label, score }) => ({
      ...{ label, score: Math.round(score * 100) / 100 },
      because: reasonsOf(model, text, label),
    }))
    .sort((one, other) => other.score - one.score)
}

type Opinion = { holds: boolean; noticed: Label[] }

/** `noticed`: the gravest first. */
function opinionOf(text: string, name: Name): Opinion {
  const model = classifierInForce()
  const scores = scoresOfLast(model, text)
  const acts = isHolding()
  const raised = acts ? raise(scores, triesBeside(text, name)) : scores
  const { hold } = allSettings().classifier
  const noticed = noticedIn(model, raised).map(({ label }) => label)
  // What asks for help above all is held by nothing, and is no try.
  const help = noticed[0] === 'self-harm' ? scores[LABELS.indexOf('self-harm')]! : 0
  const isHarm = (label: Label, at: number) => label !== 'self-harm' && scores[at]! >= help
  const holding = LABELS.filter(
    (label, at) => isHarm(label, at) && raised[at]! >= (hold[label as keyof typeof hold] ?? model.defaults[label].hold),
  )
  const all = [...new Set([...noticed, ...holding])]
  if (!acts) return { holds: false, noticed: all.filter((label) => label === 'self-harm') }
  if (all.some((label) => isHarm(label, LABELS.indexOf(label)))) rememberTry(text, name)
  return { holds: holding.length > 0, noticed: all }
}

const RAISED_BY = 0.4
const MOST_TRIES = 5

/** Not what asks for help: nobody evades that. */
const raise = (scores: Float32Array, tries: number): Float32Array =>
  tries === 0
    ? scores
    : scores.map((score, at) =>
        LABELS[at] === 'self-harm' ? score : logistic(Math.log(score / (1 - score)) + RAISED_BY * tries),
      )

function noticedIn(model: Model, scores: Float32Array): { label: Label; score: number }[] {
  const { notice } = allSettings().classifier
  return LABELS.map((label, at) => ({ label, score: scores[at]! }))
    .filter(({ label, score }) => score >= (notice[label] ?? model.defaults[label].notice))
    .sort((one, other) => weightOf(other) - weightOf(one))
}
const weightOf = ({ label, score }: { label: Label; score: number }): number => (label === 'self-harm' ? 2 : score)

/** A text is judged before it is written and noticed after: the scores of the last ones are kept for that. */
const last = new Map<string, { model: Model; scores: Float32Array }>()
const MOST_LAST = 8

function scoresOfLast(model: Model, text: string): Float32Array {
  const known = last.get(text)
  if (known?.model === model) return known.scores
  const scores = scoresOf(model, featuresOf(text))
  last.set(text, { model, scores })
  for (const oldest of last.keys()) {
    if (last.size <= MOST_LAST) break
    last.delete(oldest)
  }
  return scores
}

/** Under which names what was tried within an hour: hashes of texts, with the time. In memory alone. */
const tried = new Map<string, Map<number | bigint, number>>()
const MOST_NAMES = 1000
const HOUR_MS = 3_600_000

/** A text that was held, noticed or refused. The same again is the same try. */
export function rememberTry(text: string, name: Name): void {
  if (name === null || allSettings().classifier.mode === 'off') return
  const tries = tried.get(name) ?? new Map()
  tried.delete(name)
  tried.set(name, tries.set(Bun.hash(text), Date.now()))
  if (tries.size > 2 * MOST_TRIES) tries.delete(tries.keys().next().value!)
  if (tried.size > MOST_NAMES) tried.delete(tried.keys().next().value!)
}

function triesBeside(text: string, name: Name): number {
  const tries = name === null ? undefined : tried.get(name)
  if (tries === undefined) return 0
  const since = Date.now() - HOUR_MS
  const others = [...tries].filter(([hash, at]) => at > since && hash !== Bun.hash(text))
  return Math.min(MOST_TRIES, others.length)
}
