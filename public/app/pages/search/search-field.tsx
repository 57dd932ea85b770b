import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { choiceLabel } from '../../lib/choice-label'
import { latest } from '../../lib/loading'
import { go } from '../../lib/navigation'
import {
  forgetSearches,
  recentSearches,
  type Suggestions,
  searchPath,
  suggestionsFor,
  type Wanted,
} from '../../lib/search/search'
import { searchText } from '../../texts/search'

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

/** The field, and beneath it what it may lead to: suggestions while somebody types, else recent searches. */
export function SearchField({ wanted }: { wanted: Wanted }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(latest()).current
  const options = useSignal<readonly Option[]>([])
  const recent = useSignal(recentSearches())
  const { search } = searchText
  useEffect(() => {
    input.current!.value = wanted.q
    options.value = []
    recent.value = recentSearches()
    if (wanted.q === '') input.current!.focus()
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
    if (q !== wanted.q) go(searchPath({ ...wanted, q }))
  }
  return (
    <search
      class="flex flex-col gap-3"
      onKeyDown={(event) => {
        moveAlong(event, event.currentTarget)
        if (event.key !== 'Escape' || options.value.length === 0) return
        options.value = []
        input.current!.focus()
      }}
    >
      <form class="flex gap-2" onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="q"
          class="input grow text-base"
          aria-label={search.label}
          placeholder={search.placeholder}
          autocomplete="off"
          maxLength={LONGEST}
          enterkeyhint="search"
          defaultValue={wanted.q}
          onInput={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(suggest, PAUSE_MS)
          }}
        />
        <button type="submit" class="btn btn-primary">
          {search.submit}
        </button>
      </form>
      {options.value.length > 0 && (
        <nav aria-label={search.suggestions}>
          <Links options={options.value} />
        </nav>
      )}
      {wanted.q === '' && options.value.length === 0 && recent.value.length > 0 && (
        <nav aria-label={search.recent} class="flex flex-col gap-1">
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
