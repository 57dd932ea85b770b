import type { ComponentChildren } from 'preact'
import { Explanation } from '../../../app/components/explanation'
import { Markdown } from '../../../app/components/markdown-view'
import { Time } from '../../../app/components/time'
import { PersonLink } from '../../components/accounts/person-link'
import { DOUBTS, type HeldEntry } from '../../lib/held/held'
import { heldText } from '../../texts/held'

type Props = { entry: HeldEntry; isChosen: boolean; onChoose: () => void; actions: ComponentChildren }

/** A held text with what it stands beside, why it waits, and the decisions. */
export function HeldDetail({ entry, isChosen, onChoose, actions }: Props) {
  const { type, title, content, doubts, author, postId, postTitle, parentContent, isPrivate, createdAt } = entry
  const { types, entry: words } = heldText
  return (
    <article class="flex min-w-0 flex-col gap-3">
      <button
        type="button"
        aria-current={isChosen}
        class="flex flex-col gap-1 text-start"
        onClick={onChoose}
        onFocus={onChoose}
      >
        <span dir="auto" class="leading-snug font-semibold break-words">
          {title ?? words.on(postTitle ?? '')}
        </span>
        <span class="text-base-content/80 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span class="badge bg-base-200 border-0 text-sm">{types[type]}</span>
          {DOUBTS.filter((doubt) => doubts.includes(doubt)).map((doubt) => (
            <span key={doubt} class="badge badge-warning text-sm">
              {heldText.doubts[doubt]}
            </span>
          ))}
          <Time of={createdAt} />
        </span>
      </button>
      <p class="text-base-content/80 flex flex-wrap items-center gap-x-2 text-sm">
        {words.by} <PersonLink person={author} />
        {isPrivate && <span>{words.college}</span>}
        {postId && (
          <a href={`/console/posts/${postId}`} class="link">
            {words.on(postTitle ?? '')}
          </a>
        )}
      </p>
      {parentContent && (
        <blockquote class="border-base-300 text-base-content/80 line-clamp-4 border-s-4 ps-3 text-sm" dir="auto">
          <span class="sr-only">{words.answers}: </span>
          {parentContent}
        </blockquote>
      )}
      <Markdown text={content} />
      <div class="text-sm">
        <Explanation of={entry} />
      </div>
      {actions}
    </article>
  )
}
