import { signal } from '@preact/signals'
import { api, envelope } from './api'

const ask = () => envelope(api.instance.get())

type Instance = Extract<Awaited<ReturnType<typeof ask>>, { success: true }>['data']

/** The public configuration; undefined until it is loaded, null if that failed. */
export const instance = signal<Instance | null | undefined>(undefined)

export async function loadInstance(): Promise<void> {
  const answer = await ask()
  instance.value = answer.success ? answer.data : null
}
