import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { instance } from '../instance'

type Props = { title: string; lead?: ComponentChildren; children: ComponentChildren }

/** A page of text or one form: its heading, which is the document's title, too, and a column that reads well. */
export function Page({ title, lead, children }: Props) {
  useTitle(title)
  return (
    <div class="mx-auto flex max-w-xl flex-col gap-6">
      <div>
        <h1 class="text-3xl font-bold">{title}</h1>
        {lead && <p class="text-base-content/80 mt-3">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** Names the document after the page; the home page bears the name of the campus alone. */
export function useTitle(title?: string): void {
  const home = instance.value?.name ?? 'Quad'
  useEffect(() => {
    document.title = title === undefined ? home : `${title} · ${home}`
  }, [title, home])
}
