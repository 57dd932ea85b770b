import type { ComponentChildren } from 'preact'
import { Heading, useTitle } from '../../app/components/page'

type PanelProps = { title: string; actions?: ComponentChildren; children: ComponentChildren }

/** A page of the console: its heading, its actions and its content. */
export function Panel({ title, actions, children }: PanelProps) {
  useTitle(title)
  return (
    <div class="flex min-w-0 flex-col gap-5">
      <div class="flex flex-wrap items-center justify-between gap-3">
        <Heading class="text-2xl font-bold">{title}</Heading>
        {actions}
      </div>
      {children}
    </div>
  )
}

export const Rows = ({ children }: { children: ComponentChildren }) => (
  <ul class="border-base-300 rounded-box divide-base-300 divide-y border">{children}</ul>
)

export const Row = ({ children }: { children: ComponentChildren }) => (
  <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3 sm:px-4">{children}</li>
)

/** Replaces an empty list. */
export const Nothing = ({ children }: { children: ComponentChildren }) => (
  <p class="border-base-300 rounded-box text-base-content/80 border border-dashed px-6 py-10 text-center">{children}</p>
)
