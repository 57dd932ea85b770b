import { describe, expect, test } from 'bun:test'
import { ERRORS } from '../../../src/errors'
import { importGraph, importsOf, wrongImports } from '../../support/conventions/arrows'
import { importGraph as clientGraph, wrongClientImports } from '../../support/conventions/client-layers'
import {
  bareTimers,
  brokenHabits,
  carelessWrites,
  idleCodes,
  unauthorizedWrites,
} from '../../support/conventions/habits'
import { circles, codeOf, documentation, type Source, sourcesUnder } from '../../support/conventions/source'

const server = sourcesUnder('src', 'db')
const packaged = sourcesUnder('client').filter(({ path }) => !path.startsWith('client/package/'))
const client = sourcesUnder('public/app', 'public/console')
const everything = [...server, ...sourcesUnder('client', 'public', 'tests')]

const file = (path: string, text: string): Source[] => [{ path, text }]
/** What is wrong with the imports of a file of the server, of the packaged client, or of the app in the browser. */
function wrong(path: string, text: string): unknown[] {
  if (!/^(app|console)\//.test(path)) return wrongImports(file(path, text))
  const named = ['app/main.tsx', 'console/console.tsx'].filter((each) => each !== path)
  return wrongClientImports([...file(`public/${path}`, text), ...named.flatMap((each) => file(`public/${each}`, ''))])
}

test('the sources are found', () => {
  const paths = server.map(({ path }) => path)
  expect(paths).toContain('src/app.ts')
  expect(paths).toContain('db/storage.ts')
  expect(paths).toContain('src/http/access.ts')
})

describe('reading a source', () => {
  test('comments, patterns and quotes are no code', () => {
    const code = codeOf(
      `const a = 'any' // as any\n/* fetch( */ const b = /["'\`]/g.test("x") ? 1 / 2 : \`t \${ f({ c: 'q' }) } as any\`\nlast()`,
    )
    expect(code).not.toContain('any')
    expect(code).not.toContain('fetch')
    for (const kept of ['const a', 'const b', 'f({ c:', '1 / 2', 'last()']) expect(code).toContain(kept)
  })
  test('places stay where they were', () => {
    const text = `a('x', /* y */ \`z\${b}\`)\n// c\nd`
    expect(codeOf(text)).toHaveLength(text.length)
    expect(codeOf(text).indexOf('d')).toBe(text.indexOf('d'))
  })
})

describe('arrows', () => {
  test('no import goes up, and no subject imports a later one', () => {
    expect(packaged.length).toBeGreaterThan(4)
    expect(client.length).toBeGreaterThan(150)
    expect([wrongImports([...server, ...packaged]), wrongClientImports(client)]).toEqual([[], []])
  })
  test('no circle, imports of types included', () => {
    expect([...importGraph(server).values()].flat().length).toBeGreaterThan(500)
    expect([...clientGraph(client).values()].flat().length).toBeGreaterThan(800)
    expect([...circles(importGraph([...server, ...packaged])), ...circles(clientGraph(client))]).toEqual([])
  })
  test.each([
    [importGraph, 'src/forum/posts', `import { b } from './b'`, `import { a } from './a'`],
    [importGraph, 'src/forum/posts', `import type { B } from './b'`, `import { a } from './a'`],
    [clientGraph, 'public/app/lib', `import { b } from './b'`, `import { a } from './a'`],
    [clientGraph, 'public/app/lib', `import { b } from './b'`, `import type { A } from './a'`],
    [clientGraph, 'public/app/lib', `import { b } from './b'`, `const a = () => import('./a')`],
  ])('by %p in %s, %s and %s are a circle', (graph, folder, a, b) => {
    const planted = [...file(`${folder}/a.ts`, a), ...file(`${folder}/b.ts`, b)]
    expect(circles(graph(planted))).toEqual([[`${folder}/a.ts`, `${folder}/b.ts`]])
  })
  test('a circle of three is found, and two ways to one file are none', () => {
    const ways = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['d']],
      ['d', []],
    ])
    expect(circles(ways)).toEqual([])
    expect(circles(new Map([...ways, ['c', ['a']]]))).toEqual([['a', 'b', 'c']])
  })
  test('the imports that are read are those that are there', () => {
    const inOrder = importsOf(server.find(({ path }) => path === 'src/app.ts')?.text ?? '').map(
      ({ specifier }) => specifier,
    )
    expect(inOrder).toContain('elysia')
    expect(inOrder).toContain('./http/failures')
  })
  test.each([
    ['src/lib/mail/mail.ts', `import { isAdministrator } from '../../ground/access/account'`],
    ['src/http/access.ts', `import { accounts } from '../campus/accounts/routes'`],
    ['src/ground/access/blocks.ts', `import { ok } from '../../http/envelope'`],
    ['src/ground/access/blocks.ts', `export * from '../../http/envelope'`],
    ['src/forum/posts/service.ts', `import { deleteAccount } from '../../keeping/erasure/delete-account'`],
    ['src/forum/stray/service.ts', `import { keep } from '../posts/service'`],
    ['src/campus/accounts/routes.ts', `import { app } from '../../app'`],
    ['src/campus/accounts/routes.ts', `import { PostParams } from '../../forum/posts/schemas'`],
    ['src/parts/push/routes.ts', `import { events } from '../events/routes'`],
    ['src/campus/accounts/service.ts', `const { readOverview } = await import('../../keeping/dashboard/overview')`],
    ['src/campus/accounts/service.ts', `let overview: import('../../keeping/dashboard/record').Overview`],
    ['src/campus/accounts/service.ts', `import {\n  type A,\n  b,\n} from '../../keeping/dashboard/record'`],
    ['src/config.ts', `import { refuse } from './ground/access/blocks'`],
    ['src/messages/en.ts', `import { config } from '../lib/keys'`],
    ['db/storage.ts', `import { log } from '../src/lib/log'`],
    ['client/routes.ts', `import { app } from '../src/app'`],
    ['client/api.ts', `import type { App } from '../src/app'`],
    ['client/quad.ts', `import { pack } from './package/pack'`],
    ['src/pages/shell.ts', `import { shell } from '../../public/app/shell'`],
    ['src/app.ts', `import { makeApi } from '../client/api'`],
    ['src/app.ts', `import { startServer } from './main/server'`],
    ['src/stray.ts', `import { config } from './config'\nimport { open } from '../db/storage'`],
    ['app/ui/page.tsx', `import { PostForm } from '../forum/posts/post-form'`],
    ['app/lib/form.ts', `import { Field } from '../ui/field'`],
    ['app/lib/form.ts', `const { Field } = await import('../ui/field')`],
    ['app/texts/core.ts', `import { keep } from '../lib/storage'`],
    ['app/ui/page.tsx', `import { start } from '../main'`],
    ['app/forum/posts/post-page.tsx', `import { Panel } from '../../../console/ui/panel'`],
    ['app/main.tsx', `import { Console } from '../console/console'`],
    ['app/forum/posts/post-page.tsx', `import { FeedPage } from './feed-page'`],
    ['app/forum/posts/byline.tsx', `import { ProfilePage } from '../../campus/accounts/profile-page'`],
    ['console/forum/posts/post-page.tsx', `import { PostPage } from '../../../app/forum/posts/post-page'`],
    ['console/forum/posts/post-page.tsx', `import { PersonPage } from '../../campus/accounts/person-page'`],
    ['console/ui/panel.tsx', `import { overview } from '../../public/console/lib/overview'`],
    ['app/lib/api.ts', `import { config } from '../../../src/config'`],
    ['app/lib/api.ts', `import { memoryStore } from '../../../client/tokens'`],
    ['app/stray.ts', `import { api } from './lib/api'`],
  ])('%s may not say %s', (path, text) => expect(wrong(path, text)).not.toEqual([]))
  test.each([
    ['src/main.ts', `import { app } from './app'\nimport { storage } from '../db/storage'`],
    ['src/cli/serve.ts', `import { startServer } from '../main/server'`],
    ['src/cli/backup.ts', `import { storage } from '../../db/storage'\nimport { seed } from './seed'`],
    [
      'src/campus/accounts/routes.ts',
      `import { access } from '../../http/access'\nimport { readUser } from './service'`,
    ],
    ['src/order/reports/service.ts', `import type { PostFacts } from '../../forum/posts/visibility'`],
    ['src/order/transparency/audit-routes.ts', `import { ok } from '../../http/envelope'`],
    ['src/http/openapi.ts', `import packageJson from '../../package.json'\nimport { ERRORS } from '../errors'`],
    ['client/routes.ts', `import type { App } from '../src/app'\nimport type { ErrorCode } from '../src/errors'`],
    ['client/quad.ts', `import { makeApi } from './api'`],
    ['client/version.ts', `import { version } from '../package.json'`],
    [
      'src/ground/access/blocks.ts',
      `// import { ok } from '../../http/envelope'\nconst text = "import { ok } of '../../http/envelope'"`,
    ],
    [
      'app/forum/posts/post-page.tsx',
      `import { text } from '../../texts/core'\nimport { useState } from 'preact/hooks'`,
    ],
    ['app/forum/posts/post-list.tsx', `import { VoteButtons } from '../votes/vote-buttons'`],
    ['app/lib/api.ts', `import { makeApi } from '../../../client/api'`],
    ['console/forum/posts/post-page.tsx', `import { Field } from '../../../app/ui/field'`],
  ])('%s may say %s', (path, text) => expect(wrong(path, text)).toEqual([]))
})

