import { expect, test } from 'bun:test'
import { Cache } from '../../src/lib/cache'

type Text = { text: string }
const textOf = (key: string): [string, Text] => [key, { text: key }]

test('several at once are loaded once, and answered in the order in which they were asked for', async () => {
  const cache = new Cache<string, Text>(10)
  const asked: string[][] = []
  const load = async (missing: string[]) => {
    asked.push(missing)
    return new Map(missing.filter((key) => key !== 'none').map(textOf))
  }
  expect(await cache.getAll(['b', 'none', 'a'], load)).toEqual([{ text: 'b' }, undefined, { text: 'a' }])
  expect(await cache.getAll(['a', 'c', 'b'], load)).toEqual([{ text: 'a' }, { text: 'c' }, { text: 'b' }])
  expect(asked).toEqual([['b', 'none', 'a'], ['c']])
})

test('what is loaded while something is dropped is handed out and not kept', async () => {
  const cache = new Cache<string, Text>(10)
  const stale = await cache.getAll(['a'], async () => {
    cache.drop('b')
    return new Map([textOf('a')])
  })
  expect(stale).toEqual([{ text: 'a' }])
  expect(await cache.getAll(['a'], async () => new Map([['a', { text: 'new' }]]))).toEqual([{ text: 'new' }])
})

test('texts take no more room together than there is', async () => {
  const cache = new Cache<string, Text>(100, { most: 10, takenBy: ({ text }) => text.length })
  for (const key of ['aaaa', 'bbbb', 'cccc']) await cache.get(key, async () => ({ text: key }))
  const again = await cache.getAll(['aaaa', 'bbbb', 'cccc'], async () => new Map())
  expect(again).toEqual([undefined, { text: 'bbbb' }, { text: 'cccc' }])
})
