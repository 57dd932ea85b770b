import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json'
import { temporaryFolder } from '../../support/operator'

const root = join(import.meta.dir, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const folder = temporaryFolder()
afterAll(folder.remove)

type Copy = { from: string | undefined; sources: string[] }

function copies(dockerfile: string): Copy[] {
  return [...dockerfile.matchAll(/^COPY (?:--from=(\w+) )?(.+)$/gm)].map(([, from, paths = '']) => ({
    from,
    sources: paths.split(' ').slice(0, -1),
  }))
}

const dockerfile = read('Dockerfile')
const sources = (stage: string | undefined) =>
  copies(dockerfile).flatMap((copy) => (copy.from === stage ? copy.sources : []))
const fromContext = [...new Set(sources(undefined))]
/** As compose writes it into what it starts. */
const DOMAIN = '$\u007bDOMAIN:-localhost}'

/** A folder that holds these files and folders of the project, and nothing else. */
function place(name: string, names: string[]): string {
  const target = join(folder.path, name)
  for (const each of names) cpSync(join(root, each), join(target, each), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
  return target
}

const run = (words: string[], cwd: string, env: Record<string, string | undefined> = process.env) =>
  Bun.spawn(words, { cwd, env, stdout: 'pipe', stderr: 'pipe' })
const textOf = ({ stdout }: ReturnType<typeof run>) => new Response(stdout).text()

test('every source that the image is built from exists, and reaches the build', () => {
  expect(fromContext).toContain('src')
  expect(fromContext.filter((source) => !existsSync(join(root, source)))).toEqual([])
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const isIn = (source: string, place: string) => source === place || source.startsWith(`${place}/`)
  expect(fromContext.filter((source) => !allowed.some((place) => isIn(source, place)))).toEqual([])
  expect(allowed.filter((place) => !fromContext.some((source) => isIn(source, place)))).toEqual([])
})

test('the build reads nothing but what reaches it', async () => {
  const app = place('build', fromContext)
  // Nothing is minified or compressed: that reads no more, and takes four times as long.
  const pages = "await (await import('./public/build')).buildClientForDevelopment('dist/web', '')"
  for (const words of [['-e', pages], ['src/main/build.ts']]) {
    const build = run(['bun', ...words], app)
    expect([await build.exited, await new Response(build.stderr).text()]).toEqual([0, ''])
  }
  for (const file of ['web/index.html', 'web/docs/security.md', 'program.js'])
    expect(existsSync(join(app, 'dist', file))).toBe(true)
}, 240_000)

test('the image runs the pinned Bun as nobody in particular, and holds what is built and nothing else', () => {
  expect(dockerfile).toMatch(
    new RegExp(
      `^ARG BASE=docker\\.io/oven/${packageJson.packageManager.replace('@', ':')}-slim(@sha256:\\w{64})?$`,
      'm',
    ),
  )
  expect(sources('build')).toEqual(['/app/dist'])
  expect(dockerfile).toContain('RUN bun install --frozen-lockfile\n')
  for (const line of ['USER 10001:10001', 'VOLUME /data', 'STOPSIGNAL SIGTERM', 'EXPOSE 3000'])
    expect(dockerfile).toMatch(new RegExp(`^${line}$`, 'm'))
  expect(dockerfile).toMatch(/^ENV .*HOST=0\.0\.0\.0/m)
  expect(read('deploy/container/quad')).toMatch(/DATA_DIR:=\/data\b.*PORT:=3000\b/)
  expect(dockerfile).not.toMatch(/SECRET|PASSWORD/)
})

test('every package is locked to a version and a hash, from the one registry', () => {
  const packages = [...read('bun.lock').matchAll(/^ {4}"[^"]+": \["([^"]+)", "([^"]*)", .*\]/gm)]
  expect(packages.length).toBeGreaterThan(100)
  for (const [line, name, registry] of packages) {
    expect([name, registry]).toEqual([expect.stringMatching(/@\d+\.\d+\.\d+/), ''])
    expect(line).toMatch(/"sha512-[\w+/=]+"\]$/)
  }
  expect(read('bunfig.toml')).not.toContain('registry')
})

test('no package runs a script when it is installed', async () => {
  expect(packageJson.trustedDependencies).toEqual([])
  expect(await textOf(run(['bun', 'pm', 'untrusted'], root))).toContain('@scarf/scarf')
})

const STEPS = 'Installing packages … [\\d.]+ s\nBuilding Quad … [\\d.]+ s\n'
test.each([
  ['each step and the server', 'gift', 'echo built', 0, `^${STEPS}served\n$`],
  ['what a build said that failed', 'gift', 'echo why; exit 7', 7, 'Building Quad … failed\n(.*\n)*why\n'],
  ['what an installation said that failed', 'gone', 'echo built', 1, '^Installing packages … failed\n(.*\n)*.*gone'],
])('`bun run up` says %s, and no names of packages', async (_, name, build, status, said) => {
  const app = join(folder.path, name)
  cpSync(join(root, 'src/main/prepare.ts'), join(app, 'src/main/prepare.ts'))
  mkdirSync(join(app, 'gift'), { recursive: true })
  writeFileSync(join(app, 'gift/package.json'), '{"name":"gift","version":"1.0.0","scripts":{"postinstall":"exit 1"}}')
  const dependencies = { gift: `file:./${name}` }
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ dependencies, scripts: { up: packageJson.scripts.up, build } }),
  )
  writeFileSync(join(app, 'src/main.ts'), `console.log('served')`)
  const up = run(['sh', '-c', `'${process.execPath}' run --silent up 2>&1`], app)
  expect([await textOf(up), await up.exited]).toEqual([expect.stringMatching(new RegExp(said)), status])
})

