/** Outlines on a grid of 24. */
const PATHS = {
  up: 'M12 5 5 13h4v6h6v-6h4z',
  down: 'M12 19 5 11h4V5h6v6h4z',
  comment: 'M4 5h16v11H9l-5 4z',
  bookmark: 'M6 4h12v16l-6-4.5L6 20z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  plus: 'M12 5v14M5 12h14',
  person: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM5 20c.6-4 3.4-5.5 7-5.5s6.4 1.5 7 5.5',
  pen: 'M5 19l1-4L16 5l3 3L9 18z',
  bin: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7',
  flag: 'M6 21V4h12l-2.5 4.5L18 13H6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  quiet: 'M5 10h3l5-4.500v13L8 14H5zM16.500 9.500l5 5M21.500 9.500l-5 5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5',
  check: 'M5 12.5 10 17.5 19 7',
  home: 'M4 11 12 4.5l8 6.5v8.5h-5.5V14h-5v5.5H4z',
  door: 'M14 4.5h5v15h-5M4.5 12H14M10.5 8 14.5 12l-4 4',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19c.5-3.5 2.7-5 6-5s5.5 1.5 6 5M16 5.3a3 3 0 0 1 0 5.4M17.5 14.4c2 .6 3.200 2.100 3.5 4.600',
  college: 'M3.5 9.5 12 4.5l8.5 5zM6 12.5v5M10 12.5v5M14 12.5v5M18 12.5v5M4 20h16',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  book: 'M12 7C9.500 5.500 7 5.500 4 6v12c3-.5 5.500-.5 8 1 2.500-1.500 5-1.500 8-1V6c-3-.5-5.500-.5-8 1v12',
  shield: 'M12 4 5 6.5V12c0 4 3 6.5 7 8 4-1.5 7-4 7-8V6.5z',
  calendar: 'M5 6h14v14H5zM5 10.500h14M9 3.500V7M15 3.500V7',
  megaphone: 'M4 10v4h3l9 4.5v-13L7 10zM8 14l1.5 5H12l-1-3.500M19 10v4',
  mask: 'M3 8.500c3-1.500 6-1.500 9 0 3-1.500 6-1.500 9 0 0 5-2 8-5 8-2 0-2.500-2-4-2s-2 2-4 2c-3 0-5-3-5-8ZM7 11.500h2.500M14.500 11.500H17',
  reply: 'M10 6 4.5 11.5 10 17M5 11.5h8c4 0 6 2 6.5 6',
} as const

export type IconName = keyof typeof PATHS

type Props = { name: IconName; filled?: boolean; class?: string }

export function Icon({ name, filled = false, class: className = 'size-5' }: Props) {
  return (
    <svg viewBox="0 0 24 24" class={`${className} shrink-0`} aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="1.7"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  )
}
