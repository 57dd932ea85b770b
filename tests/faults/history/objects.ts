import type { Chapter, Fact, Scope, Violation } from './facts'
import { type Event, unexplained } from './linearize'

/** The histories of all objects of a kind, by their keys. Objects that nobody touched are checked, too. */
export class Objects<State> {
  readonly #events = new Map<string, Event<State>[]>()

  constructor(
    readonly rule: string,
    readonly scope: Scope,
    /** The state of an object in the base. */
    readonly initial: (key: string) => State,
    /** Whether an object may end so, by what is stored at the end. */
    readonly isLast: (key: string, state: State) => boolean,
  ) {}

  /** What an operation does, unless it did not happen. */
  write(key: string, fact: Fact, write: (state: State) => State | undefined): void {
    if (fact.happened === 'no') return
    const mustHappen = fact.happened === 'yes'
    this.#add(key, { ...this.#when(fact), write, mustHappen })
  }

  /** What an acknowledged or refused operation says of the object. */
  read(key: string, fact: Fact, read: (state: State) => boolean): void {
    if (fact.outcome !== 'unknown' && this.scope !== 'after') this.#add(key, { ...this.#when(fact), read })
  }

  judge(keys: Iterable<string>): Violation[] {
    const all = new Set([...keys, ...this.#events.keys()])
    return [...all].flatMap((key) => {
      const events = this.#events.get(key) ?? []
      const isLast = (state: State) => this.scope === 'during' || this.isLast(key, state)
      const fault = unexplained(this.initial(key), events, isLast)
      return fault === undefined ? [] : [{ rule: this.rule, what: `${key}: ${fault} (${this.#told(events)})` }]
    })
  }

  #when({ start, end, outcome, act, actor }: Fact) {
    const isOpen = outcome === 'unknown'
    return { start, end: isOpen ? Number.POSITIVE_INFINITY : end, what: `${act.kind} by ${actor.userId.slice(0, 8)}` }
  }

  #add(key: string, event: Event<State>): void {
    const events = this.#events.get(key)
    if (events === undefined) this.#events.set(key, [event])
    else events.push(event)
  }

  #told(events: readonly Event<State>[]): string {
    const told = events.map((event) => `${event.start}–${event.end} ${event.what}${'read' in event ? '?' : ''}`)
    return told.slice(0, 40).join(', ')
  }
}

/** What several kinds of objects ask of a chapter. */
export class Places {
  readonly #postOf = new Map<string, string>()
  readonly #authorOf = new Map<string, string | null>()

  constructor({ base, final, facts }: Chapter) {
    for (const { posts, comments, aliases } of [base, final]) {
      for (const [id, { authorId }] of posts) this.#authorOf.set(id, authorId && (aliases.get(authorId) ?? authorId))
      for (const [id, { postId }] of comments) this.#postOf.set(id, postId)
    }
    for (const { act, madeId, actor } of facts) {
      if (madeId === undefined) continue
      if (act.kind === 'publish') this.#authorOf.set(madeId, actor.userId)
      if (act.kind === 'comment') this.#postOf.set(madeId, act.postId)
    }
  }

  postOf = (commentId: string): string | undefined => this.#postOf.get(commentId)
  commentsOf = (postId: string): string[] => [...this.#postOf].flatMap(([id, post]) => (post === postId ? [id] : []))
  isAuthor = (postId: string, { actor }: Fact): boolean => this.#authorOf.get(postId) === actor.userId
}
