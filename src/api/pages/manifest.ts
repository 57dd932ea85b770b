import type { CampusColors } from '../../lib/campus-colors'

/** Systems cut off longer names beneath an icon (Web Application Manifest, `short_name`). */
const SHORT_NAME_LENGTH = 12

/** What a system needs to install the web client as an app (Web Application Manifest). */
export const manifest = (campus: string, colors: CampusColors): string =>
  JSON.stringify({
    id: '/',
    name: campus,
    short_name: campus.length <= SHORT_NAME_LENGTH ? campus : 'Quad',
    description: 'Ask, rant, recommend and argue with your campus, without your real name.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colors.sky,
    background_color: colors.ground,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
