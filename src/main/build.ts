import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT, builtFrom, fingerprint } from './built'

const root = join(import.meta.dir, '../..')

/** Builds the program into `dist`, compiled ahead, and beside it what it reads at run time (`src/packaged.ts`). */
async function build(): Promise<void> {
  const { folder, stamp } = BUILT
  rmSync(stamp, { force: true })
  const madeFrom = fingerprint()
  // Elysia reads the sources of handlers, so they stay as they are written.
  await Bun.build({
    entrypoints: [join(root, 'src/main/program.ts')],
    outdir: folder,
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    minify: false,
    define: { BUNDLE: 'module.filename', COMMIT: JSON.stringify(builtFrom()) },
  })
  await bundle('src/main/executable.ts', 'quad.js', ['*/program'])
  await bundle('db/checkpointer.ts', 'checkpointer.js')
  await bundle('src/lib/share-card/draw.ts', 'card-thread.js')
  cpSync(join(root, 'src/lib/share-card/mukta-bold.ttf'), join(folder, 'card-font.ttf'))
  cpSync(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', root), join(folder, 'card-renderer.wasm'))
  copyMigrations(join(root, 'db/migrations'), join(folder, 'migrations'))
  writeFileSync(stamp, madeFrom)
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

/** Without the snapshots, from which the next migration is written. */
function copyMigrations(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!/\.sql$|_journal\.json$/.test(name)) continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    cpSync(join(from, name), join(to, name))
  }
}

const started = performance.now()
await build()
process.stdout.write(`Program built in ${Math.round(performance.now() - started)} ms\n`)
