import { api, envelope, type ResponseData } from '../../lib/api'
import { listOf } from '../../lib/listing'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { aliasesText } from '../../texts/aliases'
import { Avatar } from '../../ui/avatar'
import { Listed } from '../../ui/loaded'
import { Nothing } from '../../ui/page'
import { Time } from '../../ui/time'

const fetchAliases = (query: { cursor?: string }) => envelope(api.users.me.aliases.get({ query }))

const listOwnAliases = () =>
  listOf(
    fetchAliases,
    ({ aliases }) => aliases,
    ({ id }) => id,
  )

/** One's names for threads, newest first, with the threads. */
export function OwnAliases() {
  const list = useHistoryEntry('own aliases', listOwnAliases)
  const { list: words } = aliasesText
  const empty = (
    <Nothing title={words.none}>
      <p>{words.how}</p>
    </Nothing>
  )
  return (
    <section aria-label={words.title} class="flex flex-col gap-4">
      {list.items.value.length > 0 && <p class="text-base-content/80 text-sm">{words.lead}</p>}
      <Listed
        list={list}
        class="divide-base-300 flex flex-col divide-y"
        empty={empty}
        failed={words.failed}
        more={words.more}
      >
        {(alias) => <Alias key={alias.id} alias={alias} />}
      </Listed>
    </section>
  )
}

type OwnAlias = ResponseData<ReturnType<typeof fetchAliases>>['aliases'][number]

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
