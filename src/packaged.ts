import { dirname, join, resolve } from 'node:path'

/** Builds put in its place the path of the running bundle, or '' where `import.meta` still says it at run time. */
declare const BUNDLE: string | undefined

const bundle = typeof BUNDLE === 'undefined' ? undefined : BUNDLE || import.meta.path

const isExecutable = bundle?.startsWith('/$bunfs/') === true

/** Not where `src/main.ts` or `src/cli.ts` loads the bundle. */
const runsByItself = isExecutable || (bundle !== undefined && dirname(bundle) === dirname(Bun.main))

/** What the program reads at run time: its name beside a bundle, and where it is among the sources. */
const FILES = {
  web: '../dist/web',
  migrations: '../db/migrations',
  'checkpointer.js': '../db/checkpointer.ts',
  'card-thread.js': 'pages/share-card/draw.ts',
  'card-font.ttf': 'pages/share-card/mukta-bold.ttf',
  'card-renderer.wasm': '../node_modules/@resvg/resvg-wasm/index_bg.wasm',
} as const

export type Packaged = keyof typeof FILES

/** Where a file or folder is that the program carries: in the executable, beside a bundle, or among the sources. */
export const packaged = (name: Packaged): string =>
  bundle === undefined ? join(import.meta.dir, FILES[name]) : join(dirname(bundle), name)

/** Where a file is that was imported as one: a bundle names it from its own folder. */
export const imported = (path: string): string => (bundle === undefined ? path : resolve(dirname(bundle), path))

/** Where the sources are, if they are here. */
export const SOURCES = runsByItself
  ? undefined
  : bundle === undefined
    ? import.meta.dir
    : join(dirname(bundle), '../src')

/** How people here begin a command. */
export const QUAD = runsByItself ? 'quad' : 'bun quad'

/** What starts another process of this program, before the words of a command. */
export function quadProcess(): string[] {
  if (isExecutable) return [process.execPath]
  return [process.execPath, SOURCES === undefined ? Bun.main : join(SOURCES, 'cli.ts')]
}
