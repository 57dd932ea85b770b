import { sessionTokens } from '../../../db/schema/sessions'
import type { Tx } from '../../../db/storage'
import { randomToken, tokenHash } from '../../lib/keys'

type TokenKind = 'cookie' | 'access' | 'refresh'

/** Issues a token of the session. Only its hash is stored. */
export function issueToken(tx: Tx, sessionId: string, kind: TokenKind, expiresAt: string): string {
  const token = randomToken()
  tx.orm
    .insert(sessionTokens)
    .values({ hash: tokenHash(token), sessionId, kind, expiresAt })
    .run()
  return token
}
