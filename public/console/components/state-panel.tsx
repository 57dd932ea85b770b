import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

type Props = {
  title: string
  badge: ComponentChildren
  /** Receives a function that focuses the heading, for when the pressed button disappears. */
  children: (rest: () => void) => ComponentChildren
}

/** The state of a post or account, with the decisions that are possible. */
export function StatePanel({ title, badge, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section class="border-base-300 rounded-box flex flex-col gap-3 border p-4">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} tabIndex={-1} class="text-lg font-semibold">
          {title}
        </h2>
        {badge}
      </div>
      {children(() => heading.current?.focus())}
    </section>
  )
}
