import { existsSync, readFileSync } from 'node:fs'
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
import { candidateOf, IMPORTED, lossOf } from './night'
import { addVersion, baseId, classifierInForce, newestVersion } from './versions'

export const learn: PartCommand = async (args, desk) => {
  if ([args.check, args.export, args.import].filter(Boolean).length !== 1)
    return desk.fail('Give one of --check, --export and --import.', 2)
  return desk.withStorage<object>(() =>
    args.check ? check(desk) : args.export ? exported(desk) : importFrom(desk, String(args.import)),
  )
}

/** By what the campus has learned where there is a database, else by what Quad comes with. */
export const score: PartCommand = async function* (_args, desk) {
  const model = existsSync(databaseFile()) ? await desk.withStorage(classifierInForce) : baseModel()
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
    const { text } = JSON.parse(line.replace('\ufeff', ''))
    if (typeof text === 'string') return text
  } catch {}
  return undefined
}

async function check({ fail }: Desk) {
  const db = storage.reader
  const decisions = decisionsUntil(db, new Date().toISOString())
  if (decisions.length < 2) return fail('There are no decisions to compare yet.')
  const { candidate, heldOut } = await candidateOf(decisions)
  const noticed = ['removed', 'kept', ...LABELS].map((kind) => {
    const these = heldOut.filter(({ isKept, labels }) => [isKept ? 'kept' : 'removed', ...labels].includes(kind))
    const by = (notices: (decision: Stored) => boolean) => these.filter(notices).length
    return {
      ...{ kind, of: these.length },
      words: by(({ id }) => findViolations({ text: textOf(db, id)?.text ?? '' }).length > 0),
      base: by(({ features }) => isNoticed(scoresOf(baseModel(), features))),
      campus: by(({ features }) => isNoticed(scoresOf(candidate, features))),
    }
  })
  const logLoss = { base: lossOf(baseModel(), heldOut), campus: lossOf(candidate, heldOut) }
  const text = [
    `Of ${heldOut.length} decisions that were not learned, of ${decisions.length}:`,
    ...noticed.map(
      ({ kind, of, words, base, campus }) =>
        `${kind}: of ${of}, words notice ${words}, Quad’s base ${base}, this campus ${campus}`,
    ),
    `log loss: Quad’s base ${logLoss.base.toFixed(3)}, this campus ${logLoss.campus.toFixed(3)}`,
  ]
  return { data: { decisions: decisions.length, heldOut: heldOut.length, noticed, logLoss }, text }
}

function exported({ fail }: Desk) {
  const { base, decisions, delta } = newestVersion(storage.reader) ?? {}
  if (!delta) return fail('Nothing is learned here that is in force.')
  const data = { base, decisions, delta: delta.toBase64() }
  return { data, text: JSON.stringify(data) }
}

async function importFrom({ fail }: Desk, file: string) {
  const { decisions, delta } = learnedIn(file) ?? fail(`${file} is no export of what this version of Quad has learned.`)
  await storage.write((tx) => {
    addVersion(tx, { decisions, delta, learnedFrom: IMPORTED })
    audit(tx, systemActor('cli'), { action: 'operator:imported:classifier', entityType: 'settings', entityId: null })
  })
  return { data: { file, decisions }, text: `What was learned from ${decisions} decisions is in force.` }
}

/** Beyond another base it would say nothing. */
function learnedIn(file: string): { decisions: number; delta: Uint8Array } | undefined {
  try {
    const { base, decisions, delta } = JSON.parse(readFileSync(file, 'utf8'))
    const bytes = Uint8Array.fromBase64(delta)
    if (campusModel(baseModel(), bytes) && base === baseId() && Number.isSafeInteger(decisions) && decisions >= 0)
      return { decisions, delta: bytes }
  } catch {}
  return undefined
}
