import type { Draft } from '../../lib/drafts'
import type { PostInput } from '../../lib/waiting'

/** What the fields say; without a course or an event where the form has no fields for it. */
export function inputIn(values: FormData): PostInput {
  const text = (name: string) => String(values.get(name) ?? '')
  const options = [...values].flatMap(([name, each]) => (name.startsWith('poll.options.') ? [String(each)] : []))
  return {
    title: text('title'),
    content: text('content'),
    topic: text('topic'),
    isPrivate: values.has('isPrivate'),
    question: values.has('question'),
    ...(values.has('courseId') ? { course: text('courseId') || null } : {}),
    ...(values.has('official') ? { official: true } : {}),
    ...(text('picture') ? { picture: { id: text('picture'), alt: text('picture.alt').trim() } } : {}),
    ...(values.has('startsAt') ? { startsAt: sentTime(text('startsAt')), place: text('place').trim() || null } : {}),
    ...(options.length > 0 ? { poll: { options, hours: Number(values.get('poll.hours')) } } : {}),
  }
}

/** The time in a `datetime-local` as it is sent; null where there is none. */
function sentTime(value: string): string | null {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

const whole = (value: object | null | undefined): string => (value ? JSON.stringify(value) : '')
const yes = (isSo: boolean | undefined): string => (isSo ? 'yes' : '')

/** As a draft has it; `alias` is what was chosen there. As whom moderators speak is chosen each time. */
export const draftOf = (input: Omit<PostInput, 'alias' | 'official'>, alias: string): Draft => ({
  title: input.title,
  content: input.content,
  topic: input.topic,
  isPrivate: yes(input.isPrivate),
  question: yes(input.question),
  startsAt: input.startsAt ?? '',
  place: input.place ?? '',
  course: input.course ?? '',
  poll: whole(input.poll),
  picture: whole(input.picture),
  alias,
})

/** What the draft has in place of what there was. */
export function inputOf(
  { isPrivate, question, poll, picture, alias: _, ...texts }: Partial<Draft>,
  before: PostInput,
): PostInput {
  return {
    ...before,
    ...texts,
    isPrivate: isPrivate === undefined ? before.isPrivate : isPrivate !== '',
    question: question === undefined ? before.question : question !== '',
    poll: poll ? JSON.parse(poll) : undefined,
    picture: picture === undefined ? before.picture : picture && JSON.parse(picture),
  }
}
