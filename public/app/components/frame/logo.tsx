/** A quadrangle from above: the lawn, its crossing paths, the place in the middle. */
export function Logo({ class: className }: { class: string }) {
  return (
    <svg viewBox="0 0 32 32" class={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" class="fill-primary" />
      <path d="M4 4 28 28M28 4 4 28" class="stroke-primary-content" stroke-width="3.2" stroke-linecap="round" />
      <circle cx="16" cy="16" r="5.6" class="fill-primary-content" />
      <circle cx="16" cy="16" r="2.4" class="fill-primary" />
    </svg>
  )
}
