import { t } from 'elysia'
import { flag } from '../../lib/schema'

/** In the body of every sign-in, which answers it with `tokens`. */
export const wantsTokens = t.Optional(flag({ description: 'For clients without cookies: also return bearer tokens' }))

export const tokens = { accessToken: t.Optional(t.String()), refreshToken: t.Optional(t.String()) }
