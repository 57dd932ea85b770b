import { storage } from '../../db/storage'
import { newWords } from './content'
import type { Answer } from './kit'

// For tests of requests that are sent again with their `Idempotency-Key`.

export const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

export const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

export const feedback = (content = newWords()) => ({ type: 'bug', title: 'The lift', content })

export const totalOf = (table: string) =>
  storage.reader.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0

/** How many keys of the account are kept. */
export const keysOf = (userId: string) =>
  storage.reader.sqlite
    .query<{ n: number }, [string]>('SELECT count(*) AS n FROM idempotency_keys WHERE user_id = ?')
    .get(userId)?.n ?? 0
