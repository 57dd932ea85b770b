import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT, fingerprint } from './built'

const root = join(import.meta.dir, '../..')

/** Builds the program into `dist`, compiled ahead, with the migrations and the thread that it reads from there. */
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
  })
  await Bun.build({ entrypoints: [join(root, 'db/checkpointer.ts')], outdir: join(folder, 'db'), target: 'bun' })
  await buildCardThread(join(folder, 'card'))
  rmSync(join(folder, 'db/migrations'), { recursive: true, force: true })
  cpSync(join(root, 'db/migrations'), join(folder, 'db/migrations'), { recursive: true })
  writeFileSync(stamp, madeFrom)
}

/** The thread that draws share cards, with its renderer and its font. */
async function buildCardThread(outdir: string): Promise<void> {
  await Bun.build({ entrypoints: [join(root, 'src/lib/share-card/draw.ts')], outdir, target: 'bun' })
  cpSync(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', root), join(outdir, 'index_bg.wasm'))
  cpSync(join(root, 'src/lib/share-card/mukta-bold.ttf'), join(outdir, 'mukta-bold.ttf'))
}

const started = performance.now()
await build()
process.stdout.write(`Program built in ${Math.round(performance.now() - started)} ms\n`)
