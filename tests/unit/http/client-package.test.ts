import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DECLARATIONS, readDocument, refusals } from '../../../client/package/declarations'
import { packClient } from '../../../client/package/pack'
import packageJson from '../../../package.json'
import { app } from '../../../src/app'
import { listedFailure } from '../../../src/http/access'

const root = join(import.meta.dir, '../../..')
const project = mkdtempSync(join(tmpdir(), 'quad-package-'))
const installed = join(project, 'node_modules/@quad/client')
let tarball: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  tarball = await packClient()
  const files = await new Bun.Archive(tarball).files()
  mkdirSync(installed, { recursive: true })
  for (const [name, file] of files) writeFileSync(join(installed, name.replace(/^package\//, '')), await file.bytes())
})
afterAll(() => rmSync(project, { recursive: true }))

const read = (name: string): string => readFileSync(join(installed, name), 'utf8')

describe('the tarball', () => {
  test('has one module, its declarations, and what an installer reads, and depends on nothing', () => {
    const names = [...new Bun.Glob('**').scanSync({ cwd: installed })].sort()
    expect(names).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json'])
    const { name, version, sideEffects, license, ...rest } = JSON.parse(read('package.json'))
    expect([name, version, sideEffects, license]).toEqual(['@quad/client', packageJson.version, false, 'MIT'])
    expect(Object.keys(rest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([])
    for (const file of ['index.js', 'index.d.ts']) expect(read(file)).not.toMatch(/\bimport\b|\brequire\(/)
  })
  test('is small', () => {
    expect(tarball.length).toBeLessThan(30_000)
    expect(Bun.gzipSync(read('index.js')).length).toBeLessThan(6500)
  })
  test('has the same bytes whenever it is packed', async () => {
    expect(Bun.hash(await packClient())).toBe(Bun.hash(tarball))
  })
  test('exports a client', async () => {
    const { createQuad, ...others } = await import(join(installed, 'index.js'))
    expect(Object.keys(others)).toEqual(['endpointAt'])
    expect(Object.keys(createQuad('https://campus.example'))).toEqual(['api', 'signIn', 'signOut', 'connect'])
  })
})

test('the declarations have every operation, and the codes that it refuses with', () => {
  const text = readFileSync(DECLARATIONS, 'utf8')
  const [common = ''] = /(?<=type Everywhere = ).*/.exec(text) ?? []
  const words = (union: string): string[] => [...union.matchAll(/'(\w+)'/g)].map(([, word]) => word!)
  const declared = [...text.matchAll(/^\t'([A-Z]+ \/.*)': Everywhere \| (.*)$/gm)].map(
    ([, place, own]) =>
      [place, [...words(common), ...words(own!)].filter((code) => code !== 'UNREACHABLE').sort()] as const,
  )
  const codes = new Map(declared)
  expect([...codes.keys()].sort()).toEqual([...refusals(readDocument()).keys()].sort())
  for (const { method, path, hooks } of app.routes) {
    const { 'x-fails': own, 'x-codes': ofLevel, hide } = (hooks?.detail ?? {}) as Record<string, string[] | undefined>
    if (hide || !path.startsWith('/api/v1/')) continue
    const place = `${method} ${path.slice('/api/v1'.length).replace(/\/$/, '')}`
    const listed = [...(own ?? []), ...(ofLevel ?? []), 'RATE_LIMITED'].map((each) => listedFailure(each).code)
    expect({ place, missing: listed.filter((code) => !codes.get(place)?.includes(code)) }).toEqual({
      place,
      missing: [],
    })
  }
})

const PROGRAM = `import { createQuad, endpointAt, type Comment, type ErrorCode, type Post } from '@quad/client'

const quad = createQuad('https://campus.example', { language: 'hi', onSignedOut: () => undefined })

export async function sendCode(email: string): Promise<ErrorCode | undefined> {
  const { data, error } = await quad.api.auth.otp.login.send.post({ email })
  if (error === null) {
    data.message.trim()
    return
  }
  if (error.value.code === 'OTP_COOLDOWN') {
    const code: 'OTP_COOLDOWN' = error.value.code
    return code
  }
  // @ts-expect-error: nobody votes there
  if (error.value.code === 'ALREADY_VOTED') return
  // @ts-expect-error: Quad never sends what Elysia would
  if (error.status === 422) error.value.property
  return error.value.code
}

export async function read(id: string): Promise<Post | Comment | undefined> {
  const { data: list } = await quad.api.posts.get({ query: { limit: 5 } })
  const vote: 'upvote' | 'downvote' | null | undefined = list?.data.posts[0]?.userVote
  const { data } = await endpointAt(quad.api.comments, 'post', { postId: id }).get()
  // @ts-expect-error: a post has a title
  await quad.api.posts.post({ content: 'x', topic: 'Help' })
  // @ts-expect-error: there is no such endpoint
  quad.api.poems
  return vote === null ? list?.data.posts[0] : data?.data.comments[0]
}

export function listen(): () => void {
  const socket = quad.connect({
    onMessage(message) {
      if (message.type === 'comment') socket.unsubscribe(message.postId)
      // @ts-expect-error: those who pong are not heard of
      if (message.type === 'pong') return
    },
  })
  return () => socket.stop()
}
`

/** What the compiler says of the program, in a project that knows neither Node nor Bun. */
async function complaints(options: Record<string, unknown>, files = ['program.ts']): Promise<string> {
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, types: [], target: 'es2023', ...options }
  const name = `tsconfig.${Bun.hash(JSON.stringify([options, files]))}.json`
  writeFileSync(join(project, name), JSON.stringify({ compilerOptions, files }))
  const compiler = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '-p', name], { cwd: project, stdout: 'pipe' })
  return new Response(compiler.stdout).text()
}

/** The examples of the pages about clients: some are programs, the others go on from what is said before them. */
const examples = ['docs/clients.md', 'client/package/README.md']
  .map((page) => readFileSync(join(root, page), 'utf8').split('\n## The socket\n')[0])
  .join('')
  .split('```ts\n')
  .slice(1)
  .map((rest) => rest.split('```')[0]!)
const CONTEXT = `import { createQuad, endpointAt, type Quad } from '@quad/client'
declare const [quad, postId, collegeId, file]: [Quad, string, string, File]
`

describe('a program that uses the package compiles', () => {
  beforeAll(() => {
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    writeFileSync(join(project, 'program.ts'), PROGRAM)
  })
  test('as a bundler resolves, and every example of the documentation does', async () => {
    expect(examples.length).toBeGreaterThan(5)
    for (const [index, code] of examples.entries()) {
      const isWhole = code.includes('@quad/client')
      writeFileSync(join(project, `example-${index}.ts`), isWhole ? code : `${CONTEXT}${code}export {}\n`)
    }
    const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
    const bundled = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] }
    const files = ['program.ts', ...examples.keys().map((index) => `example-${index}.ts`)]
    expect(await complaints({ ...bundled, ...strictest }, files)).toBe('')
  })
  test('as Node resolves, where nothing of a platform is declared', async () => {
    expect(await complaints({ module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'] })).toBe('')
  })
})
