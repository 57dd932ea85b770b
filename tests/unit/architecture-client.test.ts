import { describe, expect, test } from 'bun:test'
import { importGraph, wrongClientImports } from '../support/conventions/client-layers'
import { circles, type Source, sourcesUnder } from '../support/conventions/source'

const client = sourcesUnder('public/app', 'public/console')

const file = (path: string, text: string): Source[] => [{ path: `public/${path}`, text }]

describe('arrows', () => {
  test('no import goes up, into the console, or into the pages of another subject', () => {
    expect(client.length).toBeGreaterThan(150)
    expect([...importGraph(client).values()].flat().length).toBeGreaterThan(800)
    expect(wrongClientImports(client)).toEqual([])
  })
  test.each([
    ['app/components/notice.tsx', `import { PostForm } from '../pages/posts/post-form'`],
    ['app/lib/form.ts', `import { Notice } from '../components/notice'`],
    ['app/lib/form.ts', `import type { Props } from '../components/notice'`],
    ['app/lib/form.ts', `const { Notice } = await import('../components/notice')`],
    ['app/texts/core.ts', `import { keep } from '../lib/storage'`],
    ['app/components/page.tsx', `import { start } from '../main'`],
    ['app/pages/posts/post-page.tsx', `import { Pager } from '../../../console/components/pager'`],
    ['app/pages/posts/post-page.tsx', `const console = import('../../../console/console')`],
    ['app/main.tsx', `import { Console } from '../console/console'`],
    ['app/main.tsx', `const page = import('../console/pages/reports/reports-page')`],
    ['app/pages/posts/post-page.tsx', `import { ProfileHead } from '../accounts/profile-head'`],
    ['console/pages/posts/post-page.tsx', `import { PostForm } from '../../../app/pages/posts/post-form'`],
    ['console/components/pager.tsx', `import { PostForm } from '../../app/pages/posts/post-form'`],
    ['console/lib/reports/queue.ts', `import { Notice } from '../../../app/components/notice'`],
    ['app/lib/api.ts', `import { config } from '../../../src/config'`],
    ['app/lib/api.ts', `import { memoryStore } from '../../../client/tokens'`],
    ['app/stray.ts', `import { api } from './lib/api'`],
  ])('%s may not say %s', (path, text) => {
    const named = [...file('app/main.tsx', ''), ...file('console/console.tsx', '')].filter(
      (each) => each.path !== `public/${path}`,
    )
    expect(wrongClientImports([...file(path, text), ...named])).toHaveLength(1)
  })
  test.each([
    [
      'app/pages/posts/post-page.tsx',
      `import { text } from '../../texts/core'\nimport { useState } from 'preact/hooks'`,
    ],
    ['app/pages/posts/post-page.tsx', `import { PostForm } from './post-form'`],
    ['app/components/posts/post-card.tsx', `import { VoteButtons } from '../votes/vote-buttons'`],
    ['app/lib/api.ts', `import { makeApi } from '../../../client/api'`],
    ['console/pages/posts/post-page.tsx', `import { Notice } from '../../../app/components/notice'`],
  ])('%s may say %s', (path, text) => expect(wrongClientImports(file(path, text))).toEqual([]))
})

describe('circles', () => {
  test('no file imports itself by way of others, not for a type either', () => {
    expect(circles(importGraph(client))).toEqual([])
  })
  test.each([
    [`import { b } from './b'`, `import { a } from './a'`],
    [`import { b } from './b'`, `import type { A } from './a'`],
    [`import { b } from './b'`, `const a = () => import('./a')`],
  ])('%s and %s are a circle', (a, b) => {
    const planted = [...file('app/lib/a.ts', a), ...file('app/lib/b.ts', b)]
    expect(circles(importGraph(planted))).toEqual([['public/app/lib/a.ts', 'public/app/lib/b.ts']])
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
})
