import type { ComponentChildren } from 'preact'
import { choiceLabel } from '../../app/lib/choice-label'
import { Choice } from '../../app/ui/choice'
import { Icon } from '../../app/ui/icon'
import { filterValue, useFilters } from '../lib/page'

/** The filters of a list: two side by side on phones, one row where there is room. */
export const Filters = ({ children }: { children: ComponentChildren }) => (
  <div class="grid grid-cols-2 items-center gap-2 max-sm:*:w-full sm:flex sm:flex-wrap xl:flex-nowrap">{children}</div>
)

/** Filters of a queue: one row, which phones scroll, so that what waits stands above. */
export const FilterRow = ({ children }: { children: ComponentChildren }) => (
  <div class="-mx-4 flex gap-2 overflow-x-auto px-4 *:shrink-0 sm:mx-0 sm:flex-wrap sm:px-0">{children}</div>
)

type ListFilterProps<Value extends string> = {
  name: string
  label: string
  values: readonly [Value, ...Value[]]
  words: Record<Value, string>
  class?: string
}

export function ListFilter<Value extends string>(props: ListFilterProps<Value>) {
  const { name, label, values, words, class: className } = props
  const { query, narrow } = useFilters()
  return (
    <Choice
      class={className}
      label={label}
      value={filterValue(query, name, values)}
      options={values.map((each) => [each, words[each]] as const)}
      onChoose={(each) => narrow({ [name]: each === values[0] ? undefined : each })}
    />
  )
}

type ChoiceFilterProps = { name: string; label: string; every: string; choices: readonly string[] | undefined }

/** Filters the list by a choice of the campus; one that was removed stays while it is chosen. */
export function ChoiceFilter({ name, label, every, choices = [] }: ChoiceFilterProps) {
  const { query, narrow } = useFilters()
  const chosen = query[name] ?? ''
  const offered = ['', ...new Set([...choices, ...(chosen ? [chosen] : [])])]
  return (
    <Choice
      label={label}
      value={chosen}
      options={offered.map((each) => [each, each ? choiceLabel(each) : every] as const)}
      onChoose={(each) => narrow({ [name]: each })}
    />
  )
}

type SearchFieldProps = { label: string; name?: string }

/** Filters the list by a query, which is kept in the URL. */
export function SearchField({ label, name = 'query' }: SearchFieldProps) {
  const { query, narrow } = useFilters()
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const words = new FormData(event.currentTarget as HTMLFormElement).get(name)
    narrow({ [name]: String(words).trim() })
  }
  return (
    <search class="col-span-2 min-w-0 grow basis-56 sm:min-w-64">
      <form onSubmit={search} class="flex gap-2">
        <input
          key={query[name]}
          type="search"
          name={name}
          class="input input-sm w-full text-base"
          aria-label={label}
          placeholder={label}
          defaultValue={query[name] ?? ''}
        />
        <button type="submit" class="btn btn-sm btn-outline px-2.5" aria-label={label}>
          <Icon name="search" class="size-4.5" />
        </button>
      </form>
    </search>
  )
}
