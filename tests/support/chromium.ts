import { existsSync } from 'node:fs'

/** Without a window the browser is a different program, which takes half of the processor's time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export const CHROMIUM = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED.join(' or ')

/** Whether there is a browser to test with. */
export const hasBrowser = existsSync(CHROMIUM)
