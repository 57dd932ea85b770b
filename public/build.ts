import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from 'bun-plugin-tailwind'

const root = dirname(import.meta.dir)
const target = join(root, 'dist/web')
const swagger = dirname(Bun.resolveSync('swagger-ui-dist/package.json', root))

/** Above this size the best compression takes seconds for a few per cent. */
const LARGE_BYTES = 500_000

/** Builds the web client and the page of the API documentation into `dist/web`, each text beside its brotli form. */
export async function buildClient(): Promise<void> {
  const fresh = `${target}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  await bundle(fresh)
  copyDocumentation(join(fresh, 'docs'))
  cpSync(join(root, 'public/favicon.svg'), join(fresh, 'favicon.svg'))
  for (const file of textsIn(fresh)) compress(file)
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
}

async function bundle(outdir: string): Promise<void> {
  const hashed = 'assets/[name]-[hash].[ext]'
  await Bun.build({
    entrypoints: [join(root, 'public/index.html')],
    outdir,
    publicPath: '/',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name].[ext]', chunk: hashed, asset: hashed },
    plugins: [tailwind],
  })
}

function copyDocumentation(outdir: string): void {
  mkdirSync(outdir, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) cpSync(join(swagger, file), join(outdir, file))
  for (const file of ['index.html', 'docs.css', 'init.js']) cpSync(join(root, 'public/docs', file), join(outdir, file))
  // What pages and headers of a running Quad link to.
  for (const file of ['operating.md', 'deprecations.md'])
    if (existsSync(join(root, 'docs', file))) cpSync(join(root, 'docs', file), join(outdir, file))
  cpSync(join(root, 'SECURITY.md'), join(outdir, 'security.md'))
}

function textsIn(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(html|js|css|svg|md)$/.test(file)).map((file) => join(directory, file))
}

function compress(file: string): void {
  const text = readFileSync(file)
  const quality = text.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY
  const small = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  if (small.length < text.length) writeFileSync(`${file}.br`, small)
}

/** What a first visit of the landing page loads, gzipped, for the eye of whoever builds. */
function firstLoad(): string {
  const html = readFileSync(join(target, 'index.html'), 'utf8')
  const sizes = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => gzipSync(readFileSync(join(target, file!))).length,
  )
  return `${(sizes.reduce((sum, each) => sum + each, 0) / 1000).toFixed(1)} kB`
}

if (import.meta.main) {
  const started = performance.now()
  await buildClient()
  console.log(`Web client built in ${Math.round(performance.now() - started)} ms; first load ${firstLoad()} gzipped`)
}
