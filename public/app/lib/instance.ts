import { signal } from '@preact/signals'
import { api, envelope } from './api'

const ask = () => envelope(api.instance.get())

type Instance = Extract<Awaited<ReturnType<typeof ask>>, { success: true }>['data']

/** What this Quad says of itself: undefined until it has answered, null when it cannot. */
export const instance = signal<Instance | null | undefined>(undefined)

export async function loadInstance(): Promise<void> {
  const answer = await ask()
  instance.value = answer.success ? answer.data : null
}
