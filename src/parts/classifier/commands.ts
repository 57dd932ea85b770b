import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { storage } from '../../../db/storage'
import { audit, systemActor } from '../../ground/audit/audit'
import type { Desk, PartCommand } from '../../ground/parts'
import { findViolations } from '../../ground/policy/check-texts'
import { databaseFile } from '../../lib/files/data-directory'
import { textOf } from '../../order/reports/judged'
import { decisionsUntil, isNoticed, type Stored } from './decisions'
import { LABELS } from './labels'
import { baseModel, campusModel, scoresOf, scoresOfText } from './model'
import { addVersion, candidateOf, lossOf } from './night'
import { forgetAll } from './state'
import { baseId, deltaInForce, modelOf, newestVersion } from './versions'

/** `quad score`: by what the campus has learned where there is a database, else by what Quad comes with. */
export const score: PartCommand = async function* (_args, desk) {
  const model = existsSync(databaseFile()) ? await desk.withStorage(() => modelOf(storage.reader)) : baseModel()
  let lines = 0
  for await (const line of createInterface({ input: process.stdin })) {
    lines++
    const text = textIn(line) ?? desk.fail(`Line ${lines} is no JSON like {"text": "Good morning"}.`, 2)
    const scores = scoresOfText(model, text)
    yield JSON.stringify(Object.fromEntries(LABELS.map((label, at) => [label, Number(scores[at]!.toFixed(4))])))
  }
  return { data: { lines }, text: [] }
}

function textIn(line: string): string | undefined {
  try {
    const { text } = JSON.parse(line)
    if (typeof text === 'string') return text
  } catch {}
  return undefined
}

/** Whom the table of `--check` has a line for. */
const KINDS: Record<string, (decision: Stored) => boolean> = {
  removed: ({ isKept }) => !isKept,
  kept: ({ isKept }) => isKept,
  ...Object.fromEntries(LABELS.map((label) => [label, ({ labels }: Stored) => labels.includes(label)])),
}
const inColumns = (row: object) =>
  Object.values(row).reduce((line, value, at) => line + (at === 0 ? value.padEnd(11) : String(value).padStart(8)), '')

const check = (desk: Desk) =>
  desk.withStorage(async () => {
    const db = storage.reader
    const decisions = decisionsUntil(db, new Date().toISOString())
    if (decisions.length < 2) return desk.fail('There are no decisions to compare yet.')
    const { candidate, heldOut } = await candidateOf(decisions)
    const noticed = Object.entries(KINDS).map(([kind, is]) => {
      const these = heldOut.filter(is)
      const by = (notices: (decision: Stored) => boolean) => these.filter(notices).length
      return {
        ...{ kind, of: these.length },
        words: by(({ id }) => findViolations({ text: textOf(db, id)?.text ?? '' }).length > 0),
        base: by(({ features }) => isNoticed(baseModel(), scoresOf(baseModel(), features))),
        campus: by(({ features }) => isNoticed(candidate, scoresOf(candidate, features))),
      }
    })
    const logLoss = { base: lossOf(baseModel(), heldOut), campus: lossOf(candidate, heldOut) }
    const text = [
      `Noticed of ${heldOut.length} decisions that were not learned, of ${decisions.length}:`,
      inColumns(['', 'of', 'words', 'base', 'campus']),
      ...noticed.filter(({ of }) => of > 0).map(inColumns),
      inColumns(['log loss', '', '', logLoss.base.toFixed(3), logLoss.campus.toFixed(3)]),
    ]
    return { data: { decisions: decisions.length, heldOut: heldOut.length, noticed, logLoss }, text }
  })

const FORMAT = 'quad-classifier'

const exportTo = (desk: Desk, file: string) =>
  desk.withStorage(() => {
    const [newest, delta] = [newestVersion(storage.reader), deltaInForce(storage.reader)]
    if (newest === undefined || delta === undefined) return desk.fail('Nothing is learned here that is in force.')
    if (existsSync(file)) return desk.fail(`${file} exists already; an export overwrites nothing.`)
    const { madeAt, decisions } = newest
    const learned = { format: FORMAT, base: baseId(), madeAt, decisions, delta: delta.toBase64() }
    writeFileSync(file, JSON.stringify(learned), { mode: 0o600 })
    return { data: { file, decisions }, text: `Wrote what was learned from ${decisions} decisions into ${file}.` }
  })

function importFrom(desk: Desk, file: string) {
  if (!existsSync(file)) return desk.fail(`There is no file ${file}.`, 2)
  const { base, decisions, delta } = learnedIn(file) ?? desk.fail(`${file} is not what \`quad learn --export\` writes.`)
  if (base !== baseId())
    return desk.fail('It was learned beyond another base: export it from the version of Quad that runs here.')
  return desk.withStorage(async () => {
    await storage.write((tx) => {
      addVersion(tx, { decisions, delta, figures: { from: FORMAT }, state: 'imported' })
      audit(tx, systemActor('cli'), { action: 'operator:imported:classifier', entityType: 'settings', entityId: null })
    })
    return { data: { file, decisions }, text: `What was learned from ${decisions} decisions is in force.` }
  })
}

function learnedIn(file: string): { base: string; decisions: number; delta: Uint8Array } | undefined {
  try {
    const { format, base, decisions, delta } = JSON.parse(readFileSync(file, 'utf8'))
    const bytes = Uint8Array.fromBase64(delta)
    campusModel(baseModel(), bytes)
    if (format === FORMAT && Number.isSafeInteger(decisions)) return { base, decisions, delta: bytes }
  } catch {}
  return undefined
}

const reset = (desk: Desk) =>
  desk.withStorage(async () => {
    await storage.write((tx) => forgetAll(tx, systemActor('cli'), 'operator:reset:classifier'))
    return { data: {}, text: 'What was learned is deleted, with the decisions. Quad judges by what it comes with.' }
  })

/** Each is given the value of its option. */
const LEARN = { check, export: exportTo, import: importFrom, reset }

export const learn: PartCommand = async (args, desk) => {
  const [asked, ...more] = (Object.keys(LEARN) as (keyof typeof LEARN)[]).filter((name) => args[name])
  if (asked === undefined || more.length > 0)
    return desk.fail('Give one of --check, --export, --import and --reset.', 2)
  return LEARN[asked](desk, String(args[asked]))
}
