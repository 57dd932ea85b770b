import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { storedHash } from '../../lib/keys'
import { type Account, readAccount } from '../access/account'
import { type Actor, type AuditEntry, audit, systemActor } from '../audit/audit'
import { aliasIn, ownerOf, refuseSanctioned, takeAlias } from './aliases'
import { refuseAnotherAlias, refuseSwitchedOff } from './limits'

// Under which of its names an account writes, and whom the audit log names for that.

type Self = Account & Pick<Actor, 'origin'>

/** Who writes: an account, under its own name or under its alias in the thread. */
export type Writer<Person extends Self = Self> = {
  /** The account, which knows a new alias as its own. */
  self: Person
  /** The name that the text goes under. */
  author: Account
  /** Whom the audit log names. */
  actor: Actor
}

/**
 * Refuses an alias that the account does not have yet and may not have now. One that something `waited` for counted in the
 * limits since it was written.
 */
export async function writerIn<Person extends Self>(
  tx: Tx,
  self: Person,
  postId: string,
  usesAlias: boolean,
  since: 'now' | 'waited' = 'now',
): Promise<Writer<Person>> {
  if (!usesAlias) return { self, author: self, actor: self }
  if (aliasIn(tx, self.id, postId) === undefined)
    await (since === 'now' ? refuseAnotherAlias(tx, self) : refuseSwitchedOff())
  const author = await takeAlias(tx, self, postId)
  const aliases = new Set([...self.aliases, author.id])
  return { self: { ...self, aliases }, author, actor: aliasActor(author.id, self.id) }
}

/** Whom the audit log names when an account acts on what it wrote: the name that this stands under. */
export const actorOn = (self: Self, authorId: string | null): Actor =>
  authorId !== null && self.aliases.has(authorId) ? aliasActor(authorId, self.id) : self

/** Whom it names when the account changes that. Refuses under an alias that is under a sanction. */
export async function editorOf(db: Connection, self: Self, authorId: string | null): Promise<Actor> {
  if (authorId !== null && self.aliases.has(authorId)) refuseSanctioned(await ownName(db, self, authorId))
  return actorOn(self, authorId)
}

/**
 * The entry of what an account does to a text that is there for others, too, such as a vote. None where the text is its
 * own under an alias: of a text that few can read, or just appeared, it would tell whose the alias is.
 */
export async function auditUnlessOwnAlias(
  tx: Tx,
  self: Self,
  authorId: string | null,
  entry: AuditEntry,
): Promise<void> {
  if (authorId === null || !self.aliases.has(authorId)) await audit(tx, self, entry)
}

/** Whom it names when Quad publishes what somebody wrote before. */
export const publishedActor = (db: Connection, author: Account): Actor =>
  author.status === 'ALIAS'
    ? aliasActor(author.id, ownerOf(db, author.id))
    : { ...author, origin: systemActor('system').origin }

/**
 * Without an origin: the network address, the browser and the request of an account would tell whose the alias is. The hash
 * differs between the aliases of an account, which must not be seen to belong together either.
 */
const aliasActor = (aliasId: string, accountId: string): Actor => ({
  id: aliasId,
  role: 'user',
  origin: systemActor('system').origin,
  accountHash: storedHash('alias-account', `${aliasId}\0${accountId}`),
})

/** One of the account's own names. */
export const ownName = async (db: Connection, self: Account, authorId: string): Promise<Account> =>
  authorId === self.id ? self : ((await readAccount(db, authorId)) ?? refuse('INTERNAL'))

/** The account with the aliases that it has by now: a request that waited for another one may not know what that made. */
export async function withPresentAliases<Person extends Account>(db: Connection, self: Person): Promise<Person> {
  const { aliases } = (await readAccount(db, self.id)) ?? self
  return { ...self, aliases }
}
