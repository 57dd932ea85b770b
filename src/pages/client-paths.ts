/** The pages of the console, where administrators work. */
export const CONSOLE_PATHS = [
  '/console',
  '/console/reports',
  '/console/held',
  '/console/appeals',
  '/console/people',
  '/console/people/:id',
  '/console/posts',
  '/console/posts/:id',
  '/console/colleges',
  '/console/requests',
  '/console/sign-ups',
  '/console/branches',
  '/console/courses',
  '/console/memberships',
  '/console/classifier',
  '/console/words',
  '/console/feedback',
  '/console/log',
  '/console/webhooks',
  '/console/invitations',
  '/console/poster',
  '/console/settings',
] as const

/**
 * The pages of the web client, for its router and for the server, which responds to other paths with 404. None may
 * begin like an alias of the API.
 */
export const CLIENT_PATHS = [
  '/',
  '/new',
  '/drafts',
  '/post/:id',
  '/post/:id/edit',
  '/saved',
  '/u/:id',
  '/people',
  '/college',
  '/courses',
  '/course/:id',
  '/search',
  '/agenda',
  '/you',
  '/inbox',
  '/settings',
  '/feedback',
  '/join',
  '/login',
  '/link',
  '/reset',
  '/setup',
  '/invitation',
  '/about/rules',
  '/about/privacy',
  '/about/contact',
  '/about/moderation',
  '/transparency',
  ...CONSOLE_PATHS,
] as const

export type ConsolePath = (typeof CONSOLE_PATHS)[number]
export type ClientPath = (typeof CLIENT_PATHS)[number]
