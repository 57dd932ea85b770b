import type { Database } from 'bun:sqlite'

const SESSION_MS = 30 * 86_400_000

/** Opens a session for each user as a sign-in does, used just now, with a cookie that starts with `name`; returns both. */
export function openSessions(sqlite: Database, users: readonly string[], name: string) {
  const now = Date.now()
  const [at, end] = [new Date(now).toISOString(), new Date(now + SESSION_MS).toISOString()]
  using session = sqlite.prepare(
    'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?1, ?2, ?3, ?3, ?4)',
  )
  using proof = sqlite.prepare(
    "INSERT INTO session_tokens (hash, session_id, kind, expires_at) VALUES (?, ?, 'cookie', ?)",
  )
  return sqlite.transaction(() =>
    users.map((user, number) => {
      const token = `${name}-${number}`.padEnd(43, 'x')
      const sessionId = Bun.randomUUIDv7()
      session.run(sessionId, user, at, end)
      proof.run(new Bun.CryptoHasher('sha256').update(token).digest('base64url'), sessionId, end)
      return { sessionId, cookie: `identity.session_token=${token}` }
    }),
  )()
}
