import { posix } from 'node:path'
import { codeOf, lineAt, type Source } from './source'

/** Imports go down these layers, over any distance, and never up. */
const LAYERS = ['entry', 'app', 'api', 'api/http', 'core', 'lib', 'db'] as const
type Layer = (typeof LAYERS)[number] | 'ground' | 'client' | 'elsewhere'

/** The subjects of `core`, each of which imports only those before it. */
const SUBJECTS: readonly string[] = (
  'names audit access settings aliases notices webhooks policy colleges held delayed posts follows mutes ' +
  'notifications push digest comments votes bookmarks notes reports moderation appeals feedback accounts exports ' +
  'search events auth invitations membership realtime backups dashboard instance transparency setup maintenance'
).split(' ')

function layerOf(path: string): Layer {
  if (/^src\/(main|cli|follow|listen|open-data|serve|server)(\.ts$|\/)/.test(path)) return 'entry'
  if (/^src\/(config|errors|messages|packaged)(\.ts$|\/)/.test(path)) return 'ground'
  if (path === 'src/app.ts') return 'app'
  if (path.startsWith('src/api/http/')) return 'api/http'
  const [top, folder] = path.split('/')
  if (top === 'db') return 'db'
  if (top === 'client') return folder === 'package' ? 'elsewhere' : 'client'
  return LAYERS.find((layer) => top === 'src' && layer === folder) ?? 'elsewhere'
}

/** The subject that a file of `api` or `core` belongs to. */
const subjectOf = (path: string) => /^src\/(?:api|core)\/([^/]+)/.exec(path)?.[1] ?? ''

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

function betweenSubjects(layer: 'api' | 'core', from: string, to: string): string | undefined {
  const [upper, lower] = [subjectOf(from), subjectOf(to)]
  if (upper === lower) return undefined
  if (layer === 'api') return `belongs to ${upper} and imports ${lower}: what two subjects share is in core`
  const [own, other] = [SUBJECTS.indexOf(upper), SUBJECTS.indexOf(lower)]
  if (own < 0 || other < 0) return 'belongs to a subject that is not declared'
  return other < own ? undefined : `belongs to ${upper} and imports ${lower}, which comes after it`
}

/** Where the package for clients takes its types from the server. */
const CLIENT_ROUTES = 'client/routes.ts'

function fault(from: string, to: string, { typeOnly }: Import): string | undefined {
  const [upper, lower] = [layerOf(from), layerOf(to)]
  if (lower === 'elsewhere') return to.endsWith('package.json') ? undefined : 'imports from outside of src and db'
  if (upper === 'client')
    return lower === 'client' || (from === CLIENT_ROUTES && typeOnly)
      ? undefined
      : `knows the server by the types in ${CLIENT_ROUTES} alone`
  if (lower === 'client') return 'is imported by clients only'
  if (upper === 'elsewhere') return 'stands in no layer'
  if (upper === 'ground') return lower === 'ground' ? undefined : 'is ground and imports nothing of ours'
  if (lower === 'ground') return undefined
  if (upper === lower && (upper === 'api' || upper === 'core')) return betweenSubjects(upper, from, to)
  if (upper === 'entry' && lower === 'entry') return undefined
  return LAYERS.indexOf(upper) <= LAYERS.indexOf(lower)
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
