import { choiceLabel } from '../../lib/choice-label'
import { isOneCollege } from '../../lib/instance'
import { me } from '../../lib/me'
import { text } from '../../texts/core'
import { Avatar } from '../../ui/avatar'
import { Icon } from '../../ui/icon'
import { Time } from '../../ui/time'
import type { Post } from './posts'

type Props = {
  by: Post['postedBy']
  of: { official?: true | undefined; createdAt: string; updatedAt?: string }
  withCollege?: boolean
  /** Of a post in a list: all on one line, beneath the title. */
  topic?: string
  /** Where the time leads. */
  link?: string
  /** What the author is in this thread. */
  mark?: string | false
}

/**
 * The author with branch and college, and the time. Signed-in viewers can follow the name to the profile, which a name
 * for one thread has not.
 */
export function Byline({ by, of, withCollege = false, topic, link, mark }: Props) {
  const { official, createdAt, updatedAt = createdAt } = of
  const isLine = topic !== undefined
  const about = [topic, by?.branch, withCollege && !isOneCollege.value && by?.college.name].filter(Boolean).join(' · ')
  return (
    <div class={`byline ${isLine ? 'byline-line' : ''}`}>
      {!official && <Avatar name={by?.username ?? '?'} size={isLine ? 20 : 32} />}
      {official ? (
        <span class="byline-name badge badge-primary">
          <Icon name="shield" class="size-3.5" />
          {text.post.moderators}
        </span>
      ) : by && me.value && !by.alias ? (
        <a href={`/u/${by.id}`} class="byline-name hover:underline">
          {by.username}
        </a>
      ) : (
        <span class="byline-name">{by?.username ?? text.post.gone}</span>
      )}
      <span class={isLine ? 'contents' : undefined}>
        {by?.alias && <AliasMark isOwn={by.alias === 'own'} />}
        {mark && <span class="badge me-1.5">{mark}</span>}
        <span class="byline-time">
          {link === undefined ? (
            <Time of={createdAt} isShort={isLine} />
          ) : (
            <a href={link} class="hover:underline">
              <Time of={createdAt} />
            </a>
          )}
          {updatedAt !== createdAt && <span class={isLine ? 'max-sm:hidden' : ''}> · {text.post.edited}</span>}
        </span>{' '}
        {about && (
          <span class={`byline-about ${isLine ? 'min-w-0 flex-[1_1_4rem] truncate max-sm:hidden' : ''}`}>{about}</span>
        )}
      </span>
    </div>
  )
}

/** Beside a name for one thread. */
export const AliasMark = ({ isOwn }: { isOwn: boolean }) => (
  <span class="me-1 inline-flex items-center gap-1 align-bottom" title={text.post.alias}>
    <Icon name="mask" class="size-4" />
    <span class="sr-only">{text.post.alias}</span>
    {isOwn && <span class="badge badge-sm">{text.post.you}</span>}
  </span>
)

export function PostLabels({ post: { topic, isPrivate, question, course } }: { post: Post }) {
  return (
    <p class="flex flex-wrap items-center gap-2">
      <span class="badge">{choiceLabel(topic)}</span>
      {question && <span class="badge">{text.post[question]}</span>}
      {course && (
        <a href={`/course/${course.id}`} class="link tap text-sm" dir="auto">
          {course.code} · {course.name}
        </a>
      )}
      {isPrivate && (
        <span class="badge badge-warning">
          <Icon name="lock" class="size-3.5" />
          {text.post.private}
        </span>
      )}
    </p>
  )
}
