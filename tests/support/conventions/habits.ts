import { basename } from 'node:path'
import { bracketed, codeOf, lineAt, type Source } from './source'

/** Codes of the list that no source says, in quotes, and no page of the documentation explains. */
export function idleCodes(sources: readonly Source[], pages: readonly Source[], known: readonly string[]) {
  const code = sources.map(({ text }) => codeOf(text, 'kept')).join('\n')
  const prose = pages.map(({ text }) => text).join('\n')
  return known.filter((each) => !new RegExp(`['" ]${each}['"]`).test(code) && !prose.includes(`\`${each}\``))
}

/** Sources with a name that says nothing, and those that the compiler is told to leave out. */
export function brokenHabits(sources: readonly Source[]) {
  return sources.flatMap(({ path, text }) => [
    ...(/^(utils?|helpers?|misc|common|index)\.tsx?$/.test(basename(path))
      ? [`${path} has a name that says nothing`]
      : []),
    ...(new RegExp(`@ts-${'nocheck'}`).test(text) ? [`${path} silences the compiler`] : []),
  ])
}

/** What takes time, and so must not be awaited while every other write waits. */
const SLOW =
  /\b(fetch|deliver|mailReachable|hashPassword|verifyPassword|setTimeout)\s*\(|\bBun\.(sleep|password|spawn|file|write)\b/g

/**
 * Slow calls inside the arguments of `storage.write(` and `writeAs(`, and Drizzle's own transactions, which do not roll
 * back.
 */
export function carelessWrites(sources: readonly Source[]) {
  return sources.flatMap(({ path, text }) => {
    const code = codeOf(text)
    const slow = [...code.matchAll(/\b(?:storage\s*\.write|writeAs|writeCreation)\s*(?:<[^()]*>)?\s*\(/g)].flatMap(
      ({ 0: head, index }) => {
        const start = index + head.length
        const inside = bracketed(code, start - 1)
        return [...inside.matchAll(SLOW)].map(
          (match) => `${path}:${lineAt(code, start + match.index)} waits for ${match[0]} inside a write`,
        )
      },
    )
    const transactions = [...code.matchAll(/\b(orm|tx)\s*\.transaction\s*\(|\.transaction\s*\(\s*async\b/g)].map(
      ({ index }) => `${path}:${lineAt(code, index)} opens a transaction of its own`,
    )
    return [...slow, ...transactions]
  })
}

/**
 * Files of subjects that write for nobody who is signed in, or only note that somebody read; all others write by
 * `writeAs`.
 */
const WING = /^src\/(ground|campus|forum|order|keeping|parts)\/(.+)\.ts$/
const WRITES_WITHOUT_VIEWER = (
  'access/write-as accounts/branch-groups accounts/managed-users branches/merge-branches audit/logs ' +
  'authorship/endings erasure/delete-account auth/sign-in-by-provider auth/sign-in auth/password ' +
  'access/session-tokens auth/sign-up auth/passkeys backups/keep colleges/colleges colleges/requests ' +
  'maintenance/maintenance membership/reminders pictures/pictures sanctions/mails notifications/follow-news exports/make ' +
  'classifier/night classifier/commands digest/service push/delivery policy/bursts delayed/delayed posts/changes posts/votes posts/service ' +
  'posts/visibility search/upkeep setup/first-run setup/service votes/polls webhooks/delivery'
).split(' ')

/** Writes of subjects that do not decide inside the transaction whether the viewer still may. */
export function unauthorizedWrites(sources: readonly Source[]) {
  return sources.flatMap(({ path, text }) => {
    const name = WING.exec(path)?.[2]
    if (name === undefined || WRITES_WITHOUT_VIEWER.includes(name)) return []
    const code = codeOf(text)
    return [...code.matchAll(/\bstorage\s*\.write\b/g)].map(
      ({ index }) => `${path}:${lineAt(code, index)} writes past writeAs`,
    )
  })
}

/** The one place of timers, in two layers. */
const PLACE_OF_TIMERS = ['db/timers.ts', 'src/lib/process/background.ts']

/** Where a timer only settles a promise that somebody awaits, and so can throw nothing. */
const TIME_OUTS = [
  'db/checkpoints.ts',
  'src/lib/mail/inspect.ts',
  'src/parts/scorers/toxicity.ts',
  'src/lib/net/fair-queue.ts',
  'src/lib/mail/transport.ts',
]

/** The event loop of the write queue, whose turns settle the promise of every write; and a thread of its own. */
const OWN_TURNS = ['db/group-commit.ts', 'db/checkpointer.ts']

const UNGUARDED = /\b(setTimeout|setInterval|setImmediate|queueMicrotask|process\s*\.\s*nextTick)\s*\(/g

/** Timers outside of `lib/background.ts`: what their work throws would end the process. */
export function bareTimers(sources: readonly Source[]) {
  const allowed = [...PLACE_OF_TIMERS, ...TIME_OUTS, ...OWN_TURNS]
  return sources.flatMap(({ path, text }) => {
    if (allowed.includes(path)) return []
    const code = codeOf(text)
    return [...code.matchAll(UNGUARDED)].map(({ 0: call, index }) => `${path}:${lineAt(code, index)} calls ${call}`)
  })
}
