// `bun run build:executable [target…]` makes one file of what `bun run build` left in `dist`, for this machine or a
// target.

import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT, builtFrom, isBuilt } from './built'

const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-arm64'] as const
type Target = (typeof TARGETS)[number]

const CARRIED = ['web', 'migrations', 'checkpointer.js', 'card-thread.js', 'card-font.ttf', 'card-renderer.wasm']

const isTarget = (word: string): word is Target => (TARGETS as readonly string[]).includes(word)

const words = process.argv.slice(2)
const unknown = words.filter((word) => !isTarget(word))
if (unknown.length > 0) throw new Error(`There is no target ${unknown.join(', ')}; there are ${TARGETS.join(', ')}.`)
if (!isBuilt()) throw new Error('`dist` is not from these sources: bun run build')
// The executable knows the carried files by their paths from here.
process.chdir(BUILT.folder)
for (const target of words.length > 0 ? words.filter(isTarget) : [undefined]) {
  const started = performance.now()
  const outfile = join(BUILT.folder, target === undefined ? 'quad' : `quad-${target}`)
  rmSync(outfile, { force: true })
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'executable.ts')],
    compile: {
      outfile,
      assets: CARRIED,
      // Only of the folder where somebody happens to start it.
      autoloadBunfig: false,
      ...(target === undefined ? {} : { target: `bun-${target}` }),
    },
    format: 'esm',
    bytecode: true,
    // Elysia reads the sources of handlers, so they stay as they are written.
    minify: false,
    define: { BUNDLE: '""', COMMIT: JSON.stringify(builtFrom()) },
  })
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
  process.stdout.write(`${outfile} built in ${Math.round(performance.now() - started)} ms: ${megabytes} MB\n`)
}
