import { sql } from 'drizzle-orm'
import { sessionTokens } from '../../../db/schema/sessions'
import { statement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { randomToken, tokenHash } from '../../lib/keys'

type TokenKind = 'cookie' | 'access' | 'refresh'

const insertToken = statement((orm) =>
  orm
    .insert(sessionTokens)
    .values({
      hash: sql.placeholder('hash'),
      sessionId: sql.placeholder('sessionId'),
      kind: sql.placeholder('kind'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

/** Issues a token of the session for `lifetime` milliseconds. Only its hash is stored. */
export function issueToken(tx: Tx, sessionId: string, kind: TokenKind, lifetime: number): string {
  const token = randomToken()
  const expiresAt = new Date(Date.now() + lifetime).toISOString()
  insertToken(tx).run({ hash: tokenHash(token), sessionId, kind, expiresAt })
  return token
}
