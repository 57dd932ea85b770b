import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { license, version } from '../../package.json'
import { DECLARATIONS, VALUES } from './declarations'

/** `bun run client:pack [FOLDER]`: writes `quad-client-<version>.tgz`, which npm, pnpm, Yarn and Bun install. */
const root = join(import.meta.dir, '../..')

const MANIFEST = {
  name: '@quad/client',
  version,
  description: 'The typed client of Quad, a community server for one college',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
}

/** Of every file, whenever it is packed. */
const PACKED_AT = '2000-01-01T00:00:00Z'

/** One module, with the client of Eden in it. */
async function bundle(): Promise<string> {
  const entry = Object.entries(VALUES).map(([file, names]) => `export { ${names.join(', ')} } from '../${file}'`)
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'entry.ts')],
    files: { [join(import.meta.dir, 'entry.ts')]: entry.join('\n') },
    target: 'browser',
    format: 'esm',
    minify: true,
  })
  return outputs[0]!.text()
}

/** The same bytes from the same sources, so that a lock file holds as long as the version does. */
export async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const files = {
    'package.json': `${JSON.stringify(MANIFEST, null, 2)}\n`,
    'README.md': readFileSync(join(import.meta.dir, 'README.md'), 'utf8'),
    LICENSE: readFileSync(join(root, 'LICENSE'), 'utf8'),
    'index.js': await bundle(),
    'index.d.ts': readFileSync(DECLARATIONS, 'utf8'),
  }
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body), mode: 0o644, mtime: new Date(PACKED_AT) },
    body,
  }))
  return new Uint8Array(gzipSync(await packTar(entries), { level: 9 }))
}

export const TARBALL = `quad-client-${version}.tgz`

if (import.meta.main) {
  const target = join(resolve(process.argv[2] ?? '.'), TARBALL)
  const tarball = await packClient()
  writeFileSync(target, tarball)
  console.log(`${target}: ${(tarball.length / 1000).toFixed(1)} kB`)
}
