import { batch, signal } from '@preact/signals'
import type { Failure } from './api'

/** As many as a screen or two shows, and as the document preloads. */
export const PAGE = 20

type Page<Item> = { items: Item[]; next: string | null; total?: number }

/** A list that loads page by page and holds each item once. */
export class Listing<Item> {
  readonly items = signal<readonly Item[]>([])
  readonly loading = signal(false)
  readonly failure = signal<Failure | null>(null)
  /** Whether the first page has loaded. */
  readonly begun = signal(false)
  readonly ended = signal(false)
  /** The ids of those at the beginning that are there because moderators pinned them. */
  pinned: readonly string[] = []
  readonly #read: (cursor: string | undefined) => Promise<Page<Item> | Failure>
  readonly #itemId: (item: Item) => string
  #cursor: string | undefined
  #page: Promise<void> | undefined

  constructor(read: (cursor: string | undefined) => Promise<Page<Item> | Failure>, itemId: (item: Item) => string) {
    this.#read = read
    this.#itemId = itemId
  }

  /** Loads the next page, unless there is none; two at once load one. */
  async more(): Promise<void> {
    if (this.ended.value) return
    this.#page ??= this.#load()
    await this.#page
  }

  async #load(): Promise<void> {
    this.loading.value = true
    this.failure.value = null
    const page = await this.#read(this.#cursor)
    this.#page = undefined
    batch(() => {
      this.loading.value = false
      if ('success' in page) {
        this.failure.value = page
        return
      }
      this.#cursor = page.next ?? undefined
      this.items.value = joinedById(this.items.value, page.items, this.#itemId)
      this.begun.value = true
      this.ended.value = page.next === null
    })
  }

  addFirst(item: Item): void {
    this.items.value = joinedById([item], this.items.value, this.#itemId)
  }
}

type PageAsked = { limit: number; cursor?: string | undefined }

/** A list of what the server answers with page by page. */
export const listOf = <Item, Data extends { meta: { nextCursor: string | null } }>(
  ask: (page: PageAsked) => Promise<{ success: true; data: Data } | Failure>,
  itemsOf: (data: Data) => Item[],
  itemId: (item: Item) => string,
): Listing<Item> =>
  new Listing(async (cursor) => {
    const answer = await ask({ limit: PAGE, cursor })
    return answer.success ? { items: itemsOf(answer.data), next: answer.data.meta.nextCursor } : answer
  }, itemId)

/** Both lists without duplicates: items may move between pages while they load. */
export function joinedById<Item>(
  first: readonly Item[],
  second: readonly Item[],
  itemId: (item: Item) => string,
): Item[] {
  const seen = new Set(first.map(itemId))
  return [...first, ...second.filter((item) => !seen.has(itemId(item)))]
}
