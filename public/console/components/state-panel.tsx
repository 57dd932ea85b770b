import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

type Props = {
  title: string
  badge: ComponentChildren
  /** Is handed what moves the focus to the heading: the button that was pressed may be gone once it has worked. */
  children: (rest: () => void) => ComponentChildren
}

/** What has become of something, and what can be decided about that. */
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
