import { batch, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Failure } from '../../app/lib/api'
import { latest } from '../../app/lib/loading'
import { useHistoryEntry } from '../../app/lib/scroll-restoration'

type Answer<Data> = Promise<{ success: true; data: Data } | Failure>

/** The data of a page; the old data stays on the page until the new has loaded. */
export class Resource<Data> {
  readonly data = signal<Data | undefined>(undefined)
  readonly failure = signal<Failure | null>(null)
  readonly loading = signal(false)
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
