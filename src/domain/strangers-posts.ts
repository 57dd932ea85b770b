import type { Tx } from '../../db/storage'
import { Cache } from '../services/cache'

/** A post as strangers get it: its record as JSON. */
export type StrangersRecord = { json: string; authorId: string | null }

/** Which posts a page of a list shows to strangers, and the meta beside them. */
export type StrangersPage = { ids: readonly string[]; meta: object }

// One process owns every write, so it knows when an answer to strangers has become untrue. Records are kept one by one
// and pages by their ids: a view or a vote rewrites one record, a new post the pages.
export const strangersRecords = new Cache<string, StrangersRecord>(5_000)
export const strangersPages = new Cache<string, StrangersPage>(500)

/** Stands still while everything that is kept for strangers is true. */
export const strangersVersion = (): number => strangersRecords.version + strangersPages.version

/** After a change of what a post's record shows: its text, its counts. */
export function postChanged(tx: Tx, id: string): void {
  tx.afterCommit(() => strangersRecords.drop(id))
}

/** After a change of many at once, such as all that an account has voted on. */
export function manyPostsChanged(tx: Tx): void {
  tx.afterCommit(() => strangersRecords.clear())
}

/** After a change of what lists hold: a post that comes, goes, or moves between them; of one, or of all by an author. */
export function postsMoved(tx: Tx, which: { id: string } | { authorId: string }): void {
  tx.afterCommit(() => {
    strangersPages.clear()
    if ('id' in which) strangersRecords.drop(which.id)
    else strangersRecords.dropWhere(({ authorId }) => authorId === which.authorId)
  })
}
