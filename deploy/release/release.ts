/**
 * `bun run release`: all that is published of a version, in `dist/release`: executables, the image, the package for
 * clients, what it is made of, checksums, and what the changelog says. `--trial` does so from any state of the sources.
 * `--tag` tags the commit at the end. `--base NAME` names another base of the image, such as one of this machine.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { packClient, TARBALL } from '../../client/package/pack'
import packageJson from '../../package.json'
import { newestNotes, notesOf } from './notes'
import { billOfMaterials, hashesOf, packagesOf } from './sbom'

const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-arm64']

/** Of these, files are copied into the build, which no import names. */
const COPIED = ['@resvg/resvg-wasm', 'swagger-ui-dist', '@iconify-json/fluent-emoji-flat', 'altcha-lib']

const { values: options } = parseArgs({
  options: {
    trial: { type: 'boolean', default: false },
    tag: { type: 'boolean', default: false },
    base: { type: 'string' },
  },
})
const root = join(import.meta.dir, '../..')
const folder = join(root, 'dist/release')
const { version } = packageJson
const tag = `v${version}`
const read = (name: string) => readFileSync(join(root, name), 'utf8')

function run(command: string[], env: Record<string, string> = {}): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: root, env: { ...process.env, ...env } })
  if (success) return stdout.toString().trim()
  throw new Error(`${command.join(' ')}:\n${stdout.toString().slice(-1000)}${stderr.toString().slice(-1000)}`)
}

/** What a release says of itself must be so. A trial says what is not. */
function examine(): string {
  const changelog = read('CHANGELOG.md')
  const notes = notesOf(changelog, version)
  const faults = [
    ...(notes === undefined ? [`CHANGELOG.md has no section "${version}"`] : []),
    ...(/^## .*unreleased$/im.test(changelog) ? ['CHANGELOG.md calls a version unreleased'] : []),
    ...(run(['git', 'status', '--porcelain']) === '' ? [] : ['something is not committed']),
    ...(run(['git', 'tag', '--list', tag]) === '' ? [] : [`there is a tag ${tag} already`]),
  ]
  if (faults.length > 0 && !options.trial) throw new Error(`This is no release: ${faults.join('; ')}.`)
  for (const fault of faults) console.log(`trial: ${fault}`)
  return notes ?? newestNotes(changelog)
}

function packExecutables(): void {
  run([process.execPath, 'run', 'build'])
  run([process.execPath, 'src/main/build-executable.ts', ...TARGETS])
  for (const target of TARGETS) {
    const name = `quad-${version}-${target}`
    const packed = join(folder, name)
    mkdirSync(packed)
    cpSync(join(root, `dist/quad-${target}`), join(packed, 'quad'))
    for (const text of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, text), join(packed, text))
    run([
      'tar',
      '--create',
      '--gzip',
      '--owner=0',
      '--group=0',
      '--file',
      `${packed}.tar.gz`,
      '--directory',
      folder,
      name,
    ])
    rmSync(packed, { recursive: true })
  }
}

/** For `docker load`. A release has one; a trial may go without. */
function packImage(): void {
  const args = [
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${run(['git', 'rev-parse', 'HEAD'])}`],
    // Packages that are here need not be fetched again.
    ...['--volume', `${join(homedir(), '.bun/install/cache')}:/root/.bun/install/cache`],
    ...(options.base ? ['--build-arg', `BASE=${options.base}`] : []),
  ]
  const image = `quad:${version}`
  const file = join(folder, `quad-${version}-image.tar`)
  try {
    if (Bun.which('buildah') === null) throw new Error('there is no buildah')
    run(['buildah', 'build', '--format', 'docker', '--tag', image, ...args, '.'])
    run(['buildah', 'push', image, `docker-archive:${file}:${image}`])
    run(['gzip', file])
  } catch (error) {
    if (!options.trial) throw error
    console.log(`== SKIPPED: no image: ${String(error).slice(-300)} ==`)
  }
}

async function writeBill(): Promise<void> {
  const entrypoints = ['src/main/executable.ts', 'src/pages/share-card/draw.ts'].map((name) => join(root, name))
  const { metafile } = await Bun.build({ entrypoints, target: 'bun', metafile: true })
  const served: Record<string, string[]> = JSON.parse(read('dist/web/contents.json'))
  const inputs = Object.keys(metafile?.inputs ?? {}).map((file) => relative(root, join(process.cwd(), file)))
  const copied = COPIED.map((name) => `node_modules/${name}/`)
  const hashes = hashesOf(read('bun.lock'))
  const components = packagesOf([...inputs, ...Object.values(served).flat(), ...copied]).map((path) => {
    const { name, version, license } = JSON.parse(read(join(path, 'package.json')))
    return { name, version, license, integrity: hashes.get(`${name}@${version}`) }
  })
  writeFileSync(
    join(folder, `quad-${version}.cdx.json`),
    `${JSON.stringify(billOfMaterials(version, Bun.version, components), null, 2)}\n`,
  )
  console.log(`${components.length} packages are in it`)
}

function writeChecksums(): void {
  const files = readdirSync(folder).sort()
  const lines = files.map((name) => {
    const hash = new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name))).digest('hex')
    return `${hash}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

process.chdir(root)
const notes = examine()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
packExecutables()
packImage()
writeFileSync(join(folder, TARBALL), await packClient())
await writeBill()
writeFileSync(join(folder, 'NOTES.md'), `# Quad ${version}\n\n${notes}\n`)
writeChecksums()
for (const name of readdirSync(folder).sort())
  console.log(`${(statSync(join(folder, name)).size / 1e6).toFixed(2).padStart(8)} MB  ${name}`)
if (options.tag && !options.trial) run(['git', 'tag', '--annotate', tag, '--message', `Quad ${version}`])
