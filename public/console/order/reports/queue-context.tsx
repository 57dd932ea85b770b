import type { ComponentChildren } from 'preact'
import { excerpt } from '../../../app/lib/excerpt'
import { useLoaded } from '../../../app/lib/loading'
import { monthOf } from '../../../app/lib/months'
import { language } from '../../../app/texts/catalogue'
import { Markdown } from '../../../app/ui/markdown-view'
import { LineSkeletons } from '../../../app/ui/page'
import { PersonLink } from '../../campus/accounts/person-link'
import { reportsText } from '../../texts/reports'
import { Notes } from '../notes/notes'
import { type Context, readContext } from './desk'
import { type Entry, entryId } from './queue'

/** `isBelow`: under a heading of the entry. */
type Props = { entry: Entry; isBelow: boolean; children: ComponentChildren }

/** The author's strip, and the reported words among what they stand beside. */
export function QueueContext({ entry, isBelow, children }: Props) {
  const id = entryId(entry)
  const { data, failure } = useLoaded(() => readContext(id), id)
  const known = data.value?.context
  return (
    <>
      {known ? <AuthorStrip author={known.author} /> : !failure.value && <LineSkeletons />}
      {known?.post && entry.type === 'Comment' && (
        <p class="text-sm" dir="auto">
          {reportsText.entry.on}{' '}
          <a href={`/console/posts/${known.post.id}`} class="link font-medium">
            {known.post.title}
          </a>
        </p>
      )}
      {known?.post?.isPrivate && <p class="text-base-content/80 text-sm">{reportsText.entry.private}</p>}
      {known?.parent && <Beside of={known.parent} words={reportsText.entry.answers} />}
      {known?.before && <Beside of={known.before} words={reportsText.entry.before} />}
      <div class="border-primary border-s-4 ps-3">{children}</div>
      {known?.after && (
        <Beside
          of={known.after}
          words={entry.type === 'Post' ? reportsText.entry.firstComment : reportsText.entry.after}
        />
      )}
      {known && known.place !== 'deleted' && (
        <Notes
          about={{ resource: known.place, resourceId: id }}
          known={known.notes}
          author={known.author?.id}
          level={isBelow ? 'h3' : 'h2'}
        />
      )}
    </>
  )
}

function AuthorStrip({ author }: { author: Context['author'] }) {
  const words = reportsText.author
  if (author === null) return <p class="text-base-content/80 text-sm">{words.unknown}</p>
  const { joinedAt, karma, removals, removalsBefore, sanctions, openTargets } = author
  const isAlias = removalsBefore !== null
  const facts: [string, boolean][] = [
    ...(isAlias
      ? []
      : ([
          [words.joined(monthOf(joinedAt, language.value)), false],
          [words.karma(karma.toLocaleString(language.value)), false],
        ] satisfies [string, boolean][])),
    [words.removals(removals), removals > 0],
    ...(isAlias ? ([[words.before(removalsBefore), removalsBefore > 0]] satisfies [string, boolean][]) : []),
    [words.sanctions(sanctions), sanctions > 0],
    [words.open(openTargets), openTargets > 1],
  ]
  return (
    <ul
      aria-label={words.title}
      class="bg-base-200 rounded-box flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm sm:px-4"
    >
      <li>
        <PersonLink person={author} />
      </li>
      {isAlias && <li class="font-medium">{words.alias}</li>}
      {facts.map(([fact, isGrave]) => (
        <li key={fact} class={isGrave ? 'text-error font-semibold' : ''}>
          {fact}
        </li>
      ))}
      {isAlias && <li class="text-base-content/80 basis-full">{words.aliasMeans}</li>}
    </ul>
  )
}

type Comment = NonNullable<Context['parent']>

/** Enough to see what is meant; the whole thread is one key away. */
const LONG = 300

function Beside({ of: { content, author }, words }: { of: Comment; words: string }) {
  return (
    <section class="text-base-content/80 border-base-300 border-s-4 ps-3 text-sm" dir="auto">
      <p>
        {/* Only what moderators wrote officially has words and no author. */}
        {words} · <PersonLink person={author} official={content === '' ? undefined : true} class="link" />
      </p>
      {content === '' ? (
        <p class="italic">{reportsText.entry.deletedWords}</p>
      ) : content.length > LONG ? (
        <p>{excerpt(content)}</p>
      ) : (
        <Markdown text={content} />
      )}
    </section>
  )
}
