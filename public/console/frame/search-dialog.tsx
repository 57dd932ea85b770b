import { useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { failureMessage } from '../../app/lib/failures'
import { latest } from '../../app/lib/loading'
import { go } from '../../app/lib/navigation'
import { suggestionsFor } from '../../app/parts/search/search'
import { Dialog } from '../../app/ui/dialog'
import { collegeName, findPeople, type Person } from '../campus/accounts/people'
import { consoleText } from '../texts/console'
import { type Found, isAddress, matching, pagesAndActs, settingsFound } from './found'

const PAUSE_MS = 250
const SHORTEST = 2
const MOST = 5

type Section = readonly [title: string, found: readonly Found[]]
/** What the server answered about what was typed then. */
type Answer = { q: string; sections: readonly Section[]; refusal?: string }

/** One field for all that the console has. Nothing that is typed is kept. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const typed = useSignal('')
  const answer = useSignal<Answer | undefined>(undefined)
  const at = useSignal(0)
  const newest = useRef(latest()).current
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { search, words } = consoleText
  const q = typed.value.trim()

  const ask = async (request: (q: string) => Promise<Answer>) => {
    const answered = await newest(request(q))
    if (answered) answer.value = answered
  }
  useEffect(() => {
    if ([...q].length < SHORTEST || isAddress(q)) return
    const timer = setTimeout(ask, PAUSE_MS, peopleAndPosts)
    return () => clearTimeout(timer)
  }, [q])

  const known = answer.value?.q === q ? answer.value : undefined
  const byAddress: Found = {
    name: search.byEmail,
    about: search.counted,
    take: () => ask(peopleByAddress),
    stays: true,
  }
  const here: readonly Section[] = isAddress(q)
    ? [[search.people, known ? [] : [byAddress]]]
    : [
        [search.pages, matching(pagesAndActs(), q)],
        [search.settings, q === '' ? [] : matching(settingsFound(), q)],
      ]
  const sections = [...here, ...(known?.sections ?? [])].filter(([, found]) => found.length > 0)
  const all = sections.flatMap(([, found]) => found)
  const current = all[at.value]
  const take = (found: Found) => {
    if (!found.stays) onClose()
    found.take()
  }
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.isComposing || (step === 0 && event.key !== 'Enter')) return
    event.preventDefault()
    if (step !== 0) at.value = (at.value + step + all.length) % Math.max(1, all.length)
    else if (current) take(current)
  }
  useLayoutEffect(() => input.current!.focus(), [])
  useLayoutEffect(() => {
    document.getElementById(`${id}-${at.value}`)?.scrollIntoView({ block: 'nearest' })
  }, [at.value])
  return (
    <Dialog title={search.title} place="mx-auto mt-4 max-w-xl md:mt-[12vh]" onClose={onClose}>
      <div class="mt-3 flex gap-2">
        <input
          ref={input}
          role="combobox"
          aria-label={search.hint}
          placeholder={search.hint}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${id}-${at.value}`}
          class="input grow"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={200}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            at.value = 0
          }}
          onKeyDown={pressed}
        />
        <button type="button" class="btn btn-ghost px-2" onClick={onClose}>
          {words.close}
        </button>
      </div>
      <p role="status" class={all.length > 0 ? 'sr-only' : 'text-base-content/80 mt-3 empty:hidden'}>
        {known?.refusal ?? (q !== '' && (all.length === 0 ? words.noneFound : search.found(all.length)))}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={search.title} class="mt-2 max-h-[45dvh] overflow-y-auto">
        {sections.map(([title, found], section) => (
          // biome-ignore lint/a11y/useSemanticElements: no form fields
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" class="list-title px-3 pt-2">
              {title}
            </p>
            {found.map((each, index) => {
              const place = sections.slice(0, section).reduce((sum, [, before]) => sum + before.length, index)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and the keys
                <div
                  key={place}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at.value}
                  class={`rounded-field flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 px-3 py-1.5 ${place === at.value ? 'bg-primary/10 text-primary' : 'hover:bg-base-200'}`}
                  onClick={() => take(each)}
                >
                  <span dir="auto" class="min-w-0 font-medium">
                    {each.name}
                  </span>
                  {each.about && <span class="text-base-content/80 min-w-0 text-sm">{each.about}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const peopleIn = (people: readonly Person[]): Section => [
  consoleText.search.people,
  people.slice(0, MOST).map(({ id, username, branch, collegeId }) => ({
    name: username,
    about: [branch, collegeName(collegeId)].filter(Boolean).join(' · '),
    take: () => go(`/console/people/${id}`),
  })),
]

async function peopleAndPosts(q: string): Promise<Answer> {
  const [people, suggested] = await Promise.all([findPeople({ query: q }, 1), suggestionsFor(q)])
  const posts = (suggested?.posts ?? []).slice(0, MOST)
  const found = posts.map(({ id, title }) => ({ name: title, take: () => go(`/console/posts/${id}`) }))
  return { q, sections: [peopleIn(people.success ? people.data.users : []), [consoleText.search.posts, found]] }
}

/** Counted and logged by the server, so asked for by a key of its own. */
async function peopleByAddress(q: string): Promise<Answer> {
  const people = await findPeople({ query: q }, 1)
  if (!people.success) return { q, sections: [], refusal: failureMessage(people) }
  const { users } = people.data
  return { q, sections: [peopleIn(users)], ...(users.length === 0 ? { refusal: consoleText.words.noneFound } : {}) }
}
