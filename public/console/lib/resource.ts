import { batch, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Failure } from '../../app/lib/api'
import { latest } from '../../app/lib/latest'
import { useHistoryEntry } from '../../app/lib/scroll-restoration'

type Answer<Data> = Promise<{ success: true; data: Data } | Failure>

/** What a page reads as a whole: what there was stays to be seen until what is newer has come. */
export class Resource<Data> {
  readonly data = signal<Data | undefined>(undefined)
  readonly failure = signal<Failure | null>(null)
  readonly loading = signal(false)
  readonly #read: () => Answer<Data>
  readonly #newest = latest()

  constructor(read: () => Answer<Data>) {
    this.#read = read
  }

  /** Whether there is something to show: what was read, or why it was not. */
  get begun(): boolean {
    return this.data.value !== undefined || this.failure.value !== null
  }

  /** Reads it, again if need be; of several readings under way the last one counts. */
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

/** The resource of the page at this entry of the history: read at every visit, shown as it was left until then. */
export function useResource<Data>(kind: string, read: () => Answer<Data>): Resource<Data> {
  const resource = useHistoryEntry(kind, () => new Resource(read))
  // Whenever another one is shown.
  useEffect(() => {
    resource.load()
  }, [resource])
  return resource
}
