import { me } from '../../lib/accounts/me'
import { choiceLabel } from '../../lib/choice-label'
import { isOneCollege } from '../../lib/instance'
import type { Post } from '../../lib/posts/posts'
import { text } from '../../texts/core'
import { Avatar } from '../avatar'
import { Icon } from '../icon'
import { Time } from '../time'

type Props = { by: Post['postedBy']; createdAt: string; updatedAt?: string; withCollege?: boolean }

/** The author with branch and college, and the time. Signed-in viewers can follow the name to the profile. */
export function Byline({ by, createdAt, updatedAt = createdAt, withCollege = false }: Props) {
  const about = by && [by.branch, withCollege && !isOneCollege.value && by.college.name].filter(Boolean).join(' · ')
  const name = by?.username ?? text.post.gone
  return (
    <div class="text-base-content/80 flex min-w-0 items-center gap-2.5 text-sm">
      <Avatar name={by?.username ?? '?'} />
      <p class="min-w-0 leading-snug">
        {by && me.value ? (
          <a
            href={`/u/${by.id}`}
            class="text-base-content relative z-1 -my-1 block w-fit max-w-full truncate py-1 font-medium hover:underline"
          >
            {name}
          </a>
        ) : (
          <span class="text-base-content block truncate font-medium">{name}</span>
        )}
        <span class="line-clamp-1">
          <Time of={createdAt} />
          {updatedAt !== createdAt && ` · ${text.post.edited}`}
          {about && ` · ${about}`}
        </span>
      </p>
    </div>
  )
}

export function PostLabels({ post: { topic, isPrivate } }: { post: Post }) {
  return (
    <p class="flex flex-wrap gap-2">
      <span class="badge bg-base-200 border-0 text-sm">{choiceLabel(topic)}</span>
      {isPrivate && (
        <span class="badge badge-soft badge-warning text-sm">
          <Icon name="lock" class="size-3.5" />
          {text.post.private}
        </span>
      )}
    </p>
  )
}
