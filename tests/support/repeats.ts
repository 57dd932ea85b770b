import { newWords, select } from './content'
import type { Answer } from './kit'

// For tests of requests that are sent again with their `Idempotency-Key`.

export const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

export const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

export const feedback = (content = newWords()) => ({ type: 'bug', title: 'The lift', content })

export const totalOf = (table: string) => select(`SELECT count(*) AS n FROM ${table}`)[0].n

/** How many keys of the account are kept. */
export const keysOf = (userId: string) => select('SELECT 1 FROM idempotency_keys WHERE user_id = ?', userId).length
