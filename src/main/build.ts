import { cpSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { BUILT, builtFrom, noteBuild } from './built'

const root = join(import.meta.dir, '../..')

/** Compiled ahead. Elysia reads the sources of handlers, so they stay as they are written. */
const AHEAD = { target: 'bun', format: 'cjs', bytecode: true, minify: false } as const

async function build(): Promise<void> {
  const { folder, stamp } = BUILT
  const began = new Date()
  rmSync(stamp, { force: true })
  await Bun.build({
    ...AHEAD,
    entrypoints: [join(root, 'src/main/program.ts')],
    outdir: folder,
    naming: { asset: '[name].[ext]' },
    plugins: [apart],
    define: { BUNDLE: 'module.filename', COMMIT: JSON.stringify(builtFrom()) },
  })
  rmSync(join(folder, 'later'), { recursive: true, force: true })
  for (const [name, file] of later)
    await Bun.build({ ...AHEAD, entrypoints: [file], outdir: join(folder, 'later'), naming: name })
  await bundle('src/main/executable.ts', 'quad.js', ['*/program'])
  await bundle('db/checkpointer.ts', 'checkpointer.js')
  await bundle('src/pages/share-card/draw.ts', 'card-thread.js')
  cpSync(join(root, 'src/pages/share-card/mukta-bold.ttf'), join(folder, 'card-font.ttf'))
  cpSync(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', root), join(folder, 'card-renderer.wasm'))
  rmSync(join(folder, 'migrations'), { recursive: true, force: true })
  cpSync(join(root, 'db/migrations'), join(folder, 'migrations'), { recursive: true })
  noteBuild(began)
}

/** What the program loads when it first needs it: the name of the file that each becomes, which no start reads. */
const later = new Map<string, string>()

/** Packages and data. A source would come with a copy of whatever it shares with the program. */
const apart: BunPlugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /^@?[a-z]|\.json$/ }, ({ path, kind, importer }) => {
      const isLater = kind === 'dynamic-import' || (kind === 'require-call' && !importer.includes('node_modules'))
      if (!isLater || isBuiltin(path)) return undefined
      const name = `${path.replace(/^\.\//, '').replaceAll('/', '+')}.js`
      later.set(name, Bun.resolveSync(path, dirname(importer)))
      return { path: `./later/${name}`, external: true }
    })
  },
}

async function bundle(source: string, name: string, external: string[] = []): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, source)],
    outdir: BUILT.folder,
    naming: name,
    target: 'bun',
    external,
    define: { BUNDLE: '""' },
  })
}

const started = performance.now()
await build()
process.stdout.write(`Program built in ${Math.round(performance.now() - started)} ms\n`)
