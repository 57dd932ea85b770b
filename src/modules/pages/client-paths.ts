/**
 * The pages of the web client, for its router and for the server, which answers any other with 404. None may begin like
 * an alias of the API.
 */
export const CLIENT_PATHS = [
  '/',
  '/new',
  '/post/:id',
  '/post/:id/edit',
  '/saved',
  '/join',
  '/login',
  '/reset',
  '/setup',
] as const

export type ClientPath = (typeof CLIENT_PATHS)[number]
