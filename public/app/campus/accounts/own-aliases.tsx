import { useEffect } from 'preact/hooks'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { listOwnAliases, type OwnAlias } from '../../parts/aliases/aliases'
import { aliasesText } from '../../texts/aliases'
import { Avatar } from '../../ui/avatar'
import { MoreButton, showMore } from '../../ui/more-button'
import { FailureNotice, LineSkeletons, Nothing } from '../../ui/page'
import { Time } from '../../ui/time'

/** One's names for threads, with the threads. */
export function OwnAliases() {
  const list = useHistoryEntry('own aliases', listOwnAliases)
  const { items, begun, loading, failure } = list
  const { list: words } = aliasesText
  useEffect(() => {
    if (!begun.peek()) list.more()
  }, [list])
  return (
    <section aria-label={words.title} class="flex flex-col gap-4">
      {items.value.length > 0 && <p class="text-base-content/80 text-sm">{words.lead}</p>}
      <ul class="divide-base-300 flex flex-col divide-y">
        {items.value.map((alias) => (
          <Alias key={alias.id} alias={alias} />
        ))}
      </ul>
      {begun.value && items.value.length === 0 && (
        <Nothing title={words.none}>
          <p>{words.how}</p>
        </Nothing>
      )}
      {failure.value && (
        <FailureNotice failure={failure.value} title={words.failed} retry={showMore(() => list.more())} />
      )}
      {loading.value && <LineSkeletons />}
      <MoreButton list={list} class="self-center">
        {words.more}
      </MoreButton>
    </section>
  )
}

function Alias({ alias: { username, postId, postTitle, createdAt } }: { alias: OwnAlias }) {
  return (
    <li class="flex items-start gap-3 py-3 first:pt-0">
      <Avatar name={username} size={32} />
      <div class="min-w-0">
        <p class="font-medium break-words">{username}</p>
        <p class="text-base-content/80 text-sm break-words">
          {postTitle === null ? (
            aliasesText.list.gone
          ) : (
            <a dir="auto" href={`/post/${postId}`} class="link tap py-1">
              {postTitle}
            </a>
          )}{' '}
          · <Time of={createdAt} />
        </p>
      </div>
    </li>
  )
}
