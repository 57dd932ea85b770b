import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { errorCode } from '../../../db/error-code'
import type { BucketCredentials } from '../../config'
import type { Place } from '../../config/parse'
import { removeDurably, syncFolderAside, writeDurably, writeDurablyAside } from '../files/durable-files'
import { parseObject } from '../text/json'

// Who is primary: a claim for each term, made once and never changed, in a place that every server reaches. A takeover
// claims the next term. No clock and no lease: of two who make the same name one is refused, and a name is seen by all
// once it was made.

/** What a server proves with that a term is its own. */
export type Term = { term: number; token: string }

const Claim = Type.Object({ term: Type.Integer({ minimum: 1 }), token: Type.String(), at: Type.String() })
type Claim = Term & { at: string }

export type Claims = {
  /** The terms from this one on that somebody has claimed, in order. */
  since(term: number): Promise<number[]>
  read(term: number): Promise<Claim>
  make(claim: Claim): Promise<boolean>
}

const nameOf = (term: number): string => `term-${String(term).padStart(6, '0')}.json`
const asText = (claim: Claim): string => `${JSON.stringify(claim)}\n`

const termsOf = (names: readonly string[], least: number): number[] => {
  const terms = names
    .map((name) => Number(/^term-(\d{6})\.json$/.exec(name)?.[1] ?? 0))
    .filter((term) => term >= Math.max(1, least))
  return terms.sort((one, other) => one - other)
}

function parse(text: string): Claim {
  const claim = parseObject(text)
  if (!Value.Check(Claim, claim)) throw new Error('a claim is not as it was written')
  return claim
}

export const claimsIn = (place: Place, credentials: BucketCredentials): Claims =>
  place.kind === 'folder' ? folderClaims(place.path) : bucketClaims(place, credentials)

function folderClaims(folder: string): Claims {
  return {
    since: async (least) => termsOf(await readdir(folder), least),
    read: async (term) => parse(await readFile(join(folder, nameOf(term)), 'utf8')),
    make: async (claim) => {
      // Whole before it has its name, which only one can give.
      const unfinished = join(folder, `.${randomUUID()}`)
      await writeDurablyAside(unfinished, Buffer.from(asText(claim)))
      try {
        await link(unfinished, join(folder, nameOf(claim.term)))
        await syncFolderAside(folder)
        return true
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      } finally {
        await rm(unfinished, { force: true })
      }
    },
  }
}

/** It exists already, or somebody else makes it at this moment. */
const TAKEN = [409, 412]

function bucketClaims({ bucket, prefix }: Extract<Place, { kind: 's3' }>, credentials: BucketCredentials): Claims {
  const client = new Bun.S3Client({ ...credentials, bucket, retry: 1 })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  return {
    since: async (least) => {
      const names: string[] = []
      for (let startAfter = keyOf(nameOf(Math.max(0, least - 1))); ; ) {
        const { contents = [], isTruncated } = await client.list({ prefix: keyOf('term-'), startAfter })
        for (const { key } of contents) names.push(key.slice(keyOf('').length))
        const last = contents.at(-1)
        if (isTruncated !== true || last === undefined) return termsOf(names, least)
        startAfter = last.key
      }
    },
    read: async (term) => parse(await client.file(keyOf(nameOf(term))).text()),
    make: async (claim) => {
      // The client of Bun has no conditional write (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html).
      const url = client.presign(keyOf(nameOf(claim.term)), { method: 'PUT', expiresIn: 60 })
      const headers = { 'if-none-match': '*' }
      const { ok, status } = await fetch(url, { method: 'PUT', headers, body: asText(claim), redirect: 'manual' })
      if (ok) return true
      if (TAKEN.includes(status)) return false
      throw new Error(`the bucket of PRIMARY_CLAIMS refused a claim with ${status}`)
    },
  }
}

/**
 * The term of the data, as an environment file: Litestream replicates to the place of `QUAD_TERM`, so that a former
 * primary that comes back writes over nothing.
 */
export const TERM_FILE = 'term.env'

/** A claim that is being made: until the data is of its term, nobody else can tell whose it is. */
const CLAIMING_FILE = 'claiming.env'

export const readTerm = (dataDir: string): Term | undefined => read(join(dataDir, TERM_FILE))
export const writeTerm = (folder: string, term: Term): void => writeDurably(join(folder, TERM_FILE), envOf(term))
export const readClaiming = (dataDir: string): Term | undefined => read(join(dataDir, CLAIMING_FILE))
export const writeClaiming = (dataDir: string, term: Term): void =>
  writeDurably(join(dataDir, CLAIMING_FILE), envOf(term))
export const endClaiming = (dataDir: string): void => removeDurably(join(dataDir, CLAIMING_FILE))
const envOf = ({ term, token }: Term): string => `QUAD_TERM=${term}\nQUAD_TERM_TOKEN=${token}\n`

function read(file: string): Term | undefined {
  if (!existsSync(file)) return undefined
  const [, term, token] = /^QUAD_TERM=(\d+)\nQUAD_TERM_TOKEN=([\w-]+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  if (term === undefined || token === undefined) throw new Error(`${file} is not as Quad wrote it`)
  return { term: Number(term), token }
}
