import { signal } from '@preact/signals'
import { animalIn, groundHue } from '../../../src/lib/text/faces'

/** In pixels: within a line, in lists, on one's own page, and where the face is the matter. */
const SIZES = { 20: 'size-5 p-0.5', 32: 'size-8 p-1', 48: 'size-12 p-1.5', 96: 'size-24 p-3' } as const

/** The file of faces is fetched after all that one waits for. */
const isLoaded = signal(document.readyState === 'complete')
addEventListener('load', () => {
  isLoaded.value = true
})

/**
 * The face of a Quad name, the same everywhere. Every device loads all of them, so that nobody on the network sees which
 * one is shown. Hidden from screen readers: the name is always beside it.
 */
export function Avatar({ name, size = 32 }: { name: string; size?: keyof typeof SIZES }) {
  return (
    <svg viewBox="0 0 32 32" class={`face ${SIZES[size]}`} style={`--ground:${groundHue(name)}`} aria-hidden="true">
      {isLoaded.value && <use href={`${process.env.FACES}#${animalIn(name) || 'none'}`} />}
    </svg>
  )
}
