import type { ComponentChildren } from 'preact'

type Props = {
  /** The record's name, which screen readers hear with the label. */
  of: string
  isMain?: boolean
  onPress: () => void
  children: ComponentChildren
}

export const RowButton = ({ of, isMain = false, onPress, children }: Props) => (
  <button type="button" class={`btn btn-sm ${isMain ? 'btn-primary' : 'btn-outline'}`} onClick={onPress}>
    {children}
    <span class="sr-only"> {of}</span>
  </button>
)

export const RowButtons = ({ children }: { children: ComponentChildren }) => (
  <div class="flex flex-wrap items-center gap-2">{children}</div>
)
