import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeDurably, writeDurably } from '../durable-files'
import type { Term } from './claims'

/**
 * The term that the data is of, in the form of an environment file: Litestream reads `QUAD_TERM` from it, and replicates
 * to a place of that term. A former primary that comes back so writes over nothing.
 */
export const TERM_FILE = 'term.env'

/** A claim that is being made: until the data is of its term, nobody else can tell whose it is. */
const CLAIMING_FILE = 'claiming.env'

export const readTerm = (dataDir: string): Term | undefined => read(join(dataDir, TERM_FILE))
export const writeTerm = (folder: string, term: Term): void => writeDurably(join(folder, TERM_FILE), asText(term))

export const readClaiming = (dataDir: string): Term | undefined => read(join(dataDir, CLAIMING_FILE))
export const writeClaiming = (dataDir: string, term: Term): void =>
  writeDurably(join(dataDir, CLAIMING_FILE), asText(term))
export const endClaiming = (dataDir: string): void => removeDurably(join(dataDir, CLAIMING_FILE))

const asText = ({ term, token }: Term): string => `QUAD_TERM=${term}\nQUAD_TERM_TOKEN=${token}\n`

function read(file: string): Term | undefined {
  if (!existsSync(file)) return undefined
  const { term, token } =
    /^QUAD_TERM=(?<term>\d+)\nQUAD_TERM_TOKEN=(?<token>[\w-]+)$/m.exec(readFileSync(file, 'utf8'))?.groups ?? {}
  if (term === undefined || token === undefined) throw new Error(`${file} is not as Quad wrote it`)
  return { term: Number(term), token }
}
