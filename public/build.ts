import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from 'bun-plugin-tailwind'
import { packClient } from '../client/package/pack'
import { writeFaces } from './faces'
import { type Contents, type Scripts, writeScripts } from './scripts'

const root = dirname(import.meta.dir)
const target = join(root, 'dist/web')
const swagger = dirname(Bun.resolveSync('swagger-ui-dist/package.json', root))

/** The best compression takes seconds for larger files, and saves a few per cent. */
const LARGE_BYTES = 500_000

/** For tests of the build. The server does not serve it. */
export const CONTENTS = join(target, 'contents.json')

/** Builds the web client and the API documentation into `dist/web`, each text file with its compressed forms. */
export async function buildClient(): Promise<void> {
  await replaceFolder(target, async (fresh) => {
    const contents = await buildPages(fresh)
    writeFileSync(join(fresh, 'contents.json'), JSON.stringify(contents, null, 2))
    await bundleWorker(fresh, contents)
    for (const file of textsIn(fresh)) compress(file)
  })
}

/** For `bun dev`: readable, uncompressed, without a service worker, and with `head` in every page. */
export const buildClientForDevelopment = (folder: string, head: string): Promise<void> =>
  replaceFolder(folder, async (fresh) => {
    await buildPages(fresh, { minify: false, head })
  })

/** A build that fails leaves the folder as it was. */
async function replaceFolder(folder: string, build: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  await build(fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

async function buildPages(outdir: string, { minify = true, head = '' } = {}): Promise<Contents> {
  const define = {
    'process.env.NODE_ENV': '"production"',
    'process.env.FACES': JSON.stringify(`/${writeFaces(outdir)}`),
    'process.env.DISPLAY_FACE': JSON.stringify(`/${copyDisplayFace(outdir)}`),
  }
  await writeStyles(outdir, { minify, define })
  const scripts = await writeScripts(outdir, { minify, define })
  await bundleSolver(outdir, minify)
  copyDocumentation(join(outdir, 'docs'))
  // Without its version: a server has the package that fits it, and no other.
  writeFileSync(join(outdir, 'docs/quad-client.tgz'), await packClient())
  cpSync(join(root, 'public/favicon.svg'), join(outdir, 'favicon.svg'))
  cpSync(join(root, 'public/icons'), join(outdir, 'icons'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  })
  writeDocuments(outdir, scripts, head)
  writeFileSync(join(outdir, 'parts.json'), JSON.stringify(scripts.parts))
  return scripts.contents
}

/** The document with its icons and its style sheet, whose rules are those that the scripts name: they are read for it. */
async function writeStyles(
  outdir: string,
  options: { minify: boolean; define: Record<string, string> },
): Promise<void> {
  const hashed = 'assets/[name]-[hash].[ext]'
  const { outputs } = await Bun.build({
    ...options,
    entrypoints: [join(root, 'public/index.html')],
    outdir,
    publicPath: '/',
    naming: { entry: '[name].[ext]', chunk: hashed, asset: hashed },
    plugins: [tailwind],
  })
  for (const { path } of outputs) if (path.endsWith('.js')) rmSync(path)
}

/** Not by a rule of the style sheet, into which the bundler would put the whole file. */
function copyDisplayFace(outdir: string): string {
  const source = join(root, 'public/fonts/display.woff2')
  const hash = new Bun.CryptoHasher('sha256').update(readFileSync(source)).digest('hex').slice(0, 8)
  const path = `assets/display-${hash}.woff2`
  cpSync(source, join(outdir, path))
  return path
}

/** A file of its own, because a worker shares nothing with pages. */
async function bundleSolver(outdir: string, minify: boolean): Promise<void> {
  await Bun.build({ entrypoints: [join(root, 'public/proof-of-work.ts')], outdir, minify, naming: '[name].[ext]' })
}

/**
 * The document of every page, and the one that the service worker shows offline. The link to the manifest is added here
 * because the bundler would look for a file, and the server generates it with the name of the campus.
 */
function writeDocuments(outdir: string, { entry, importMap }: Scripts, head: string): void {
  const manifest = '<link rel="manifest" href="/manifest.webmanifest">'
  const map = `<script type="importmap">${importMap}</script>`
  const html = readFileSync(join(outdir, 'index.html'), 'utf8')
    .replace(/<script .*<\/script>/, `${map}<script type="module" src="/${entry}"></script>`)
    .replace('</head>', `${manifest}${head}</head>`)
  writeFileSync(join(outdir, 'index.html'), html)
  const mark = '<meta name="quad-offline" content="yes">'
  writeFileSync(join(outdir, 'offline.html'), html.replace('</head>', `${mark}</head>`))
}

/** Few visitors open these, so the service worker stores them only after the first visit. */
const LAZY_PAGES = /^public\/console\/|\?hindi$/

async function bundleWorker(outdir: string, contents: Contents): Promise<void> {
  const isLazy = (file: string) => contents[file]?.some((source) => LAZY_PAGES.test(source)) === true
  const files = readdirSync(join(outdir, 'assets')).map((file) => `assets/${file}`)
  const precached = files.filter((file) => /\.(?:js|css)$|\/faces-/.test(file) && !isLazy(file)).sort()
  const source = readFileSync(join(root, 'public/service-worker.ts'))
  const document = readFileSync(join(outdir, 'offline.html'))
  const version = new Bun.CryptoHasher('sha256').update(source).update(document).update(precached.join()).digest('hex')
  await Bun.build({
    entrypoints: [join(root, 'public/service-worker.ts')],
    outdir,
    minify: true,
    naming: 'sw.[ext]',
    define: {
      VERSION: JSON.stringify(version.slice(0, 12)),
      FILES: JSON.stringify(precached.map((file) => `/${file}`)),
    },
  })
}

function copyDocumentation(outdir: string): void {
  mkdirSync(outdir, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) cpSync(join(swagger, file), join(outdir, file))
  for (const file of ['index.html', 'docs.css', 'init.js']) cpSync(join(root, 'public/docs', file), join(outdir, file))
  // Pages, response headers, the OpenAPI document and the package for clients link to these.
  for (const file of ['operating.md', 'clients.md', 'licences.md'])
    if (existsSync(join(root, 'docs', file))) cpSync(join(root, 'docs', file), join(outdir, file))
  cpSync(join(root, 'SECURITY.md'), join(outdir, 'security.md'))
  cpSync(join(root, 'public/fonts/OFL.txt'), join(outdir, 'ofl.md'))
}

function textsIn(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(html|js|css|svg|md)$/.test(file)).map((file) => join(directory, file))
}

function compress(file: string): void {
  const text = readFileSync(file)
  const quality = text.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY
  const forms = {
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gz: gzipSync(text, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, form] of Object.entries(forms))
    if (form.length < text.length) writeFileSync(`${file}.${ending}`, form)
}

if (import.meta.main) {
  const started = performance.now()
  await buildClient()
  console.log(`Web client built in ${Math.round(performance.now() - started)} ms`)
}
