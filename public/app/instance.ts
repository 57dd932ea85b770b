import { signal } from '@preact/signals'
import { call } from './api'

export type Instance = { name: string; version: string; colleges: number; topics: string[] }

/** What this Quad says of itself: undefined until it has answered, null when it cannot. */
export const instance = signal<Instance | null | undefined>(undefined)

export async function loadInstance(): Promise<void> {
  const answer = await call<Instance>('GET', '/instance')
  instance.value = answer.success ? answer.data : null
}
