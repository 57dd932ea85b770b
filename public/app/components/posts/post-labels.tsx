import { choiceLabel } from '../../lib/choice-label'
import type { Post } from '../../lib/posts/posts'
import { text } from '../../texts/core'
import { Icon } from '../icon'

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
