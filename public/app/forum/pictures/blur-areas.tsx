import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { picturesText } from '../../texts/pictures'
import { type Area, afterKey, areaBetween, isSeen, type Size } from './rules'

type Props = {
  areas: readonly Area[]
  size: Size | undefined
  onChange: (areas: readonly Area[]) => void
  children: ComponentChildren
}

const FIRST: Area = { x: 0.375, y: 0.375, width: 0.25, height: 0.25 }
const NONE: Size = { width: 0, height: 1 }

/** Of the height of the screen: beside the picture a finger gets past it. */
const MOST_HEIGHT = 55

const places = ({ x, y, width, height }: Area): string =>
  `left:${x * 100}%;top:${y * 100}%;width:${width * 100}%;height:${height * 100}%`

/** The picture with its blurred areas: fingers and mice draw them, arrow keys move and resize them. */
export function BlurAreas({ areas, size: { width, height } = NONE, onChange, children }: Props) {
  const { field } = picturesText
  const frame = useRef<HTMLDivElement>(null)
  const from = useRef<PointerEvent>(undefined)
  const drawn = useSignal<Area | undefined>(undefined)
  const add = (area: Area) => {
    onChange([...areas, area])
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('button:last-of-type')?.focus())
  }
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect()
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }
  const begin = (event: PointerEvent) => {
    frame.current!.setPointerCapture(event.pointerId)
    from.current = event
  }
  const draw = (event: PointerEvent) => {
    if (from.current) drawn.value = areaBetween(pointOf(from.current), pointOf(event))
  }
  const end = () => {
    const { value: area } = drawn
    from.current = drawn.value = undefined
    if (area && isSeen(area)) add(area)
  }
  const press = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete') return onChange(areas.toSpliced(at, 1))
    const after = afterKey(areas[at]!, event.key, event.shiftKey)
    if (after === undefined) return
    event.preventDefault()
    onChange(areas.with(at, after))
  }
  return (
    <>
      <div
        ref={frame}
        class="relative max-w-full cursor-crosshair touch-none overflow-hidden"
        style={`width:min(${width}px, ${(MOST_HEIGHT * width) / height}svh)`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {children}
        {areas.map((area, at) => (
          <button
            key={at}
            type="button"
            class="blur-area"
            aria-label={field.area(at + 1)}
            aria-describedby="blur-how"
            style={places(area)}
            onKeyDown={(event) => press(event, at)}
          />
        ))}
        {drawn.value && <span class="blur-area" style={places(drawn.value)} />}
      </div>
      <p id="blur-how" class="text-base-content/80 text-sm">
        {field.blurHow} <span class="pointer-coarse:hidden">{field.blurKeys}</span>
      </p>
      <div class="flex flex-wrap gap-2">
        <button type="button" class="btn" onClick={() => add(FIRST)}>
          {field.blur}
        </button>
        {areas.length > 0 && (
          <button type="button" class="btn btn-ghost" onClick={() => onChange(areas.slice(0, -1))}>
            {field.unblur}
          </button>
        )}
      </div>
    </>
  )
}
