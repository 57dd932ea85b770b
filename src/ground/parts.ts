import type { AnyElysia } from 'elysia'
import type { Connection, Tx } from '../../db/storage'
import type { Finding } from '../lib/process/finding'
import type { Stage } from './policy/stages'

// What happens in one wing, as others hear of it: within the transaction that does it, so that what they write is on disk
// with its cause or not at all. What leaves the process waits for the commit (`tx.afterCommit`).

type Kind = 'post' | 'comment'
type ModerationState = 'active' | 'banned' | 'shadow_banned'
type Vote = 'upvote' | 'downvote' | null
type Text = { type: Kind; id: string; authorId: string | null }
/** `authorId`: null for what is said officially. */
type Comment = { id: string; postId: string; authorId: string | null; content: string }

export type DomainEvents = {
  'post.published': { id: string; isPrivate: 0 | 1 }
  'comment.published': Comment & { parentCommentId: string | null }
  'comment.edited': Comment
  /** A comment is the answer to a question now; `by` the account that marked it, under whichever name. */
  'answer.marked': { id: string; postId: string; authorId: string | null; by: string }
  /** `castAt`: when the vote that is counted, changed or withdrawn was first cast, in ISO 8601. */
  'vote.changed': { voterId: string; text: Text; before: Vote; after: Vote; castAt: string }
  /** Before it is removed, or made private by its author: afterwards nobody can tell what was public. */
  'text.removing': { type: Kind; id: string; by: 'moderator' | 'author' }
  /** What stands now, in these words: a new one, an edited one, or one that a moderator released. */
  'text.written': Text & { text: string; isReleased: boolean }
  'text.moderated': Text & { before: ModerationState; after: ModerationState }
  /** One that waited for a moderator has appeared. */
  'text.released': Text
  /** A moderator has decided about a text, in these words. `isKept`: null where that was taken back, and nobody has decided. */
  'text.judged': Text & {
    moderatorId: string | null
    isKept: boolean | null
    text: string
    /** Its rule says why it was taken away, or else its reports do. */
    reasons: readonly string[]
  }
  'report.created': { id: string; authorId: string | null }
  /** Its texts follow; they are still there. */
  'account.removed': { id: string }
  'account.renamed': { id: string }
  'role.changed': { userId: string }
  /** A new entry of somebody's inbox. `isOfAlias`: of what stands under an alias of the account. */
  'notification.added': { id: string; userId: string; type: string; postId: string | null; isOfAlias: boolean }
  /** Which branch the posts of an account show from now on. */
  'branch.shown': { userId: string; branch: string; branchId: string | null }
}

type Listeners = { readonly [Name in keyof DomainEvents]?: (tx: Tx, event: DomainEvents[Name]) => void }

/** What somebody wants to be told of, and what not. */
export type Interests = {
  isFollowed(post: { topic: string; courseId: string | null }): boolean
  isMuted(news: { postId: string; topic: string; texts: readonly string[] }): boolean
}

/** Refuses a text, or says why nobody can be sure about it; where it cannot wait for a moderator, that refuses it. */
type Examine = (texts: Readonly<Record<string, string>>, mayHold: boolean) => Promise<('uncertain' | 'scorer_down')[]>

/** What is thought of a text: that a moderator should decide first; that its author may need help. */
export type Judgement = { holds: boolean; needsHelp: boolean }
/** The id that a text stands under: an alias must not lead to its account. Null of one that is not there yet. */
type Name = () => string | null
/** For moderators alone: what a text may be, and the words and n-grams that counted most. */
export type Reading = { label: string; score: number; because: string[] }

/** Answers as any command does. */
export type PartCommand = (args: Readonly<Record<string, unknown>>, desk: Desk) => Promise<object> | AsyncGenerator
/** What the command line gives a command: the database, opened beside a server, and an end with a message. */
export type Desk = {
  withStorage<T>(work: () => T | Promise<T>): Promise<T>
  /** `status` 2: it was called wrongly. */
  fail(message: string, status?: 1 | 2): never
}

/** Something of the product that can be taken out: its folder, and its line in `src/parts.ts`. */
export type Part = {
  readonly name: string
  /** Parts that it imports, and is taken out with. */
  readonly needs?: readonly string[]
  readonly routes?: readonly AnyElysia[]
  readonly on?: Listeners
  /** Before the first request; the returned function ends it. */
  readonly starts?: () => () => Promise<void>
  /** Begin once the server listens; each returns what ends it. */
  readonly jobs?: readonly (() => () => Promise<void>)[]
  /** Every day, by what they are for. A job that returns true runs again in another write. */
  readonly maintenance?: Readonly<Record<string, (tx: Tx) => unknown>>
  /** Seals anew what is sealed under a former key. */
  readonly reseal?: () => Promise<void>
  /** What a new text passes, too, before it is written. */
  readonly stages?: readonly Stage[]
  /** Who is asked about a text that the rules let pass: it can take seconds. Undefined while nobody is. */
  readonly examines?: () => Examine | undefined
  /** Of a text that the content policy lets pass, before it is written. */
  readonly judges?: (text: string, author: Name) => Judgement
  /** The content policy has refused a text. */
  readonly refuses?: (text: string, author: Name) => void
  /** Of a text that a moderator looks at. */
  readonly reads?: (text: string) => Reading[]
  /** What `bun quad doctor` looks at. */
  readonly checks?: (db: Connection) => Iterable<Finding>
  /** A number on the console's first page, by its name. */
  readonly figures?: Readonly<Record<string, (db: Connection) => number>>
  /** For operators, by name; the command line has their words. */
  readonly commands?: () => Promise<Record<string, PartCommand>>
  readonly interests?: (db: Connection, userId: string) => Interests
}

let connected: readonly Part[] | undefined
type Listener = (tx: Tx, event: never) => void
const listeners = new Map<string, Listener[]>()

/** Called once, by `src/parts.ts`. */
export function connectParts(parts: readonly Part[]): void {
  connected = parts
  for (const { on } of parts)
    for (const [name, listener] of Object.entries(on ?? {}))
      listeners.getOrInsertComputed(name, () => []).push(listener)
}

/** Without them a change would be made that nobody hears of. */
export function parts(): readonly Part[] {
  if (connected === undefined) throw new Error('src/parts.ts is not loaded')
  return connected
}

/** Calls whoever listens, in the order of the parts. What one throws fails the write. */
export function tell<Name extends keyof DomainEvents>(tx: Tx, name: Name, event: DomainEvents[Name]): void {
  parts()
  for (const listener of listeners.get(name) ?? []) listener(tx, event as never)
}

export const examiners = (): Examine[] => parts().flatMap(({ examines }) => examines?.() ?? [])

export const judgementsOf = (text: string, author: Name): Judgement[] =>
  parts().flatMap(({ judges }) => judges?.(text, author) ?? [])

export const readingsOf = (text: string): Reading[] => parts().flatMap(({ reads }) => reads?.(text) ?? [])

export function interestsOf(db: Connection, userId: string): Interests {
  for (const { interests } of parts()) if (interests) return interests(db, userId)
  return { isFollowed: () => false, isMuted: () => false }
}

/** 0 where no part counts it. */
export function figure(db: Connection, name: string): number {
  for (const { figures } of parts()) if (figures?.[name]) return figures[name](db)
  return 0
}
