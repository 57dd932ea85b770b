import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { textsReady } from '../texts/catalogue'

/** A component that loads with its texts after the first render; null until then, and where it cannot be had. */
export function useLate<Props = object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted = true,
  onMissing: () => unknown = () => undefined,
): ComponentType<Props> | null {
  const late: Signal<ComponentType<Props> | null> = useSignal(null)
  useEffect(() => {
    if (isWanted)
      load()
        .then(async (component) => {
          await textsReady()
          late.value = component
        })
        .catch(onMissing)
  }, [isWanted])
  return late.value
}

type LateProps<Given> = { load: () => Promise<ComponentType<Given>> } & Given

/** Such a component in its place. */
export function Late<Given extends object>({ load, ...given }: LateProps<Given>) {
  const Loaded = useLate(load)
  return Loaded && <Loaded {...(given as unknown as Given)} />
}
