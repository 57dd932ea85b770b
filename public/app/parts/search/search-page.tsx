import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BranchChoice } from '../../campus/colleges/branch-choice'
import { choiceLabel } from '../../lib/choice-label'
import { instance } from '../../lib/instance'
import type { Listing } from '../../lib/listing'
import { me } from '../../lib/me'
import { go, loginPath } from '../../lib/navigation'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { searchText } from '../../texts/search'
import { Choice } from '../../ui/choice'
import { Listed } from '../../ui/loaded'
import { Page, PageLink } from '../../ui/page'
import {
  type Item,
  itemId,
  rememberSearch,
  SPANS,
  searchPath,
  searchResults,
  TYPES,
  type Wanted,
  wantedIn,
} from './search'
import { SearchField } from './search-field'
import { SearchResult } from './search-result'

export function SearchPage() {
  const wanted = wantedIn(useLocation().query)
  const path = searchPath(wanted)
  const list = useHistoryEntry(path, () => signal(searchResults(wanted))).value
  const { search } = searchText
  useEffect(() => {
    if (wanted.q !== '') rememberSearch(wanted.q)
  }, [wanted.q])
  const isNeedingSession = wanted.type === 'people' && me.value === null
  return (
    <Page title={text.frame.search}>
      <SearchField wanted={wanted} />
      {wanted.q === '' ? (
        <p class="text-base-content/80">{search.tips}</p>
      ) : (
        <>
          <Filters wanted={wanted} />
          {isNeedingSession ? (
            <PageLink href={loginPath()}>{search.signIn}</PageLink>
          ) : (
            <Results key={path} list={list} wanted={wanted} />
          )}
        </>
      )}
    </Page>
  )
}

function Filters({ wanted }: { wanted: Wanted }) {
  const { search } = searchText
  const show = (change: Partial<Wanted>) => go(searchPath({ ...wanted, ...change }))
  const topics = instance.value?.topics ?? []
  return (
    <div class="flex flex-col gap-2">
      <nav aria-label={search.type} class="flex flex-wrap gap-2">
        {TYPES.map((type) => (
          <a
            key={type}
            href={searchPath({ ...wanted, type })}
            aria-current={type === wanted.type ? 'page' : undefined}
            class="chip"
          >
            {search.types[type]}
          </a>
        ))}
      </nav>
      {wanted.type !== 'people' && (
        <div class="flex flex-wrap gap-2 *:min-w-32 max-sm:*:flex-1">
          <Choice
            label={search.sort}
            value={wanted.sort}
            options={[
              ['relevance', search.sorts.relevance],
              ['new', search.sorts.new],
            ]}
            onChoose={(sort) => show({ sort })}
          />
          <Choice
            label={search.span}
            value={wanted.span}
            options={(['', ...SPANS] as const).map((span) => [span, search.spans[span]] as const)}
            onChoose={(span) => show({ span })}
          />
          <Choice
            label={search.topic}
            value={wanted.topic}
            options={[['', text.feed.allTopics], ...topics.map((topic) => [topic, choiceLabel(topic)] as const)]}
            onChoose={(topic) => show({ topic })}
          />
          <BranchChoice branch={wanted.branch} onChoose={(branch) => show({ branch })} />
        </div>
      )}
      {wanted.type !== 'people' && wanted.span === 'dates' && (
        <div class="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Day label={search.from} value={wanted.from} max={wanted.to} onChoose={(from) => show({ from })} />
          <Day label={search.to} value={wanted.to} min={wanted.from} onChoose={(to) => show({ to })} />
        </div>
      )}
    </div>
  )
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChoose: (day: string) => void }

const Day = ({ label, value, min, max, onChoose }: DayProps) => (
  <label class="flex flex-col gap-1 text-sm">
    {label}
    <input
      type="date"
      class="input w-full text-base"
      value={value}
      min={min}
      max={max}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  </label>
)

function Results({ list, wanted }: { list: Listing<Item>; wanted: Wanted }) {
  const { search } = searchText
  return (
    <section aria-label={search.results} class="flex flex-col gap-3">
      <Listed
        list={list}
        class="flex flex-col gap-2"
        empty={<Nothing wanted={wanted} />}
        failed={search.failed}
        more={search.more}
      >
        {(item) => <SearchResult key={itemId(item)} item={item} />}
      </Listed>
    </section>
  )
}

function Nothing({ wanted }: { wanted: Wanted }) {
  const { search } = searchText
  const plain: Wanted = { ...wanted, topic: '', branch: '', span: '' }
  return (
    <div class="nothing">
      <p role="status" class="text-lg font-medium break-words">
        {search.none(wanted.q)}
      </p>
      <p>{search.noneHow}</p>
      {searchPath(plain) !== searchPath(wanted) ? (
        <a href={searchPath(plain)} class="btn btn-primary">
          {search.widen}
        </a>
      ) : (
        me.value &&
        wanted.type === 'posts' && (
          <a href="/new" class="btn btn-primary">
            {search.ask}
          </a>
        )
      )}
    </div>
  )
}
