import type { ComponentChildren } from 'preact'

const LOOKS = { error: 'alert-error', success: 'alert-success', info: 'alert-info' }

type Props = { kind: keyof typeof LOOKS; title?: string; children: ComponentChildren }

/** Something the reader must know before going on; screen readers announce an error at once. */
export function Notice({ kind, title, children }: Props) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} class={`alert alert-soft block text-base ${LOOKS[kind]}`}>
      {title && <h2 class="mb-1 font-semibold">{title}</h2>}
      <div class="text-base-content flex flex-col gap-2">{children}</div>
    </div>
  )
}