describe('error codes', () => {
  const codes = Object.keys(ERRORS)
  const elsewhere = server.filter(({ path }) => path !== 'src/errors.ts')

  test('every code of the list is used or explained', () => {
    expect(idleCodes(elsewhere, documentation(), codes)).toEqual([])
  })
  test('a code that nothing uses is noticed', () => {
    const planted = file('src/forum/tea/service.ts', `refuse('NOT_FOUND') // refuse('NOTED')`)
    const page = file('docs/tea.md', 'Coffee is `REFUSED`, and so is NOTED.')
    expect(idleCodes(planted, page, ['NOT_FOUND', 'NOTED', 'REFUSED'])).toEqual(['NOTED'])
  })
})

describe('habits', () => {
  test('no names that say nothing, and no source that the compiler leaves out', () => {
    expect(brokenHabits(everything)).toEqual([])
  })
  test.each([
    ['src/forum/utils.ts', 'export const a = 1'],
    ['src/forum/helper.ts', 'export const a = 1'],
    ['src/campus/accounts/index.ts', 'export const a = 1'],
    ['src/forum/a.ts', `// @ts-${'nocheck'}\nconst a = 1`],
  ])('%s may not be or say %s', (path, text) => expect(brokenHabits(file(path, text))).not.toEqual([]))
})

