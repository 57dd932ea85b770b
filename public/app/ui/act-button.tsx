import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

type Props = {
  class: string
  label?: string
  act: () => Promise<unknown>
  /** Shown until it is done. */
  waiting?: string
  children: ComponentChildren
}

/** A button that does one thing at a time. */
export function ActButton({ class: className, label, act, waiting, children }: Props) {
  const isBusy = useSignal(false)
  const press = async () => {
    if (isBusy.value) return
    isBusy.value = true
    await act()
    isBusy.value = false
  }
  return (
    <button type="button" class={className} aria-label={label} aria-disabled={isBusy.value} onClick={press}>
      {(isBusy.value && waiting) || children}
    </button>
  )
}
