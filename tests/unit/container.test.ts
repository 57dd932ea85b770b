import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { temporaryFolder } from '../support/operator'

const root = join(import.meta.dir, '../..')
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
const fromContext = copies(dockerfile)
  .filter(({ from }) => from === undefined)
  .flatMap(({ sources }) => sources)
const fromBuild = copies(dockerfile)
  .filter(({ from }) => from === 'build')
  .flatMap(({ sources }) => sources)

test('every source that the image is built from exists, and reaches the build', () => {
  expect(fromContext).toContain('src')
  expect(fromContext.filter((source) => !existsSync(join(root, source)))).toEqual([])
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect(fromContext.toSorted()).toEqual(allowed.toSorted())
})

test('the image runs the pinned Bun as nobody in particular, with what is locked and what production needs', () => {
  expect(dockerfile).toContain(`ARG BASE=oven/${packageJson.packageManager.replace('@', ':')}-slim`)
  expect(dockerfile).toContain('bun install --frozen-lockfile --production')
  for (const line of ['USER 10001:10001', 'VOLUME /data', 'STOPSIGNAL SIGTERM', 'EXPOSE 3000'])
    expect(dockerfile).toMatch(new RegExp(`^${line}$`, 'm'))
  expect(dockerfile).toMatch(/ENV .*HOST=0\.0\.0\.0 .*DATA_DIR=\/data/)
  expect(dockerfile).not.toMatch(/SECRET|PASSWORD/)
})

test('what the last stage holds is enough to serve, and to answer the health check', async () => {
  const app = join(folder.path, 'app')
  mkdirSync(app)
  for (const source of fromBuild.map((path) => path.replace('/app/', ''))) {
    if (source === 'node_modules') symlinkSync(join(root, source), join(app, source))
    else if (source === 'dist' && !existsSync(join(root, source)))
      throw new Error('build the web client first: bun run build')
    else cpSync(join(root, source), join(app, source), { recursive: true })
  }
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: join(folder.path, 'data'),
    LOG_FORMAT: 'json',
  }
  const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? []
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  const [, probe = ''] = /^HEALTHCHECK .* CMD (.+)$/m.exec(dockerfile) ?? []
  const run = (words: string[], PORT: string) =>
    Bun.spawn(words, { cwd: app, env: { ...env, PORT }, stdout: 'pipe', stderr: 'pipe' })

  const server = run([...JSON.parse(entry), ...JSON.parse(command)], '0')
  let said = ''
  for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    said += chunk
    if (said.includes('"url"')) break
  }
  const port = /"url":"http:\/\/[^"]*:(\d+)"/.exec(said)?.[1] ?? ''
  expect(await run(JSON.parse(probe), port).exited).toBe(0)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(await run(JSON.parse(probe), port).exited).toBe(1)
})

test('the composed service has no more rights than it needs', () => {
  const { services } = Bun.YAML.parse(read('compose.yaml')) as { services: Record<string, Record<string, unknown>> }
  expect(Object.keys(services)).toEqual(['quad'])
  expect(services.quad).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    restart: 'unless-stopped',
    volumes: ['data:/data'],
    environment: { HOST: '0.0.0.0', DATA_DIR: '/data' },
  })
})
