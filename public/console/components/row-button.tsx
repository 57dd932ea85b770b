import type { ComponentChildren } from 'preact'

type Props = {
  /** What it is about, which is heard with its name where several stand in a list. */
  of: string
  isMain?: boolean
  onPress: () => void
  children: ComponentChildren
}

/** A button for one record of a list. */
export const RowButton = ({ of, isMain = false, onPress, children }: Props) => (
  <button type="button" class={`btn btn-sm ${isMain ? 'btn-primary' : 'btn-outline'}`} onClick={onPress}>
    {children}
    <span class="sr-only"> {of}</span>
  </button>
)

/** The buttons of one record. */
export const RowButtons = ({ children }: { children: ComponentChildren }) => (
  <div class="flex flex-wrap items-center gap-2">{children}</div>
)
