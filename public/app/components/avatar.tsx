/** Grounds on which a light letter has enough contrast in both themes. */
const GROUNDS = ['#2f6f57', '#3b6484', '#6a5a8c', '#8a5a44', '#7a6420', '#4f6b3a', '#86506b', '#46636b']

/** In pixels: within a line, in lists, at the head of a profile, and when the name is drawn. */
const SIZES = { 20: 'size-5', 32: 'size-8', 48: 'size-12', 96: 'size-24' } as const

/** The face of a Quad name, the same everywhere. Hidden from screen readers: the name is always beside it. */
export function Avatar({ name, size = 32 }: { name: string; size?: keyof typeof SIZES }) {
  const [first = '?', second = ''] = name.split('-')
  const hash = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  return (
    <svg viewBox="0 0 32 32" class={`${SIZES[size]} shrink-0`} aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={GROUNDS[hash % GROUNDS.length]} />
      <text x="16" y="20.5" text-anchor="middle" font-size="12" font-weight="600" fill="#fff">
        {(first.charAt(0) + second.charAt(0)).toUpperCase()}
      </text>
    </svg>
  )
}
