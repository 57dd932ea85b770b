import { go } from '../../lib/navigation'
import { text } from '../../texts/core'
import { Choice } from '../../ui/choice'
import { feedPath, readSort, readWindow, WINDOWS } from './posts'

type Props = { query: Parameters<typeof feedPath>[0]; path?: string }

const SEGMENTS = ['hot', 'newest', 'top'] as const

/** The orders of the feed, or of the list at `path`, as links, so that each has an address; from when posts by top are. */
export function OrderChoice({ query, path }: Props) {
  const sort = readSort(query)
  return (
    <>
      <nav aria-label={text.feed.sort} class="flex flex-wrap gap-x-1">
        {SEGMENTS.map((each) => (
          <a key={each} href={feedPath(query, { sort: each }, path)} aria-current={each === sort} class="chip">
            {text.feed.sorts[each]}
          </a>
        ))}
      </nav>
      {sort === 'top' && (
        <Choice
          label={text.feed.window}
          value={readWindow(query)}
          options={WINDOWS.map((window) => [window, text.feed.windows[window]] as const)}
          onChoose={(window) => go(feedPath(query, { window }, path))}
        />
      )}
    </>
  )
}
