import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { choiceLabel } from '../../lib/choice-label'
import { latest } from '../../lib/loading'
import { go } from '../../lib/navigation'
import { text } from '../../texts/core'
import { searchText } from '../../texts/search'
import { Icon } from '../../ui/icon'
import {
  forgetSearches,
  NO_SEARCH,
  recentSearches,
  type Suggestions,
  searchPath,
  suggestionsFor,
  type Wanted,
} from './search'

/** Long enough for the next key press, too short to notice. */
const PAUSE_MS = 200
const SHORTEST = 2
const LONGEST = 200

type Option = { href: string; name: string }

const optionsOf = ({ topics, posts, people }: Suggestions): Option[] => [
  ...topics.map((topic) => ({ href: `/?${new URLSearchParams({ topic })}`, name: choiceLabel(topic) })),
  ...posts.map(({ id, title }) => ({ href: `/post/${id}`, name: title })),
  ...people.map(({ id, username }) => ({ href: `/u/${id}`, name: username })),
]

/** From the field to the links beneath it and back. */
function moveAlong(event: KeyboardEvent, list: Element): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.isComposing) return
  const stops = [...list.querySelectorAll<HTMLElement>('input, nav a')]
  const at = stops.indexOf(event.target as HTMLElement)
  const next = at === -1 ? undefined : stops[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

type Props = {
  wanted: Wanted
  /** In the bar of wide screens: what it may lead to lies over the page while the keyboard is here. */
  isInBar?: boolean
}

/** The field, and beneath it what it may lead to: suggestions while somebody types, else recent searches. */
export function SearchField({ wanted, isInBar = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(latest()).current
  const options = useSignal<readonly Option[]>([])
  const recent = useSignal(recentSearches())
  const isOpen = useSignal(!isInBar)
  const { search } = searchText
  useEffect(() => {
    input.current!.value = wanted.q
    options.value = []
    recent.value = recentSearches()
    if (wanted.q === '' && !isInBar) input.current!.focus()
  }, [wanted.q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const suggest = async () => {
    const typed = input.current!.value.trim()
    if ([...typed].length < SHORTEST || typed === wanted.q) {
      await newest(Promise.resolve())
      options.value = []
      return
    }
    const found = await newest(suggestionsFor(typed))
    if (found) options.value = optionsOf(found)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    clearTimeout(timer.current)
    newest(Promise.resolve())
    options.value = []
    const q = input.current!.value.trim()
    if (q !== wanted.q || isInBar) go(searchPath({ ...wanted, q }))
  }
  return (
    <search
      class={isInBar ? 'search-bar' : 'flex flex-col gap-3'}
      onFocusIn={() => {
        if (isInBar && !isOpen.value) recent.value = recentSearches()
        isOpen.value = true
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (isInBar && !currentTarget.contains(relatedTarget as Node | null)) isOpen.value = false
      }}
      onKeyDown={(event) => {
        moveAlong(event, event.currentTarget)
        if (event.key !== 'Escape' || options.value.length === 0) return
        options.value = []
        input.current!.focus()
      }}
    >
      <form class="relative flex gap-2" onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="q"
          class={`input grow text-base ${isInBar ? 'ps-10' : ''}`}
          aria-label={search.label}
          placeholder={isInBar ? text.frame.search : search.placeholder}
          autocomplete="off"
          maxLength={LONGEST}
          enterkeyhint="search"
          defaultValue={wanted.q}
          onInput={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(suggest, PAUSE_MS)
          }}
        />
        {isInBar ? (
          <Icon name="search" class="search-bar-icon" />
        ) : (
          <button type="submit" class="btn btn-primary max-sm:w-11 max-sm:p-0">
            <Icon name="search" class="size-5 sm:hidden" />
            <span class="sr-only sm:not-sr-only">{search.submit}</span>
          </button>
        )}
      </form>
      {isOpen.value && options.value.length > 0 && (
        <nav aria-label={search.suggestions} class="search-ways">
          <Links options={options.value} />
        </nav>
      )}
      {isOpen.value && wanted.q === '' && options.value.length === 0 && recent.value.length > 0 && (
        <nav aria-label={search.recent} class="search-ways flex flex-col gap-1">
          <div class="flex items-center justify-between gap-2">
            <h2 class="font-medium">{search.recent}</h2>
            <button
              type="button"
              class="btn btn-ghost btn-sm"
              onClick={() => {
                forgetSearches()
                recent.value = []
                input.current!.focus()
              }}
            >
              {search.clear}
            </button>
          </div>
          <Links options={recent.value.map((q) => ({ href: searchPath({ ...wanted, q }), name: q }))} />
          <p class="text-base-content/80 text-sm">{search.private}</p>
        </nav>
      )}
    </search>
  )
}

/** The search field of wide screens; it begins anew on another page. */
export const BarSearch = () => <SearchField key={useLocation().url} wanted={NO_SEARCH} isInBar />

const Links = ({ options }: { options: readonly Option[] }) => (
  <ul class="flex flex-col">
    {options.map(({ href, name }) => (
      <li key={href}>
        <a href={href} dir="auto" class="hover:bg-base-200 flex min-h-11 items-center rounded px-3 py-2 break-words">
          <span class="line-clamp-2 min-w-0">{name}</span>
        </a>
      </li>
    ))}
  </ul>
)
