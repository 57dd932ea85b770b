import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

const root = dirname(import.meta.dir)

/** The sources of each built script, by its path in `dist/web`. */
export type Contents = Record<string, string[]>

/**
 * The path of the script that a document starts, the addresses by which scripts name one another, and what each part
 * needs beside that script.
 */
export type Scripts = { entry: string; importMap: string; parts: Record<string, string[]>; contents: Contents }

/**
 * What is fetched together: each file is of the first part that names it or needs it. What nobody asked for yet costs a
 * visit little; many small files cost it a request each.
 */
const PARTS = [
  { name: 'main', tags: ['$initial' as const] },
  { name: 'hindi-console', test: /\/public\/console\/.*\?hindi$/ },
  { name: 'hindi', test: /\?hindi$/ },
  { name: 'base', test: /\/(?:public\/app|src|node_modules)\//, minShareCount: 3 },
  // What joins a page that is there already.
  {
    name: 'late',
    test: /\/app\b.*\/(?:(?:copies|following|membership|notices|notifications|realtime|search)\/.*(?<!-page)|feed-filters|offline|texts\/drafts)\./,
  },
  {
    name: 'posts',
    test: /\/app\/.*\/(?:(?:aliases|care|comments|events|held|outbox|own-words|posts|reports)\/|(?:delayed-texts|own-aliases|profile-page)\.)/,
  },
  { name: 'account', test: /\/app\/.*\/(?:(?:auth|feedback|invitations|settings|setup)\/|you-page\.)/ },
  { name: 'pages', test: '/public/app/' },
  // Until somebody searches there.
  { name: 'console-search', test: /\/console\/frame\/(?:found|matching|search-dialog)\./ },
  { name: 'console' },
].map((part, at, { length }) => ({ ...part, priority: length - at }))

const NAMES = 'assets/[name]-[hash].js'

type Node = { start: number; end: number } & (
  | { type: 'ObjectExpression'; properties: { key: Node; value: Node; computed: boolean }[] }
  | { type: 'ArrayExpression'; elements: Node[] }
  | { type: 'TSAsExpression'; expression: Node }
)

/** The source of one language of texts that stand in pairs. */
function sideOf(source: string, node: Node, side: 0 | 1): string {
  const sourceOf = ({ start, end }: Node) => source.slice(start, end)
  if (node.type === 'TSAsExpression') return sideOf(source, node.expression, side)
  if (node.type === 'ArrayExpression' && node.elements.length === 2) return sourceOf(node.elements[side]!)
  if (node.type !== 'ObjectExpression' || node.properties.some(({ key, computed }) => !key || computed))
    throw new Error(`Neither a section nor a text in two languages: ${sourceOf(node)}`)
  return `{${node.properties.map(({ key, value }) => `${sourceOf(key)}: ${sideOf(source, value, side)}`).join()}}`
}

const CATALOGUE = /export const \w+ = catalogue\(/

/** Texts in pairs become two modules, so that a language comes to those who read it. */
const languages: Plugin = {
  name: 'languages',
  resolveId: (id) => (id.endsWith('?hindi') ? id : undefined),
  load: (id) =>
    id.endsWith('?hindi') ? { code: readFileSync(id.replace('?hindi', ''), 'utf8'), moduleType: 'ts' } : undefined,
  transform(source, id) {
    const start = source.search(CATALOGUE)
    if (!/\/texts\/[^/]+$/.test(id) || start === -1) return undefined
    const statement = parseAst(source, { lang: 'ts' }).body.find((each) => each.start === start) as unknown as {
      end: number
      declaration: { declarations: [{ init: { arguments: [Node] } }] }
    }
    const [pairs] = statement.declaration.declarations[0].init.arguments
    const [before, after] = [source.slice(0, pairs.start), source.slice(statement.end)]
    if (id.endsWith('?hindi'))
      return `${before.replace(CATALOGUE, 'export const hindi = (')}${sideOf(source, pairs, 1)})${after}`
    return `${before}${sideOf(source, pairs, 0)}, () => import(${JSON.stringify(`${id}?hindi`)}))${after}`
  },
}

/**
 * Bundles the scripts of the pages. They name one another by addresses that never change, which the import map of the
 * document leads to files named by their content: what changes in one leaves all others as they are.
 */
export async function writeScripts(
  outdir: string,
  { minify, define }: { minify: boolean; define: Record<string, string> },
): Promise<Scripts> {
  const { output } = await build({
    input: { main: join(root, 'public/app/main.tsx') },
    cwd: root,
    tsconfig: true,
    platform: 'browser',
    transform: { define },
    plugins: [languages],
    // A part may hold what another asks for later: then that is there at once.
    checks: { ineffectiveDynamicImport: false },
    experimental: { chunkImportMap: { baseUrl: '/' } },
    write: false,
    output: {
      minify,
      entryFileNames: NAMES,
      chunkFileNames: NAMES,
      hashCharacters: 'base36',
      codeSplitting: { groups: PARTS },
    },
  })
  const scripts: Scripts = { entry: '', importMap: '', parts: {}, contents: {} }
  mkdirSync(join(outdir, 'assets'), { recursive: true })
  for (const file of output) {
    if (file.type === 'asset') {
      scripts.importMap = String(file.source)
      continue
    }
    writeFileSync(join(outdir, file.fileName), file.code)
    scripts.contents[file.fileName] = file.moduleIds.map((source) => relative(root, source))
    if (file.isEntry) scripts.entry = file.fileName
    else
      scripts.parts[file.name] = [file.fileName, ...file.imports.filter((other) => !other.startsWith('assets/main-'))]
  }
  return scripts
}
