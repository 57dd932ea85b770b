import { computed, signal } from '@preact/signals'
import { api, envelope } from './api'

const ask = () => envelope(api.instance.get())

type Instance = Extract<Awaited<ReturnType<typeof ask>>, { success: true }>['data']

/** The public configuration; undefined until it is loaded, null if that failed. */
export const instance = signal<Instance | null | undefined>(undefined)

/** A campus of one college: its name is the name of the place, and no byline repeats it. */
export const isOneCollege = computed(() => instance.value?.colleges === 1)

export async function loadInstance(): Promise<void> {
  const answer = await ask()
  instance.value = answer.success ? answer.data : null
}
