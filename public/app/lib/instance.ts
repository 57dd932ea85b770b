import { computed, signal } from '@preact/signals'
import { api, envelope } from './api'
import { me } from './me'

const ask = () => envelope(api.instance.get())

type Instance = Extract<Awaited<ReturnType<typeof ask>>, { success: true }>['data']

/** The public configuration; undefined until it is loaded, null if that failed. */
export const instance = signal<Instance | null | undefined>(undefined)

/** A campus of one college: its name is the name of the place, and no byline repeats it. */
export const isOneCollege = computed(() => instance.value?.colleges === 1)

/** Whether nobody new is let in. */
export const isClosedToNew = (): boolean => instance.value?.signUp === 'closed'

export async function loadInstance(): Promise<void> {
  const answer = await ask()
  instance.value = answer.success ? answer.data : null
}

/**
 * Whether nothing that people wrote is shown here: only members read it, and nobody is signed in. The document says it
 * before the server has been asked.
 */
export const isKeptOut = (): boolean =>
  me.value === null &&
  (instance.value ? instance.value.readers === 'members' : document.querySelector('meta[name="quad-readers"]') !== null)
