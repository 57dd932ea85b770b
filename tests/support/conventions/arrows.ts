import { posix } from 'node:path'
import { codeOf, lineAt, type Source } from './source'

/** Imports go down these layers, over any distance, and never up. */
const LAYERS = ['entry', 'app', 'modules', 'http', 'domain', 'services', 'db'] as const
type Layer = (typeof LAYERS)[number] | 'ground' | 'client' | 'elsewhere'

function layerOf(path: string): Layer {
  if (/^src\/(main|cli|server)(\.ts$|\/)/.test(path)) return 'entry'
  if (/^src\/(config|errors|messages)(\.ts$|\/)/.test(path)) return 'ground'
  if (path === 'src/app.ts') return 'app'
  if (path === 'src/client.ts') return 'client'
  const [top, folder] = path.split('/')
  if (top === 'db') return 'db'
  const layer = LAYERS.find((each) => top === 'src' && each === folder)
  return layer ?? 'elsewhere'
}

const moduleOf = (path: string): string | undefined => /^src\/modules\/([^/]+)/.exec(path)?.[1]

export type Import = { line: number; specifier: string; typeOnly: boolean; isLazy: boolean }

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

function fault(from: string, to: string, { typeOnly }: Import): string | undefined {
  const [upper, lower] = [layerOf(from), layerOf(to)]
  if (lower === 'elsewhere') return to.endsWith('package.json') ? undefined : 'imports from outside of src and db'
  if (upper === 'elsewhere') return 'stands in no layer'
  if (upper === 'ground') return lower === 'ground' ? undefined : 'is ground and imports nothing of ours'
  if (lower === 'ground') return undefined
  if (upper === 'client') return lower === 'app' && typeOnly ? undefined : 'may import the type of the app only'
  if (lower === 'client') return 'is imported by clients only'
  if (upper === 'modules' && lower === 'modules')
    return moduleOf(from) === moduleOf(to) ? undefined : 'is a module and imports another one'
  if (upper === 'entry' && lower === 'entry') return undefined
  return LAYERS.indexOf(upper) <= LAYERS.indexOf(lower)
    ? undefined
    : `is in ${upper} and imports ${lower}, which is above it`
}

/** The imports that go against the arrows. */
export function wrongImports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .flatMap((each) => {
        const target = posix.join(posix.dirname(path), each.specifier)
        const wrong = fault(path, /\.\w+$/.test(target) ? target : `${target}.ts`, each)
        return wrong === undefined ? [] : [`${path}:${each.line} ${wrong} (${each.specifier})`]
      }),
  )
}
