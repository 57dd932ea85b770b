import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT, builtFrom, noteBuild } from './built'

const root = join(import.meta.dir, '../..')

/** Builds the program into `dist`, compiled ahead, and beside it what it reads at run time (`src/packaged.ts`). */
async function build(): Promise<void> {
  const { folder, stamp } = BUILT
  const began = new Date()
  rmSync(stamp, { force: true })
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
  rmSync(join(folder, 'migrations'), { recursive: true, force: true })
  cpSync(join(root, 'db/migrations'), join(folder, 'migrations'), { recursive: true })
  noteBuild(began)
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
