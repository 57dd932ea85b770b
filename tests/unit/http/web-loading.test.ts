import { expect, test } from 'bun:test'
import { signal } from '@preact/signals'
import type { Failure } from '../../../public/app/lib/api'
import { loadInto } from '../../../public/app/lib/loading'

type Answer = { success: true; data: string } | Failure

test.each<[string, Answer]>([
  ['data', { success: true, data: 'before' }],
  ['a failure', { success: false, code: 'INTERNAL', message: 'No' } as Failure],
])('a late answer with %s takes the place of nothing that was asked for since', async (_, late) => {
  const [data, failure] = [signal<string | undefined>(undefined), signal<Failure | null>(null)]
  const load = loadInto(data, failure)
  const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
  const loads = [load(() => first.promise), load(() => second.promise)]
  second.resolve({ success: true, data: 'since' })
  await loads[1]
  first.resolve(late)
  await loads[0]
  expect([data.value, failure.value]).toEqual(['since', null])
})
