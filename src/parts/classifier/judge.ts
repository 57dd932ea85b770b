import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../db/storage'
import type { DomainEvents, Judgement, Reading } from '../../ground/parts'
import { allSettings, reportReasons } from '../../ground/settings/settings'
import { fileAutomaticReport } from '../../order/reports/automatic'
import { isDecided } from './decisions'
import { LABELS, type Label, SELF_HARM } from './labels'
import { labelsMeant } from './meanings'
import { helpScoreOf, logistic, reasonsOf, scoresOfText } from './model'
import { classifierInForce, isHolding, threshold } from './versions'

// What comes of a text's scores. Self-harm never holds anything and is noticed from the first day: its author is shown
// where help is, and moderators are told. The rest comes once the classifier has shown that it agrees with them.

/** Looked up where it counts. */
type Name = () => string | null

export function judge(text: string, name: Name): Judgement {
  const found = foundIn(text, name)
  judged.set(text, found)
  return { holds: found.some((each) => each.holds), needsHelp: found.some(({ label }) => label === 'self-harm') }
}

/** What was found in texts that are about to be written. */
const judged = new LRUCache<string, Found[]>({ max: 256 })

/** Tells moderators of a text that stands now. One that they have released they know. */
export function noticeWritten(tx: Tx, { type, id, authorId, text, isReleased }: DomainEvents['text.written']): void {
  if (authorId === null || isReleased) return
  const found = judged.get(text) ?? foundIn(text, () => authorId)
  judged.delete(text)
  const { label } = found.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? {}
  if (label === undefined || isDecided(tx, id, text)) return
  // In the campus's own words, where it has some.
  const reason = reportReasons().find((each) => labelsMeant(each).includes(label)) ?? label
  fileAutomaticReport(tx, { type, id, authorId }, { reason, isUrgent: label === 'self-harm' })
}
const weightOf = ({ label, score }: Found): number => (label === 'self-harm' ? 2 : score)

/** For whoever decides about a text, the highest first. */
export const read = (text: string): Reading[] =>
  foundIn(text, () => null)
    .toSorted((one, other) => other.score - one.score)
    .map(({ label, score }) => ({
      ...{ label, score: Math.round(score * 100) / 100 },
      because: reasonsOf(classifierInForce(), text, label),
    }))

type Found = { label: Label; score: number; holds: boolean }

/** What is held or noticed; until the classifier has agreed with moderators often enough, only who needs help. */
function foundIn(text: string, name: Name): Found[] {
  if (allSettings().classifier.mode === 'off' || text === '') return []
  const model = classifierInForce()
  const scores = isHolding() ? scoresOfText(model, text) : undefined
  const help = scores?.[SELF_HARM] ?? helpScoreOf(model, text)
  const needsHelp = help >= threshold('notice', 'self-harm')
  const found: Found[] = needsHelp ? [{ label: 'self-harm', score: help, holds: false }] : []
  if (scores === undefined) return found
  let tries: number | undefined
  let isTry = false
  for (const [at, label] of LABELS.entries()) {
    if (label === 'self-harm') continue
    const [hold, notice] = [threshold('hold', label), threshold('notice', label)]
    // Who wrote it is looked up only where it can matter.
    if (raised(scores[at]!, MOST_TRIES) < Math.min(hold, notice)) continue
    tries ??= triesBeside(text, name)
    const score = raised(scores[at]!, tries)
    // What asks for help above all is held by nothing, and is no try.
    const isHarm = !needsHelp || scores[at]! >= help
    const holds = isHarm && score >= hold
    if (!holds && score < notice) continue
    found.push({ label, score, holds })
    isTry ||= isHarm
  }
  if (isTry) rememberTry(text, name)
  return found
}

const RAISED_BY = 0.4
const MOST_TRIES = 5
const raised = (score: number, tries: number): number => logistic(Math.log(score / (1 - score)) + RAISED_BY * tries)

/** Under which names what was tried: hashes of texts, with the time. In memory alone. */
const tried = new LRUCache<string, Map<number | bigint, number>>({ max: 1000 })
const HOUR_MS = 3_600_000

/** A text that was held, noticed or refused. The same again is the same try. */
export function rememberTry(text: string, nameOf: Name): void {
  const name = nameOf()
  if (name === null) return
  const tries = tried.get(name) ?? new Map()
  tried.set(name, tries.set(tryOf(text), Date.now()))
  if (tries.size > 2 * MOST_TRIES) tries.delete(tries.keys().next().value!)
}

function triesBeside(text: string, name: Name): number {
  const [tries, since] = [tried.get(name() ?? '') ?? [], Date.now() - HOUR_MS]
  return Math.min(MOST_TRIES, [...tries].filter(([hash, at]) => at > since && hash !== tryOf(text)).length)
}

const tryOf = (text: string) => Bun.hash(text.replace(/\s+/g, ' '))
