import { expect } from 'bun:test'
import { png } from '../support/images'
import { ADMIN, Browser } from '../support/program'

/** Signs the superadmin in. */
export async function signedIn(url: string): Promise<Browser> {
  const browser = new Browser(url)
  const answer = await browser.post('/api/v1/auth/login', ADMIN)
  if (!answer.ok) throw new Error(`nobody can sign in: ${answer.status} ${await answer.text()}`)
  return browser
}

let posts = 0

/** Publishes a post like no other. */
export async function publish(browser: Browser): Promise<{ title: string; response: Response }> {
  const title = `Question ${++posts}`
  const content = `Where is the library open this evening, and who goes there? Asked ${posts} times.`
  return { title, response: await browser.post('/api/v1/posts', { title, content, topic: 'Ask Campus' }) }
}

/** The storage could not make the write, and says when to try again. */
export async function expectRefusal(response: Response) {
  const { code } = (await response.json()) as { code: string }
  expect([response.status, code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Sends a picture for the first college. */
export async function upload(browser: Browser) {
  const { data } = await (await browser.get('/api/v1/colleges')).json()
  const body = new FormData()
  body.set('profile', new File([png()], 'logo.png', { type: 'image/png' }))
  return browser.send(`/api/v1/admin/colleges/upload/profile/${data.colleges[0].id}`, { method: 'POST', body })
}
