import { basename } from 'node:path'
import { bracketed, codeOf, lineAt, type Source } from './source'

/** The error codes with which the sources refuse, with the places. */
export function refusedCodes(sources: readonly Source[]): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const { path, text } of sources) {
    const code = codeOf(text, 'kept')
    for (const { index, groups } of code.matchAll(/\b(?:refuse|new AppError)\(\s*['"](?<code>\w+)['"]/g)) {
      const known = places.get(groups?.code ?? '') ?? []
      places.set(groups?.code ?? '', [...known, `${path}:${lineAt(code, index)}`])
    }
  }
  return places
}

/** Refusals with a code that is in no list. */
export function unknownCodes(sources: readonly Source[], known: readonly string[]): string[] {
  return [...refusedCodes(sources)]
    .filter(([code]) => !known.includes(code))
    .flatMap(([code, places]) => places.map((place) => `${place} ${code}`))
}

/** Codes of the list that no source says, in quotes, and no page of the documentation explains. */
export function idleCodes(sources: readonly Source[], pages: readonly Source[], known: readonly string[]): string[] {
  const code = sources.map(({ text }) => codeOf(text, 'kept')).join('\n')
  const prose = pages.map(({ text }) => text).join('\n')
  return known.filter((each) => !new RegExp(`['" ]${each}['"]`).test(code) && !prose.includes(`\`${each}\``))
}

type Habit = { broken: RegExp; says: string }

const HABITS: readonly Habit[] = [
  { broken: /\bexport\s+default\b|\bas\s+default\b/g, says: 'has a default export' },
  { broken: /:\s*any\b|\bas\s+any\b|<any\b|\bany\[\]|[<,|&]\s*any\s*[>,|&]/g, says: 'says any' },
  { broken: /@ts-(ignore|nocheck)/g, says: 'silences the compiler' },
]

/** Default exports, `any`, barrels, and names that say nothing. */
export function brokenHabits(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = codeOf(text)
    const found = HABITS.flatMap(({ broken, says }) =>
      [...(says === 'silences the compiler' ? text : code).matchAll(broken)].map(
        ({ index }) => `${path}:${lineAt(code, index)} ${says}`,
      ),
    )
    if (/^(utils?|helpers?|misc|common|index)\.tsx?$/.test(basename(path)))
      found.push(`${path} has a name that says nothing`)
    if (isBarrel(code)) found.push(`${path} only hands on what others export`)
    return found
  })
}

function isBarrel(code: string): boolean {
  const statements = code.split(/\n(?=\S)/).filter((each) => each.trim() !== '' && !/^\s*import\b/.test(each))
  return (
    statements.length > 0 &&
    statements.every((each) => /^\s*export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from\b/.test(each))
  )
}

/** What takes time, and so must not be awaited while every other write waits. */
const SLOW =
  /\b(fetch|deliver|mailReachable|hashPassword|verifyPassword|setTimeout)\s*\(|\bBun\.(sleep|password|spawn|file|write)\b/g

/** Slow calls inside the arguments of `storage.write(` and `writeAs(`, and Drizzle's own transactions, which do not roll back. */
export function carelessWrites(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = codeOf(text)
    const slow = [...code.matchAll(/\b(?:storage\s*\.write|writeAs)\s*(?:<[^()]*>)?\s*\(/g)].flatMap(
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

/** Files of subjects that write for nobody who is signed in, or only note that somebody read; all others write by `writeAs`. */
const WRITES_WITHOUT_VIEWER = [
  'src/core/access/write-as.ts',
  'src/core/accounts/people.ts',
  'src/core/auth/idp.ts',
  'src/core/auth/login-code.ts',
  'src/core/auth/password.ts',
  'src/core/auth/registration.ts',
  'src/core/auth/sign-in.ts',
  'src/core/colleges/service.ts',
  'src/core/maintenance/maintenance.ts',
  'src/core/posts/service.ts',
  'src/core/posts/visibility.ts',
  'src/core/setup/first-run.ts',
  'src/core/setup/service.ts',
]

/** Writes of subjects that do not decide inside the transaction whether the viewer still may. */
export function unauthorizedWrites(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!path.startsWith('src/core/') || WRITES_WITHOUT_VIEWER.includes(path)) return []
    const code = codeOf(text)
    return [...code.matchAll(/\bstorage\s*\.write\b/g)].map(
      ({ index }) => `${path}:${lineAt(code, index)} writes past writeAs`,
    )
  })
}
