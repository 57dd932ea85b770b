import { posix } from 'node:path'
import { codeOf, lineAt, type Source } from './source'

/** Imports go down these floors, over any distance, and never up. */
const FLOORS = 'entry app pages parts keeping order forum campus http ground lib db'.split(' ')

/** The subjects of each wing, of which each imports only those before it. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    ground: 'names audit access settings policy',
    campus: 'authorship notices colleges sanctions accounts auth courses invitations membership instance',
    forum: 'pictures polls questions held delayed posts comments votes bookmarks branches',
    order: 'notes reports moderation appeals transparency',
    keeping: 'exports erasure backups dashboard setup maintenance health metrics',
    parts: 'following webhooks notifications push digest feedback search events aliases realtime followers',
  }).map(([wing, subjects]) => [wing, subjects.split(' ')]),
)

/** What every floor may import. */
const GROUNDWORK = /^src\/(config|errors|messages|packaged)(\.ts$|\/)/
const isRoutes = (path: string): boolean => /[/-]routes\.ts$/.test(path)
const knowsHttp = (path: string): boolean => /[/-](routes|schemas)\.ts$|^src\/(pages\/|app\.ts|main|cli)/.test(path)

function floorOf(path: string): string {
  if (/^src\/(main|cli)(\.ts$|\/)/.test(path)) return 'entry'
  if (/^src\/(app|parts)\.ts$/.test(path)) return 'app'
  if (GROUNDWORK.test(path)) return 'groundwork'
  const [top = '', folder = ''] = path.split('/')
  if (top === 'db') return 'db'
  if (top === 'client') return folder === 'package' ? 'elsewhere' : 'client'
  return top === 'src' && FLOORS.includes(folder) ? folder : 'elsewhere'
}

type Import = { line: number; specifier: string; typeOnly: boolean; isLazy: boolean }

const IMPORT =
  /\b(import|export)\b(?<clause>[^'"`;()=]*?)\bfrom\s*['"](?<from>[^'"\n]+)['"]|\bimport\s*\(?\s*['"](?<plain>[^'"\n]+)['"]/g

/** Every import and re-export of the text, those of types and the dynamic ones too. */
export function importsOf(text: string): Import[] {
  const code = codeOf(text, 'kept')
  return [...code.matchAll(IMPORT)].map(({ index, groups }) => ({
    line: lineAt(code, index),
    specifier: groups?.from ?? groups?.plain ?? '',
    typeOnly: /^\s*type\b/.test(groups?.clause ?? ''),
    isLazy: groups?.plain !== undefined,
  }))
}

/** The file that a relative import means. */
export function targetOf(path: string, { specifier }: Import) {
  const target = posix.join(posix.dirname(path), specifier)
  return /\.\w+$/.test(target) ? target : `${target}.ts`
}

const relativeImports = ({ text }: Source): Import[] =>
  importsOf(text).filter(({ specifier }) => specifier.startsWith('.'))

function withinWing(from: string, to: string): string | undefined {
  const [, wing = '', upper = ''] = from.split('/')
  const lower = to.split('/')[2] ?? ''
  const subjects = SUBJECTS[wing]
  if (subjects === undefined || upper === lower || upper.endsWith('.ts') || lower.endsWith('.ts')) return undefined
  if (isRoutes(to)) return `belongs to ${upper} and imports routes of ${lower}`
  const [own, other] = [subjects.indexOf(upper), subjects.indexOf(lower)]
  if (own < 0 || other < 0) return 'belongs to a subject that is not declared'
  return other < own || isRoutes(from) ? undefined : `belongs to ${upper} and imports ${lower}, which comes after it`
}

/** Where the package for clients takes its types from the server. */
const CLIENT_ROUTES = 'client/routes.ts'

function fault(from: string, to: string, { typeOnly }: Import): string | undefined {
  const [upper, lower] = [floorOf(from), floorOf(to)]
  if (lower === 'elsewhere') return to.endsWith('package.json') ? undefined : 'imports from outside of src and db'
  if (upper === 'client')
    return lower === 'client' || (from === CLIENT_ROUTES && typeOnly)
      ? undefined
      : `knows the server by the types in ${CLIENT_ROUTES} alone`
  if (lower === 'client') return 'is imported by clients only'
  if (upper === 'elsewhere') return 'stands on no floor'
  if (upper === 'groundwork') return lower === 'groundwork' ? undefined : 'is groundwork and imports nothing of ours'
  if (lower === 'groundwork') return undefined
  if (upper === lower) return withinWing(from, to)
  if (lower === 'http') return knowsHttp(from) ? undefined : 'knows HTTP, which routes alone do'
  return FLOORS.indexOf(upper) < FLOORS.indexOf(lower)
    ? undefined
    : `is in ${upper} and imports ${lower}, which is above it`
}

/** The imports that go against the arrows. */
export function wrongImports(sources: readonly Source[]) {
  return sources.flatMap((source) =>
    relativeImports(source).flatMap((each) => {
      const wrong = fault(source.path, targetOf(source.path, each), each)
      return wrong === undefined ? [] : [`${source.path}:${each.line} ${wrong} (${each.specifier})`]
    }),
  )
}

/** What each source imports of the others. */
export const importGraph = (sources: readonly Source[]): Map<string, string[]> =>
  new Map(sources.map((source) => [source.path, relativeImports(source).map((each) => targetOf(source.path, each))]))
