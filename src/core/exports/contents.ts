import type { Connection } from '../../../db/storage'
import { zip } from '../../lib/zip'
import { type AccountExport, readAccountExport } from './account'
import { keptParts } from './kept-parts'
import { pageOf } from './page'
import type { Part, Section } from './parts'
import { writtenParts } from './written-parts'

export const PARTS: readonly Part[] = [...writtenParts, ...keptParts]

/** The archive with all that there is about an account, as it is made; nothing if the account is gone. */
export async function exportOf(db: Connection, userId: string, at: Date): Promise<Generator<Uint8Array> | undefined> {
  const account = await readAccountExport(db, userId)
  if (account === undefined) return undefined
  const sections = sectionsOf(db, account)
  return zip(
    [
      { name: 'index.html', text: pageOf(sections, { language: account.language, at }) },
      { name: 'data.json', text: jsonOf(sections, at) },
    ],
    at,
  )
}

const sectionsOf = (db: Connection, { owner, fields }: AccountExport): Section[] => [
  { name: 'account', rows: () => [fields] },
  ...PARTS.map(({ name, rows }) => ({ name, rows: () => rows(db, owner) })),
]

/** One JSON document, a record a line. */
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
