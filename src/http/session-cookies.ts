import type { Cookie } from 'elysia'
import { config } from '../config'
import { DEVICE_SECONDS } from '../ground/access/devices'
import type { OpenedSession } from '../ground/access/session-tokens'

type Jar = Record<string, Cookie<unknown>>

export const cookieNames = {
  token: 'identity.session_token',
  /** `{userId, role, expiresAt}` as base64url JSON, for a client's server side. Quad never reads it. */
  data: 'identity.session_data',
  signup: 'pending_signup',
  /** Which accounts the browser has signed in to (ground/access/devices.ts). */
  device: 'identity.device',
  /** Which commit has the last write of this browser, hidden, for some seconds; only where there are followers. */
  wrote: 'quad_wrote',
} as const

/** Attributes of every cookie (interface, Authentication 4). */
export const cookieAttributes: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean; domain?: string } = {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.secure,
  ...(config.cookieDomain ? { domain: config.cookieDomain } : {}),
}

type SessionData = { userId: string; role: string; expiresAt: string }

const encoded = (data: SessionData): string => Buffer.from(JSON.stringify(data)).toString('base64url')

const maxAge = (expiresAt: string): number => Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 1000))

const setCookie = (jar: Jar, name: string, value: string, seconds: number): void =>
  void jar[name]?.set({ ...cookieAttributes, value, maxAge: seconds })

export function setSessionCookies(jar: Jar, { token, userId, expiresAt, device }: OpenedSession, role: string): void {
  setCookie(jar, cookieNames.token, token, maxAge(expiresAt))
  setCookie(jar, cookieNames.data, encoded({ userId, role, expiresAt }), maxAge(expiresAt))
  if (device !== undefined) setCookie(jar, cookieNames.device, device, DEVICE_SECONDS)
}

/** A cookie of the request; undefined if it is empty or not there. Elysia's jar costs more than a session's check. */
export function cookieOf({ headers }: Request, name: string): string | undefined {
  const header = headers.get('cookie')
  if (header === null || !header.includes(name)) return undefined
  return new Bun.CookieMap(header).get(name) || undefined
}

/** A `Set-Cookie` line. */
export const cookieLine = (name: string, value: string, seconds: number): string =>
  new Bun.Cookie(name, value, { ...cookieAttributes, maxAge: seconds }).serialize()

/** `Set-Cookie` lines for the new lifetime of a renewed session. */
export function renewedCookies(token: string, data: SessionData): string[] {
  const seconds = maxAge(data.expiresAt)
  return [cookieLine(cookieNames.token, token, seconds), cookieLine(cookieNames.data, encoded(data), seconds)]
}

export function clearSessionCookies(jar: Jar): void {
  for (const name of [cookieNames.token, cookieNames.data]) setCookie(jar, name, '', 0)
}

/** Of a deleted account the browser keeps nothing, not even that it knew one. */
export function clearAccountCookies(jar: Jar): void {
  clearSessionCookies(jar)
  setCookie(jar, cookieNames.device, '', 0)
}

export const setSignupCookie = (jar: Jar, { token, expiresAt }: { token: string; expiresAt: string }): void =>
  setCookie(jar, cookieNames.signup, token, maxAge(expiresAt))

export const clearSignupCookie = (jar: Jar): void => setCookie(jar, cookieNames.signup, '', 0)

export function readCookie(jar: Jar, name: string): string | undefined {
  const value = jar[name]?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}