describe('timers', () => {
  test('what a timer runs is guarded', () => expect(bareTimers(server)).toEqual([]))
  test.each([
    'setInterval(sweep, 1000)',
    'const timer = setTimeout(() => sweep(), 1000).unref()',
    'setImmediate(sweep)',
    'process.nextTick(sweep)',
    'queueMicrotask(sweep)',
  ])('refuses %s', (text) => expect(bareTimers(file('src/lib/a.ts', text))).toHaveLength(1))
  test.each([
    `after(1000, 'a sweep', sweep)`,
    'clearTimeout(timer)',
    '// setTimeout(sweep)',
    'let timer: ReturnType<typeof setTimeout>',
  ])('lets %s pass', (text) => expect(bareTimers(file('src/lib/a.ts', text))).toEqual([]))
})

describe('writes', () => {
  test('nothing slow inside a write, and no transaction beside the queue', () => {
    expect(carelessWrites(server)).toEqual([])
  })
  test('whoever writes is authorized inside the transaction', () => {
    expect(unauthorizedWrites(server)).toEqual([])
    expect(
      unauthorizedWrites(file('src/forum/votes/service.ts', 'return storage.write(async (tx) => g(tx))')),
    ).toHaveLength(1)
  })
  test('there are writes to look at', () => {
    expect(server.filter(({ text }) => text.includes('storage.write(')).length).toBeGreaterThan(3)
  })
  test.each([
    `await storage.write(async (tx) => { await fetch('https://example.org') })`,
    `await storage.write(async (tx) => {\n  await f({ a: ')' })\n  await Bun.sleep(1)\n})`,
    'return storage.write<Session>(async (tx) => g(tx, await hashPassword(password)))',
    'storage.write(async (tx) => (await verifyPassword(given, hash)) || h(tx))',
    'storage.write(async (tx) => {\n  if (await isFree(tx)) await deliver(mail)\n})',
    `writeAs(viewer, 'member', async (tx) => { await fetch('https://example.org') })`,
    'orm.transaction(async (tx) => {})',
    'sqlite.transaction(async () => {})',
  ])('refuses %s', (text) => expect(carelessWrites(file('src/forum/a/service.ts', text))).toHaveLength(1))
  test.each([
    'const hash = await hashPassword(password)\nawait storage.write(async (tx) => insert(tx, hash))\nawait deliver(mail)',
    `await storage.write(async (tx) => note(tx, 'fetch(')) // fetch(`,
    'await storage.write(async (tx) => prefetch(tx))',
    'sqlite.transaction(() => apply(sqlite)).immediate()',
  ])('lets %s pass', (text) => expect(carelessWrites(file('src/forum/a/service.ts', text))).toEqual([]))
})
