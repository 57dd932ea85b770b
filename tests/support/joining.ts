import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { mailFiles } from './outbox'
import { Browser } from './program'
import { until } from './until'

// Somebody who joins a campus that runs as a program of its own, with the mail that comes to its outbox.

export const PASSWORD = 'correct horse battery'
const CODE = /^\s*(\d{6})\s*$/m

/** The data of an answer; an error for a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: what each caller asked for
export async function ask(browser: Browser, path: string, body?: object): Promise<any> {
  const response = await (body === undefined ? browser.get(`/api/v1/${path}`) : browser.post(`/api/v1/${path}`, body))
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()).data
}

const seen = new Set<string>()

/** What a new mail to somebody says. */
export async function mailTo(dataDir: string, email: string, find = CODE) {
  let found: string | undefined
  const hasCome = async () => {
    for (const file of mailFiles(dataDir).reverse()) {
      if (seen.has(file)) continue
      const mail = await PostalMime.parse(readFileSync(file))
      if (mail.to?.[0]?.address === email) found = find.exec(mail.text ?? '')?.[1]
      if (found === undefined) continue
      seen.add(file)
      return true
    }
    return false
  }
  await until(hasCome, `a mail to ${email}`)
  return found!
}

export async function signIn(origin: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(origin)
  await ask(browser, 'auth/login', { email, password })
  return browser
}

/** Signs up with the code from the outbox, and in. */
export async function enroll(origin: string, dataDir: string, email: string): Promise<Browser> {
  const browser = new Browser(origin)
  await ask(browser, 'auth/registration/initialize', { email, password: PASSWORD })
  await ask(browser, 'auth/registration/verify-otp', { otp: await mailTo(dataDir, email) })
  await ask(browser, 'auth/registration/finalize', { password: PASSWORD })
  return signIn(origin, email)
}

/** The same, with all that comes before the first post. */
export async function join(origin: string, dataDir: string, email: string): Promise<Browser> {
  const browser = await enroll(origin, dataDir, email)
  await ask(browser, 'auth/onboarding/complete', { branch: 'CSE' })
  await ask(browser, 'users/accept-terms', {})
  return browser
}
