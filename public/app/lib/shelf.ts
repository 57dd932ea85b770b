// What the device keeps of the answers that somebody read: which, how many, how large and how long. Pure rules.

/** An answer on the device: of which address, under which random name, from when, and which ids a feed names. */
export type Copy = { path: string; name: string; savedAt: number; bytes: number; named?: readonly string[] }

type Kind = 'start' | 'feed' | 'post' | 'thread'

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['start', /^\/api\/v1\/(?:auth\/me|instance)$/],
  // The beginning alone: what follows is another address each time.
  ['feed', /^\/api\/v1\/posts\?(?!.*\bcursor=)/],
  ['post', /^\/api\/v1\/(?:posts|courses)\/[\da-f-]{36}$/],
  ['thread', /^\/api\/v1\/comments\/post\/[\da-f-]{36}\/tree\?(?!.*\b(?:cursor|parent|comment)=)/],
]

const MOST: Record<Kind, number> = { start: 2, feed: 2, post: 20, thread: 20 }
const MAX_BYTES = 1_500_000
const MAX_COPY_BYTES = 300_000
/** As old as an announcement on a notice board may be. */
const MAX_AGE_MS = 7 * 86_400_000

export const kindOf = (path: string): Kind | undefined => KINDS.find(([, pattern]) => pattern.test(path))?.[0]

/** The post that the answer is about, if it is about one. */
const postOf = (path: string): string | undefined => /\/posts?\/([\da-f-]{36})/.exec(path)?.[1]

/** Whether an answer to the one path takes the place of one to the other: a thread in another order is the same. */
const isSame = (one: string, other: string): boolean =>
  one === other || (kindOf(one) === 'thread' && kindOf(other) === 'thread' && postOf(one) === postOf(other))

/** Whether it is still shown; one from the future tells of a clock that was set back. */
export const isFresh = ({ savedAt }: Copy, now: number): boolean => savedAt <= now && now - savedAt <= MAX_AGE_MS

/** The copies with this one as the latest, without those that are too old or too many; the latest stand first. */
export function withCopy(copies: readonly Copy[], copy: Copy): Copy[] {
  const counts = { start: 0, feed: 0, post: 0, thread: 0 }
  let bytes = 0
  const others = copies.filter((each) => !isSame(each.path, copy.path) && isFresh(each, copy.savedAt))
  return [copy, ...others].filter((each) => {
    const kind = kindOf(each.path)
    if (kind === undefined || each.bytes > MAX_COPY_BYTES) return false
    // Who is signed in weighs little, and nothing is shown without.
    if (kind !== 'start' && bytes + each.bytes > MAX_BYTES) return false
    bytes += each.bytes
    return ++counts[kind] <= MOST[kind]
  })
}

/** The copies without that of the address, and without all that names its post. */
export function withoutPath(copies: readonly Copy[], path: string): Copy[] {
  const post = postOf(path)
  const isOf = (each: Copy) => post !== undefined && (postOf(each.path) === post || each.named?.includes(post))
  return copies.filter((each) => each.path !== path && !isOf(each))
}
