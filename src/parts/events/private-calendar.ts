import { calendars } from '../../../db/schema/follows'
import { insertInto, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { postRecords } from '../../forum/posts/record'
import { feedVisibility, viewerAudience } from '../../forum/posts/visibility'
import { accountById, type Viewer } from '../../ground/access/account'
import { levelRefusal } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { randomToken, storedHash, storedHashes } from '../../lib/crypto/keys'
import { today } from '../../lib/text/coarse-time'
import { agenda, calendarText, MAX_IN_CALENDAR, toEvents, UNTIL_EVER, upcomingFrom } from './agenda'

// The private calendar: a secret address at which a calendar program, which has no session, reads the coming events of
// what one follows. It is told once and stored as a hash; its path is written nowhere.

const PURPOSE = 'calendar'

type CalendarState = { since: string | null }

const rowOf = (userId: string) => sql(pick(calendars, 'createdAt'))`
  SELECT created_at AS createdAt FROM calendars WHERE user_id = ${userId}`

/** Since which day there is an address. */
export const calendarState = ({ id }: Viewer): CalendarState => ({
  since: rowOf(id).get(storage.reader)?.createdAt ?? null,
})

export const dropCalendar = (tx: Tx, userId: string) => sql`DELETE FROM calendars WHERE user_id = ${userId}`.run(tx)

/** Instead of the one before, which is known no more. */
export const makeCalendar = (user: Viewer): Promise<{ url: string; since: string }> =>
  writeAs(user, 'reader', (tx, user) => {
    const [{ id }, token, since] = [user, randomToken(), today()]
    dropCalendar(tx, id)
    insertInto(calendars, { userId: id, hash: storedHash(PURPOSE, token), createdAt: since }).run(tx)
    audit(tx, user, { action: 'user:made:calendar', entityType: 'user', entityId: id })
    return { url: `${config.publicUrl}/calendar/${token}.ics`, since }
  })

/** A sanctioned account may, too. */
export const revokeCalendar = (user: Viewer): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    if (dropCalendar(tx, user.id).changes === 0) return
    audit(tx, user, { action: 'user:revoked:calendar', entityType: 'user', entityId: user.id })
  })

const missing = (): never => refuse('NOT_FOUND')

/** What an address answers. 404 alike for one that nobody has, and of an account that may not read as a member. */
export function privateCalendar(file: string): string {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? ''
  const hashes = JSON.stringify(storedHashes(PURPOSE, token))
  const row = sql(pick(calendars, 'userId'))`
    SELECT user_id AS userId FROM calendars WHERE hash IN (SELECT value FROM json_each(${hashes}))`.get(storage.reader)
  const account = row && accountById(row.userId)
  if (account === undefined || levelRefusal('reader', account) !== null) return missing()
  // As a student: whoever may read everything does not have all of it in a calendar.
  const reader = { ...account, role: 'user' as const }
  const followed = sql`AND EXISTS (SELECT 1 FROM follows f WHERE f.user_id = ${account.id} AND (
    (f.kind = 'post' AND f.target = p.id) OR (f.kind = 'topic' AND f.target = p.topic) OR
    (f.kind = 'course' AND f.target = p.course_id)))`
  const { blocked } = feedVisibility(reader)
  const span = { from: upcomingFrom(), until: UNTIL_EVER, limit: MAX_IN_CALENDAR }
  const rows = agenda({ viewers: viewerAudience(reader), blocked, which: followed, ...span }).all(storage.reader)
  const events = postRecords(
    reader,
    rows.map(({ id }) => id),
  ).flatMap(toEvents)
  return calendarText('Quad', events)
}
