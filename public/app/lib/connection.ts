import { signal } from '@preact/signals'

export const online = signal(navigator.onLine)

const note = () => {
  online.value = navigator.onLine
}
addEventListener('online', note)
addEventListener('offline', note)
