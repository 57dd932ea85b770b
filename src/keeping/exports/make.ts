import { existsSync } from 'node:fs'
import { exports } from '../../../db/schema/server'
import { sql } from '../../../db/sql'
import { type Connection, storage } from '../../../db/storage'
import { addNotice } from '../../campus/notices/notices'
import { encryptStream, newIdentity, seal } from '../../lib/crypto/sealing'
import { exportsFolder } from '../../lib/files/data-directory'
import { makeFolderDurably, writePieces } from '../../lib/files/durable-files'
import { pictureBytes } from '../../lib/files/pictures'
import { zip } from '../../lib/files/zip'
import { attempt, inBackground, runEvery } from '../../lib/process/background'
import { en } from '../../messages/en'
import { type MessageKey, type PlainKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { type Fields, PARTS, picturesOf, readAccountExport, type Section } from './records'
import { type ExportRow, exportFile, KEPT_MS, nextExport, sweepExportFiles } from './service'

// One after another, a piece at a time between requests. A copy that a killed process began is made anew.

const TASK = 'copies of people’s data'
const CHECK_INTERVAL_MS = 600_000
const MAX_ATTEMPTS = 3

let making = Promise.resolve()
let isEnding = false

/** Makes what people asked for; resolves when nothing waits. */
export function makeExports(): Promise<void> {
  making = making.catch(() => undefined).then(makeWaiting)
  return making
}

/** After the request that asked for one. */
export const makeExportsSoon = (): void => inBackground(TASK, makeExports)

async function makeWaiting(): Promise<void> {
  while (!isEnding) {
    const row = nextExport(storage.reader)
    if (row === undefined) return
    const { id, attempts } = row
    if (attempts >= MAX_ATTEMPTS) {
      await storage.write((tx) =>
        sql`UPDATE exports SET state = 'failed' WHERE id = ${id} AND state = 'waiting'`.run(tx),
      )
      await attempt(TASK, () => sweepExportFiles(storage.reader))
      continue
    }
    // Before the try, so that what kills the process does not kill it again and again.
    const attempted = sql`UPDATE exports SET attempts = attempts + 1 WHERE id = ${id} AND state = 'waiting'`
    await storage.write((tx) => attempted.run(tx))
    // It is reported, and tried again; who asked after it does not wait for that.
    await attempt(TASK, () => make(row))
  }
}

async function make({ id, userId }: ExportRow): Promise<void> {
  const { identity, recipient } = await newIdentity()
  const bytes = await storage.snapshot(async (db) => {
    const archive = exportOf(db, userId, new Date())
    return archive && writeEncrypted(exportFile(id), archive, recipient)
  })
  if (bytes === undefined) return
  const owner = await storage.write((tx) => {
    const finished = sql({ userId: exports.userId })`
      UPDATE exports SET state = 'ready', key_sealed = ${seal(id, identity)}, bytes = ${bytes}
      WHERE id = ${id} AND state = 'waiting' RETURNING user_id AS userId`.get(tx)
    if (finished !== undefined) addNotice(tx, finished.userId, { kind: 'export_ready' })
    return finished
  })
  // It was taken back meanwhile.
  if (owner === undefined) sweepExportFiles(storage.reader)
}

/** Returns the size of the archive; nothing if the server stops meanwhile. */
async function writeEncrypted(path: string, archive: Generator<Uint8Array>, recipient: string) {
  makeFolderDurably(exportsFolder())
  let size = 0
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = isEnding ? undefined : archive.next()
      if (piece === undefined || piece.done) return controller.close()
      size += piece.value.length
      controller.enqueue(piece.value)
    },
  })
  await writePieces(path, await encryptStream(recipient, source), undefined, 'w')
  return isEnding ? undefined : size
}

/** Forgets copies after a week, also those that were asked for while the clock was ahead. Index: exports_requested. */
export async function forgetOldExports(now = Date.now()): Promise<void> {
  const [before, latest] = [now - KEPT_MS, now + KEPT_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
  await storage.write((tx) =>
    sql`DELETE FROM exports WHERE requested_at < ${before} OR requested_at > ${latest}`.run(tx),
  )
  if (existsSync(exportsFolder())) sweepExportFiles(storage.reader)
}

/** Now and every ten minutes. The returned function stops that and waits for a run in progress. */
export function startExports(): () => Promise<void> {
  const stop = runEvery(CHECK_INTERVAL_MS, TASK, async () => {
    await forgetOldExports()
    await makeExports()
  })
  return async () => {
    isEnding = true
    await stop()
    await making.catch(() => undefined)
    isEnding = false
  }
}

/** The archive with all that there is about an account, as it is made; nothing if the account is gone. */
function exportOf(db: Connection, userId: string, at: Date): Generator<Uint8Array> | undefined {
  const account = readAccountExport(db, userId)
  if (account === undefined) return undefined
  const { owner, fields } = account
  const sections = [
    { name: 'account', rows: () => [fields] },
    ...PARTS.map(({ name, rows }) => ({ name, rows: () => rows(db, owner) })),
  ]
  return zip(
    [
      { name: 'index.html', text: pageOf(sections, { language: fields.language, at }) },
      { name: 'data.json', text: jsonOf(sections, at) },
      ...picturesOf(db, userId).map(({ id, file }) => ({ name: `pictures/${id}.webp`, text: pictureBytes(file) })),
    ],
    at,
  )
}

function* jsonOf(sections: readonly Section[], at: Date): Generator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(at.toISOString())}`
  for (const { name, rows } of sections) {
    yield `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    for (const row of rows()) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

// What somebody gets to read: one page, without scripts, that loads nothing.

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.1rem 1rem;border-top:1px solid #8884;padding-top:.75rem}
dt{opacity:.75}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}@media(max-width:30rem){dl{display:block}}`

const { escapeHTML } = Bun

export function* pageOf(sections: readonly Section[], { language, at }: { language: Language; at: Date }) {
  const say = (key: PlainKey): string => escapeHTML(resolveMessage(key, language))
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${say('exports.title')}</title><style>${STYLE}</style></head>
<body><h1>${say('exports.title')}</h1>
<p>${escapeHTML(resolveMessage({ key: 'exports.made', parameters: { at } }, language))}</p>
<p>${say('exports.lead')}</p>
<nav><ul>${sections.map(({ name }) => `<li><a href="#${name}">${say(titleOf(name))}</a></li>`).join('')}</ul></nav>
`
  for (const { name, rows } of sections) {
    yield `<section><h2 id="${name}">${say(titleOf(name))}</h2>\n`
    let isEmpty = true
    for (const row of rows()) {
      isEmpty = false
      yield recordOf(row, say)
    }
    yield `${isEmpty ? `<p>${say('exports.none')}</p>\n` : ''}</section>\n`
  }
  yield `<p>${say('exports.missing')}</p></body></html>\n`
}

const titleOf = (name: string): PlainKey => `exportParts.${name}` as PlainKey

function recordOf(row: Fields, say: (key: PlainKey) => string): string {
  const shown = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  const value = (each: Fields[string]): string =>
    typeof each === 'boolean' ? say(each ? 'exports.yes' : 'exports.no') : escapeHTML(String(each))
  const lines = shown.map(([name, each]) => `<dt>${labelOf(name, say)}</dt><dd>${value(each)}</dd>`)
  return `<dl>${lines.join('')}</dl>\n`
}

/** A field without a label of its own keeps its name in the JSON. */
const labelOf = (name: string, say: (key: PlainKey) => string): string =>
  Object.hasOwn(en.exportFields, name) ? say(`exportFields.${name}` as MessageKey as PlainKey) : escapeHTML(name)
