import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { minuteOf } from '../../lib/text/coarse-time'
import { choice, integer, namedObject, timestamp } from '../../lib/text/schema'
import { type MessageOrKey, message, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { postRowById } from './cache'
import { SORT_WORDS, type SortBy } from './list-queries'
import type { ListFilter, Window } from './lists'
import { missing } from './publish'
import { hotLead } from './stats'
import { auditPrivateRead, readablePost } from './visibility'

// Why a post stands where it does, in words and numbers. It says what every reader may see anyway. So it goes by the
// votes as they are shown: from a difference to those that count, one could tell what an account that was just banned
// had voted for.

export const postWhy = namedObject('PostWhy', {
  sortBy: choice(SORT_WORDS),
  votes: integer('Upvotes minus downvotes'),
  comments: integer(),
  createdAt: timestamp,
  leadMinutes: integer('With `hot`: by how much votes and comments put it before a post of the same age without any'),
  reasons: t.Array(t.String(), { maxItems: 10, description: 'The same in words, by `Accept-Language`' }),
})
type PostWhy = Static<typeof postWhy>

const ORDERS = {
  createdAt: 'why.newest',
  updatedAt: 'why.edited',
  views: 'why.viewed',
  hot: 'why.hot',
  top: 'why.top',
} as const satisfies Record<SortBy, MessageOrKey>
const WINDOWS = { day: 'why.day', week: 'why.week', month: 'why.month' } as const

/** Refuses as reading the post does. */
export async function whyPost(
  viewer: Viewer | null,
  id: string,
  { sortBy, window = 'all' }: { sortBy: SortBy; window?: Window },
  filter: ListFilter,
  language: Language,
): Promise<PostWhy> {
  const db = storage.reader
  const facts = readablePost(db, viewer, id)
  const row = postRowById(db, id) ?? missing()
  await auditPrivateRead(viewer, facts)
  const createdAt = minuteOf(row.createdAt)
  const parts = { votes: row.upvoteCount - row.downvoteCount, comments: row.commentsCount }
  const isHot = sortBy === 'hot'
  const leadMinutes = isHot ? hotLead(parts) : 0
  const reasons: (MessageOrKey | false)[] = [
    ORDERS[sortBy],
    window !== 'all' && WINDOWS[window],
    posted(createdAt),
    (isHot || sortBy === 'top') && message('why.votes', { up: row.upvoteCount, down: row.downvoteCount }),
    isHot && message('why.comments', { count: parts.comments }),
    isHot && lead(leadMinutes),
    sortBy === 'views' && message('why.views', { count: row.views }),
    filter.topic !== undefined && message('why.topic', { topic: row.topic }),
    filter.collegeId !== undefined && 'why.college',
    filter.branch !== undefined && 'why.branch',
    filter.course !== undefined && 'why.course',
    'why.nothingPersonal',
  ]
  const inWords = reasons.filter((each) => each !== false).map((each) => resolveMessage(each, language))
  return { sortBy, ...parts, createdAt, leadMinutes, reasons: inWords }
}

const HOUR = 60
const DAY = 24 * HOUR

/** By whole minutes, as everybody sees them. */
function posted(createdAt: string): MessageOrKey {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(createdAt)) / 60_000))
  if (minutes < HOUR) return message('why.minutesAgo', { count: minutes })
  if (minutes < 2 * DAY) return message('why.hoursAgo', { count: Math.floor(minutes / HOUR) })
  return message('why.daysAgo', { count: Math.floor(minutes / DAY) })
}

function lead(minutes: number): MessageOrKey {
  if (minutes === 0) return 'why.level'
  // In steps of an hour and a half.
  const hours = String(Math.abs(minutes) / HOUR)
  return minutes > 0 ? message('why.ahead', { hours }) : message('why.behind', { hours })
}
