import { batch, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { announce } from '../../app/lib/announcements'
import type { Failure } from '../../app/lib/api'
import { failureMessage } from '../../app/lib/failures'
import { latest } from '../../app/lib/loading'
import { go } from '../../app/lib/navigation'
import { useHistoryEntry } from '../../app/lib/scroll-restoration'

/** Says that it was done, or why not; resolves to whether it was. */
export async function told(request: Promise<{ success: true } | Failure>, done: string): Promise<boolean> {
  const answer = await request
  announce(answer.success ? done : failureMessage(answer))
  return answer.success
}

/** Shows a refusal beside what was pressed. */
export function useAct() {
  const failure = useSignal<Failure | null>(null)
  const act = async (request: Promise<{ success: true } | Failure>): Promise<boolean> => {
    const answer = await request
    failure.value = answer.success ? null : answer
    return answer.success
  }
  return { failure, act }
}

type Answer<Data> = Promise<{ success: true; data: Data } | Failure>

/** The data of a page; the old data stays on the page until the new has loaded. */
export class Resource<Data> {
  readonly data = signal<Data | undefined>(undefined)
  readonly failure = signal<Failure | null>(null)
  readonly loading = signal(false)
  /** As a key it remounts forms after loading, so that changes by others do not look like unsaved ones. */
  loads = 0
  readonly #read: () => Answer<Data>
  readonly #newest = latest()

  constructor(read: () => Answer<Data>) {
    this.#read = read
  }

  /** Whether there is data or a failure to show. */
  get begun(): boolean {
    return this.data.value !== undefined || this.failure.value !== null
  }

  /** Loads the data; of several requests under way the last one counts. */
  async load(): Promise<void> {
    this.loading.value = true
    const answer = await this.#newest(this.#read())
    if (answer === undefined) return
    batch(() => {
      this.loads++
      this.loading.value = false
      this.failure.value = answer.success ? null : answer
      if (answer.success) this.data.value = answer.data
    })
  }
}

/** The resource of the page at this history entry: loaded at every visit, shown as it was left until then. */
export function useResource<Data>(kind: string, read: () => Answer<Data>): Resource<Data> {
  const resource = useHistoryEntry(kind, () => new Resource(read))
  useEffect(() => {
    resource.load()
  }, [resource])
  return resource
}

type Query = Record<string, string | undefined>

/** The path with changed parameters: empty ones are left out, and a changed filter starts at the first page. */
export function pathWith(path: string, query: Query, changes: Query): string {
  const params = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The filters of the page, which are kept in its URL, and a function that changes them. */
export function useFilters(): { query: Record<string, string>; narrow: (changes: Query) => void } {
  const { path, query } = useLocation()
  return { query, narrow: (changes) => go(pathWith(path, query, changes)) }
}

export const pageNumber = (query: Query): number => Math.max(1, Math.floor(Number(query.page)) || 1)

/** What the list is filtered by: one of these values, the first unless the URL names another. */
export const filterValue = <Value extends string>(
  query: Query,
  name: string,
  values: readonly [Value, ...Value[]],
): Value => values.find((each) => each === query[name]) ?? values[0]

/** Goes to the last page if the list has become shorter than the page in the URL. */
export function useLastPage(page: number, last: number | undefined): void {
  const { narrow } = useFilters()
  useEffect(() => {
    if (last !== undefined && page > Math.max(1, last)) narrow({ page: last > 1 ? String(last) : undefined })
  }, [last, page])
}

export function useListPage<Data extends { pagination: { totalPages: number } }>(
  kind: string,
  read: (page: number) => Answer<Data>,
): Resource<Data> {
  const page = pageNumber(useFilters().query)
  const list = useResource(kind, () => read(page))
  useLastPage(page, list.data.value?.pagination.totalPages)
  return list
}
