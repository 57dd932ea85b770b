import type { Post } from '../posts'
import { text } from '../texts/core'
import { Avatar } from './avatar'
import { Time } from './time'

type Props = { by: Post['postedBy']; createdAt: string; updatedAt?: string; withCollege?: boolean }

/** Who wrote it, what they study and where, and when. */
export function Byline({ by, createdAt, updatedAt = createdAt, withCollege = false }: Props) {
  const about = by && [by.branch, withCollege && by.college.name].filter(Boolean).join(' · ')
  return (
    <p class="text-base-content/80 flex min-w-0 items-center gap-2.5 text-sm">
      <Avatar name={by?.username ?? '?'} />
      <span class="min-w-0 leading-snug">
        <span class="text-base-content block truncate font-medium">{by?.username ?? text.post.gone}</span>
        <span class="line-clamp-1">
          <Time of={createdAt} />
          {updatedAt !== createdAt && ` · ${text.post.edited}`}
          {about && ` · ${about}`}
        </span>
      </span>
    </p>
  )
}
