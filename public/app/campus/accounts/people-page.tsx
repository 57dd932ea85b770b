import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useLoaded } from '../../lib/loading'
import { go } from '../../lib/navigation'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { accountsText } from '../../texts/accounts'
import { text } from '../../texts/core'
import { youText } from '../../texts/you'
import { Avatar } from '../../ui/avatar'
import { WhenLoaded } from '../../ui/loaded'
import { LineSkeletons, Page } from '../../ui/page'
import { forMembers } from '../auth/members-only'
import { findPeople, type Person } from './people'

export const PeoplePage = forMembers(Search, true)

/** Long enough for the next key press, too short to notice. */
const PAUSE_MS = 250
/** The server's limit. */
const MOST_FOUND = 10
const LONGEST_NAME = 64
const SHORTEST_QUERY = 2

function Search() {
  const { q = '' } = useLocation().query
  const trimmed = q.trim()
  const wanted = [...trimmed].length < SHORTEST_QUERY ? '' : trimmed
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useHistoryEntry('people', () => undefined)
  const found = useLoaded(() => findPeople(wanted), wanted)
  const { search } = accountsText

  // When the query in the URL changes, by typing or by going back.
  useEffect(() => {
    if (input.current!.value.trim() !== wanted && timer.current === undefined) input.current!.value = q
  }, [wanted])
  // Pending input must not change the URL of the next page.
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const typed = input.current!.value.trim()
    if (typed !== wanted) go(typed ? `/people?${new URLSearchParams({ q: typed })}` : '/people', true)
  }
  return (
    <Page title={youText.you.people}>
      <search>
        <form
          class="flex flex-col gap-1"
          onSubmit={(event) => {
            event.preventDefault()
            ask()
          }}
        >
          <label for="q" class="font-medium">
            {search.label}
          </label>
          <input
            ref={input}
            id="q"
            name="q"
            type="search"
            class="input w-full text-base"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={LONGEST_NAME}
            defaultValue={q}
            aria-describedby="q-hint"
            onInput={() => {
              clearTimeout(timer.current)
              timer.current = setTimeout(ask, PAUSE_MS)
            }}
          />
          <p id="q-hint" class="text-base-content/80 text-sm">
            {search.how}
          </p>
        </form>
      </search>
      <WhenLoaded of={found} failed={search.failed}>
        {(data) => (data ? <Results {...data} /> : wanted !== '' && <LineSkeletons />)}
      </WhenLoaded>
    </Page>
  )
}

/** The last results stay until the next response. */
function Results({ query, people }: { query: string; people: readonly Person[] }) {
  const { search } = accountsText
  return (
    <div class="flex flex-col gap-3">
      <p role="status" class={people.length > 0 ? 'text-base-content/80 text-sm' : 'text-lg font-medium'}>
        {people.length > 0 ? search.found(people.length) : search.none(query)}
      </p>
      {people.length === 0 && <p class="text-base-content/80">{search.noneWhy}</p>}
      {people.length > 0 && (
        <ul class="flex flex-col gap-2">
          {people.map((person) => (
            <PersonCard key={person.id} person={person} />
          ))}
        </ul>
      )}
      {people.length >= MOST_FOUND && <p class="text-base-content/80 text-sm">{search.most(MOST_FOUND)}</p>}
    </div>
  )
}

function PersonCard({ person: { id, username, branch, karma } }: { person: Person }) {
  return (
    <li>
      <a href={`/u/${id}`} class="card hover:bg-base-200 flex items-center gap-3 p-4">
        <Avatar name={username} />
        <span class="min-w-0 leading-snug">
          <span class="block truncate font-medium">{username}</span>
          <span class="text-base-content/80 line-clamp-1 text-sm">
            {[branch, text.frame.karma(karma)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
    </li>
  )
}