test('what the last stage holds is enough to serve, to answer the health check, and to give a command', async () => {
  if (!existsSync(join(root, 'dist/program.js'))) throw new Error('build the program first: bun run build')
  const app = join(folder.path, 'app')
  cpSync(join(root, 'dist'), app, { recursive: true, filter: (name) => !/quad(-[\w-]+)?$/.test(name) })
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: join(folder.path, 'data'),
    LOG_FORMAT: 'json',
  }
  // As /usr/local/bin/quad of the image does.
  const quad = (...words: string[]) => [process.execPath, join(app, 'quad.js'), ...words]
  const server = run(quad('serve'), app, { ...env, PORT: '0' })
  let said = ''
  for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    said += chunk
    if (said.includes('"url"')) break
  }
  const port = /"url":"http:\/\/[^"]*:(\d+)"/.exec(said)?.[1] ?? ''
  const examine = () => run(quad('healthcheck'), app, { ...env, PORT: port }).exited
  expect(await examine()).toBe(0)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!doctype html>')])
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(await examine()).toBe(1)
  expect(await textOf(run(quad('--help'), app, env))).toMatch(/USAGE quad /)
}, 240_000)

type Composed = {
  services: Record<string, Record<string, unknown>>
  secrets?: Record<string, { file: string }>
  configs: Record<string, { content: string }>
}

const compose = read('deploy/compose.yaml')
const composed = Bun.YAML.parse(compose) as Composed
// What somebody who sends mail takes: code stands right after its #, or is indented, and words do neither.
const withMail = Bun.YAML.parse(compose.replace(/^( *)#(?! \S)/gm, '$1')) as Composed

test('the composed services have no more rights than they need', () => {
  const { services } = composed
  expect(Object.keys(services)).toEqual(['quad', 'caddy'])
  const locked = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
  expect(services.quad).toMatchObject({
    ...locked,
    tmpfs: ['/tmp'],
    restart: 'unless-stopped',
    volumes: ['data:/data'],
    environment: { HOST: '0.0.0.0', DATA_DIR: '/data', TRUST_PROXY: 1 },
  })
  expect(services.quad).not.toHaveProperty('ports')
  expect(services.caddy).toMatchObject({ ...locked, cap_add: ['NET_BIND_SERVICE'] })
})

test('the composed proxy speaks TLS for the address that Quad is told', () => {
  expect(composed.services.quad).toMatchObject({ environment: { PUBLIC_URL: `https://${DOMAIN}` } })
  const caddyfile = composed.configs.caddyfile?.content ?? ''
  expect(caddyfile).toStartWith(`${DOMAIN} {\n    reverse_proxy quad:3000 {`)
  expect(caddyfile).toContain(`http://${DOMAIN} {`)
  const directives = caddyfile.match(/^ {8}[a-z].*$/gm) ?? []
  expect(directives.length).toBeGreaterThan(4)
  expect(read('docs/operating.md')).toContain(
    directives
      .slice(
        0,
        directives.findIndex((line) => /respond|redir/.test(line)),
      )
      .join('\n'),
  )
})

test('the composed mail server is a secret in a file that git and the image leave out', () => {
  expect(composed.secrets).toBeUndefined()
  expect(withMail.services.quad).toMatchObject({
    secrets: ['smtp-url'],
    environment: { SMTP_URL_FILE: '/run/secrets/smtp-url', MAIL_FROM: expect.stringContaining('<no-reply@') },
  })
  expect(withMail.secrets).toEqual({ 'smtp-url': { file: './secrets/smtp-url' } })
  expect(read('.gitignore')).toContain('secrets/\n')
  expect(compose).not.toMatch(/^ *\w*(PASSWORD|SECRET|TOKEN|SMTP_URL): /m)
})

test('the built program is run as long as its sources are these; after a change, or without it, the sources are', async () => {
  // A copy of the sources, and in place of the built program one that only says so.
  const copy = place('copy', ['src', 'db', 'package.json', 'bun.lock', 'bunfig.toml'])
  const dist = join(copy, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'program.js'), 'exports.isBuilt = true')
  const { noteBuild, program }: typeof import('../../../src/main/built') = await import(join(copy, 'src/main/built.ts'))
  const later = new Date(Date.now() + 60_000)
  const latest = new Date(Date.now() + 120_000)
  const built = { isBuilt: true }
  const sources = { command: expect.any(Function), serve: expect.any(Function) }
  const changes = {
    'a file': () => utimesSync(join(copy, 'src/errors.ts'), latest, latest),
    'a folder, as when a file goes': () => utimesSync(join(copy, 'db/schema'), latest, latest),
    'what is installed': () => utimesSync(join(copy, 'bun.lock'), latest, latest),
    'another version with its old times': () => writeFileSync(join(dist, 'program.stamp'), '0.1.0'),
    'no build': () => rmSync(dist, { recursive: true }),
  }
  for (const [what, change] of Object.entries(changes)) {
    noteBuild(later)
    expect(await program(), what).toMatchObject(built)
    change()
    expect(await program(), what).toMatchObject(sources)
    for (const name of ['src/errors.ts', 'db/schema', 'bun.lock']) utimesSync(join(copy, name), new Date(), new Date())
  }
})
