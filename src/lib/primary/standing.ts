import { randomUUID } from 'node:crypto'
import { errorCode, ForOperator } from '../../../db/error-code'
import type { Gate } from '../../../db/storage-health'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { config } from '../../config'
import { runEvery, unlessLate } from '../process/background'
import { msSince, thisMoment } from '../process/clock'
import { log } from '../process/log'
import {
  type Claims,
  claimsIn,
  endClaiming,
  readClaiming,
  readTerm,
  type Term,
  writeClaiming,
  writeTerm,
} from './claims'

const LOOK_EVERY_MS = 1000
const ANSWER_WITHIN_MS = 2000

/** When nobody has looked for so long, this process or its machine stood still, and another may be primary by now. */
const LOOKED_WITHIN_MS = 6000

/** The claims do not say whether this server may be primary. */
export class ClaimsUnclear extends ForOperator {
  override name = 'ClaimsUnclear'
}

export const configuredClaims = (): Claims | undefined =>
  config.primaryClaims && claimsIn(config.primaryClaims.at, config.primaryClaims.s3)

export const newTerm = (term: number): Term => ({ term, token: randomUUID() })

type Standing = 'primary' | 'former'

/** What the claims say of the data. The first server of a campus claims the first term. @throws ClaimsUnclear */
export async function standingOf(dataDir: string, claims: Claims): Promise<Standing> {
  const term = readTerm(dataDir)
  if (term !== undefined) return standingOfTerm(claims, term)
  const [first] = await answered(claims.since(1))
  const claiming = readClaiming(dataDir)
  const own = claiming?.term === 1 ? claiming : newTerm(1)
  if (first !== undefined && (await answered(claims.read(first))).token !== own.token) return 'former'
  writeClaiming(dataDir, own)
  if (first === undefined && !(await answered(claims.make({ ...own, at: new Date().toISOString() })))) return 'former'
  writeTerm(dataDir, own)
  endClaiming(dataDir)
  return standingOfTerm(claims, own)
}

export async function standingOfTerm(claims: Claims, { term, token }: Term): Promise<Standing> {
  if (await hasSuccessor(claims, term)) return 'former'
  return (await answered(claims.read(term))).token === token ? 'primary' : 'former'
}

async function hasSuccessor(claims: Claims, term: number): Promise<boolean> {
  const [own, ...later] = await answered(claims.since(term))
  if (own === term) return later.length > 0
  throw new ClaimsUnclear(`PRIMARY_CLAIMS has no claim of term ${term}, which this data is of. Is its place mounted?`)
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  const silence = () => new ClaimsUnclear('PRIMARY_CLAIMS does not answer.')
  try {
    return await unlessLate(ANSWER_WITHIN_MS, 'waiting for the claims', asked, silence)
  } catch (error) {
    if (error instanceof ClaimsUnclear) throw error
    // Messages of servers may quote what was sent.
    throw new ClaimsUnclear(`PRIMARY_CLAIMS cannot be read (${errorCode(error).slice(0, 60) || 'unknown'}).`)
  }
}

let fenced = false
let watching: PrimaryWatch | undefined

export const isFenced = (): boolean => fenced

export function setFenced(value: boolean): void {
  fenced = value
}

/** The look that whoever answers has to wait for, because nobody has looked for long; undefined where somebody has. */
export const nextLook = (): Promise<void> | undefined => watching?.nextLook

/** Looks all the time whether this server is still the primary, and closes the gate of its storage when it is not. */
export class PrimaryWatch implements Gate {
  /** When the newest look began that has ended. */
  #lookedAt = thisMoment()
  /** The one that all wait for who would answer after a standstill. */
  #looking: Promise<void> | undefined
  #fault: ClaimsUnclear | undefined

  constructor(
    readonly claims: Claims,
    readonly term: Term,
    readonly onFenced: () => void,
  ) {}

  get refusal(): StorageUnavailable | undefined {
    if (fenced) return new StorageUnavailable('fenced')
    return this.#isOverdue ? new StorageUnavailable('unclaimed') : undefined
  }

  get #isOverdue(): boolean {
    return msSince(this.#lookedAt) > LOOKED_WITHIN_MS
  }

  get nextLook(): Promise<void> | undefined {
    if (!this.#isOverdue) return undefined
    this.#looking ??= this.#tryToLook().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** Why the last look found nothing out. Writes go on meanwhile: a place that is away must not stop a campus. */
  get fault(): string | undefined {
    return this.#fault?.message
  }

  /** @throws ClaimsUnclear, StorageUnavailable (`fenced`) */
  async look(): Promise<void> {
    const began = thisMoment()
    try {
      if ((await hasSuccessor(this.claims, this.term.term)) && !fenced) {
        setFenced(true)
        log.error('Another server has taken over (PRIMARY_CLAIMS): this one is not the primary any more')
        this.onFenced()
      }
    } finally {
      // Not before what it found: in between somebody would take this server for the primary.
      this.#lookedAt = began
    }
    if (fenced) throw new StorageUnavailable('fenced')
  }

  start(): () => Promise<void> {
    watching = this
    const stop = runEvery(LOOK_EVERY_MS, 'looking whether this is the primary', () => this.#tryToLook())
    return async () => {
      watching = undefined
      await stop()
    }
  }

  async #tryToLook(): Promise<void> {
    try {
      await this.look()
      this.#note(undefined)
    } catch (error) {
      if (error instanceof ClaimsUnclear) this.#note(error)
      else if (!(error instanceof StorageUnavailable)) throw error
    }
  }

  #note(fault: ClaimsUnclear | undefined): void {
    if (fault?.message === this.#fault?.message) return
    this.#fault = fault
    if (fault === undefined) log.info('PRIMARY_CLAIMS can be read again')
    else log.warn(`${fault.message} If another server took over now, this one would not learn of it.`)
  }
}

/** Undefined without PRIMARY_CLAIMS, and where another server has taken over. @throws ClaimsUnclear */
export async function standAsPrimary(onFenced: () => void): Promise<PrimaryWatch | undefined> {
  const claims = configuredClaims()
  if (claims === undefined) return undefined
  if ((await standingOf(config.dataDir, claims)) === 'former') setFenced(true)
  const term = readTerm(config.dataDir)
  return term === undefined || isFenced() ? undefined : new PrimaryWatch(claims, term, onFenced)
}
