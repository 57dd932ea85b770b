import { posix } from 'node:path'
import { importsOf } from './arrows'
import type { Source } from './source'

/** A file imports from its own layer and from those after it. */
const LAYERS = ['entry', 'pages', 'wings', 'ui', 'lib', 'texts']
const WINGS = ['campus', 'forum', 'order', 'keeping', 'parts', 'frame']

/** All that the web client may know of the server: the client of its API, and constants that both sides read. */
const SERVER_FILES = [
  'client/api.ts',
  'client/live-socket.ts',
  'client/routes.ts',
  'src/pages/client-paths.ts',
  'src/lib/text/events-topic.ts',
  'src/lib/text/faces.ts',
  'src/lib/text/markdown/blocks.ts',
  'src/lib/text/markdown/inlines.ts',
  'src/lib/text/muted-words.ts',
  'src/lib/text/spoilers.ts',
]

type Place = { program: 'app' | 'console'; layer: number }

function placeOf(path: string): Place | undefined {
  const [, program, folder = ''] = /^public\/(app|console)\/([^/]+)/.exec(path) ?? []
  if (program !== 'app' && program !== 'console') return undefined
  const isEntry = path === 'public/app/main.tsx' || path === 'public/console/console.tsx'
  const layer = isEntry ? 0 : LAYERS.indexOf(layerOf(folder, path))
  return layer < 0 ? undefined : { program, layer }
}

/** A folder of a wing holds a subject, whose pages nobody imports but the entry. The frame composes subjects, too. */
function layerOf(folder: string, path: string): string {
  if (!WINGS.includes(folder)) return folder
  return /-page\.tsx?$/.test(path) ? 'pages' : 'wings'
}

type Edge = { from: string; to: string; isLazy: boolean; line: number }

function edges(sources: readonly Source[]): Edge[] {
  const paths = new Set(sources.map(({ path }) => path))
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, line, isLazy }) => {
        const target = posix.join(posix.dirname(path), specifier)
        const to = [target, `${target}.ts`, `${target}.tsx`].find((each) => paths.has(each)) ?? `${target}.ts`
        return { from: path, to, isLazy, line }
      }),
  )
}

function fault({ from, to, isLazy }: Edge): string | undefined {
  const [upper, lower] = [placeOf(from), placeOf(to)]
  if (upper === undefined) return 'is in no layer'
  if (lower === undefined) return SERVER_FILES.includes(to) ? undefined : 'imports from outside of the client'
  if (upper.program === 'app' && lower.program === 'console')
    return from === 'public/app/main.tsx' && to === 'public/console/console.tsx' && isLazy
      ? undefined
      : 'is for everybody and imports from the console'
  if (upper.layer > lower.layer)
    return `is in ${LAYERS[upper.layer]} and imports ${LAYERS[lower.layer]}, which is above it`
  return LAYERS[lower.layer] === 'pages' && LAYERS[upper.layer] === 'pages' ? 'is a page and imports a page' : undefined
}

/** The imports of the client that go against the arrows. */
export const wrongClientImports = (sources: readonly Source[]) =>
  edges(sources).flatMap((edge) => {
    const wrong = fault(edge)
    return wrong === undefined ? [] : [`${edge.from}:${edge.line} ${wrong} (${edge.to})`]
  })

/** What each file imports, types and lazy imports included. */
export function importGraph(sources: readonly Source[]): Map<string, string[]> {
  const graph = new Map(sources.map(({ path }) => [path, [] as string[]]))
  for (const { from, to } of edges(sources)) graph.get(from)?.push(to)
  return graph
}
