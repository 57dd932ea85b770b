import { type Static, t } from 'elysia'
import { posts, WRITTEN } from '../../../db/schema/posts'
import { pick, type Raw, toFlag } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { findCollegeSummary } from '../../campus/colleges/directory'
import { collegeSummary } from '../../campus/colleges/schemas'
import { shownCourse } from '../../campus/courses/courses'
import { courseSummary } from '../../campus/courses/schemas'
import { refuse, refuseField } from '../../errors'
import { type Account, isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { knownAuthor } from '../../ground/access/authors'
import { topics } from '../../ground/settings/settings'
import { minuteOf } from '../../lib/text/coarse-time'
import { isEventsTopic } from '../../lib/text/events-topic'
import {
  faultMessage,
  flag,
  named,
  namedObject,
  notEmpty,
  nullable,
  recordId,
  timestamp,
  untrimmed,
  uuid,
  zonedTimeOrNull,
} from '../../lib/text/schema'
import { message } from '../../messages/message'
import { type PictureSent, pictureSent, pictureShown, shownPicture } from '../pictures/pictures'
import { newPoll, optionTexts, pollRecord, shownPoll } from '../polls/poll'
import { question, shownQuestion } from '../questions/question'
import type { AnyViewer } from './visibility'

// What its author writes of a post, as it is stored (the schema has the columns, for the tables of posts, and of those
// that wait to appear), sent and shown. A new field has its place in each of the three; nothing else lists them.

const COLUMNS = pick(posts, ...WRITTEN)
export type Written = Raw<typeof COLUMNS>

const title = untrimmed(1, 300)
const content = untrimmed(1, 10_000)
const topic = t.String({ minLength: 1, maxLength: 100, ...faultMessage('posts.topicRequired') })
const isPrivate = flag()
const isQuestion = flag({ description: 'Its author marks one comment as the answer' })
/** Null takes away what is stored. */
const event = {
  startsAt: t.Optional(
    zonedTimeOrNull(
      'posts.startsAt',
      'When an event begins, to the minute; with a topic of events only: “Community Event”, or “Events”',
    ),
  ),
  place: t.Optional(
    Object.assign(nullable(untrimmed(0, 200)), {
      description: 'Where; with `startsAt` only',
      ...faultMessage(message('fields.maxLength', { count: 200 })),
    }),
  ),
}

const picture = t.Optional(
  Object.assign(nullable(pictureSent), {
    description: 'What `POST /api/v1/pictures` answered with, and what it shows; null takes away what is stored',
  }),
)

const course = t.Optional(
  Object.assign(nullable(uuid()), {
    description: 'An open course of one’s college',
    ...faultMessage('courses.unknown'),
  }),
)

export const NewPost = namedObject('NewPost', {
  title,
  content,
  topic,
  isPrivate: t.Optional(isPrivate),
  official: t.Optional(flag({ description: 'For moderators: written as one. Nobody is shown as its author' })),
  alias: t.Optional(
    flag({ description: 'Published under a name for this thread alone, which nothing leads from; not `official`' }),
  ),
  ...event,
  question: t.Optional(isQuestion),
  poll: t.Optional(newPoll),
  picture,
  course,
})
export type NewPostInput = Static<typeof NewPost>

const changes = t.Partial(
  t.Object({ title, content, topic, isPrivate, question: isQuestion, ...event, picture, course }),
)
export const PostChanges = named('PostChanges', notEmpty(changes))
export type PostChangesInput = Static<typeof changes>

/** Posts that are no event have neither. */
export const eventShown = { startsAt: t.Optional(timestamp), place: t.Optional(t.String()) }
export const shownEvent = ({ startsAt, place }: Event) => ({
  ...(startsAt === null ? {} : { startsAt }),
  ...(place === null ? {} : { place }),
})

export const shown = {
  title: t.String(),
  content: t.String(),
  topic: t.String(),
  ...eventShown,
  picture: t.Optional(pictureShown),
  isPrivate: t.Boolean(),
  course: t.Optional(courseSummary),
  question,
  poll: t.Optional(pollRecord),
}

export const shownFields = (post: Written, db?: Connection) => ({
  title: post.title,
  content: post.content,
  topic: post.topic,
  ...shownEvent(post),
  ...shownPicture(post, db),
  isPrivate: post.isPrivate === 1,
  ...shownCourse(post, db),
  ...shownQuestion({ isQuestion: post.isQuestion }),
  ...shownPoll(post.poll),
})

/** All that readers see of it in words. */
export const wholeText = (post: Pick<Written, 'title' | 'content' | 'place' | 'pictureAlt' | 'poll'>): string =>
  [post.title, post.content, post.place, post.pictureAlt, ...Object.values(optionTexts(post.poll))]
    .filter(Boolean)
    .join('\n\n')

/** As it is stored: the texts as the content policy leaves them. */
export const toWritten = (
  { isPrivate = false, question = false, picture }: NewPostInput,
  topic: string,
  { title, content }: Pick<Written, 'title' | 'content'>,
  event: Event,
  more: Pick<Written, 'courseId' | 'poll'> = { courseId: null, poll: null },
): Written => ({
  title,
  content,
  ...event,
  ...pictureFields(picture),
  topic,
  isPrivate: toFlag(isPrivate),
  isQuestion: toFlag(question),
  ...more,
})

export const pictureFields = (sent: PictureSent | null | undefined) => ({
  pictureId: sent?.id ?? null,
  pictureAlt: sent?.alt.trim() ?? null,
})

/** Of a held text, which has null for what comments lack. */
export const writtenOf = (row: { [Name in keyof Written]: Written[Name] | null }): Written => {
  const written = Object.fromEntries(WRITTEN.map((name) => [name, row[name]])) as Written
  return {
    ...written,
    title: row.title ?? '',
    topic: row.topic ?? '',
    isPrivate: row.isPrivate ?? 0,
    isQuestion: row.isQuestion ?? 0,
  }
}

// Topics and events.

/** The configured spelling of a topic given in any case, URL-encoded or not, with `+` for a space. */
export function findTopic(topics: readonly string[], text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ')
  const forms = [text, spaced, decoded(spaced)].map(normalized)
  return topics.find((topic) => forms.includes(normalized(topic)))
}

const normalized = (text: string): string => text.trim().toLowerCase()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The topic as the settings spell it; 400 for an unknown one. */
export function configuredTopic(topic: string, field = 'topic'): string {
  const configured = topics()
  return findTopic(configured, topic) ?? refuseField(field, message('posts.topic', { topics: configured }))
}

type Event = Pick<Written, 'startsAt' | 'place'>

export const NO_EVENT: Event = { startsAt: null, place: null }

/** Date and place after a change; 400 outside the topic of events, and for a place without a date. */
export function eventFields(topic: string, sent: Partial<Event>, stored: Partial<Event> = NO_EVENT): Event {
  if (!isEventsTopic(topic)) {
    for (const field of ['startsAt', 'place'] as const) if (sent[field]) refuseField(field, 'posts.eventTopic')
    return NO_EVENT
  }
  const { startsAt = stored.startsAt ?? null, place = stored.place } = sent
  if (!startsAt) {
    if (sent.place) refuseField('startsAt', 'posts.placeWithoutDate')
    return NO_EVENT
  }
  return { startsAt: minuteOf(new Date(startsAt).toISOString()), place: place?.trim() || null }
}

// Official posts and comments: what a moderator writes as one, chosen each time. They are stored without an author, so
// that no list, count, karma, block relation, notification or search can lead from them to a pseudonym. The audit log
// alone has who wrote them. Every moderator may edit and delete them.

export const officialMark = t.Optional(
  t.Literal(true, { description: 'Spoken for the moderators; nobody is named as its author' }),
)

/** The mark of a row, in its record. */
export const shownOfficial = ({ isOfficial }: { isOfficial: 0 | 1 }): { official?: true } =>
  isOfficial === 1 ? { official: true } : {}

/** 403 `FORBIDDEN` but for moderators. */
export function refuseOfficial(user: Viewer): void {
  if (!isAdministrator(user)) refuse('FORBIDDEN', 'posts.officialForAdmins')
}

/** 400: what is official has no author, so no alias either. */
export function refuseOfficialAlias({ official, alias }: { official?: boolean; alias?: boolean | undefined }): void {
  if (official === true && alias === true) refuseField('alias', 'aliases.notOfficial')
}

/** An author as posts and comments show it. */
export const author = namedObject('Author', {
  id: recordId,
  username: t.String(),
  branch: nullable(t.String({ minLength: 1 })),
  collegeId: recordId,
  college: collegeSummary,
  alias: t.Optional(
    t.UnionEnum(['other', 'own'], {
      description: 'A name for this thread alone, without a profile; `own`: the viewer’s',
    }),
  ),
})

type Author = Static<typeof author>

/** An author as its own account sees it, of what it just wrote. */
export function ownAuthor({ id, username, publicBranch: branch, collegeId, status }: Account): Author {
  const college = findCollegeSummary(collegeId) ?? refuse('INTERNAL')
  return { id, username, branch, collegeId, college, ...(status === 'ALIAS' ? { alias: 'own' } : {}) }
}

/** As the viewer sees it; null for a deleted account. */
export function toAuthor(id: string | null, viewer: AnyViewer, db: Connection = storage.reader): Author | null {
  const known = id === null ? undefined : knownAuthor(id, db)
  if (known === undefined) return null
  const { shown, isAlias } = known
  return isAlias ? { ...shown, alias: isSelf(viewer, shown.id) ? 'own' : 'other' } : shown
}
