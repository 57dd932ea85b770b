/** The key that does the same as the button that it stands on; it is heard by `aria-keyshortcuts`. */
export const Key = ({ name }: { name: string }) => (
  <span aria-hidden="true" class="hidden lg:inline">
    <kbd class="inline-block min-w-5 -translate-y-px rounded border border-current px-1 text-center font-mono text-xs font-normal">
      {name}
    </kbd>
  </span>
)
