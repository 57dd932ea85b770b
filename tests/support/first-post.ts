import { readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM } from './chromium'
import { mailFiles } from './outbox'
import { until } from './until'
import { en } from './words'

/** What somebody did with a browser. */
type Effort = { seconds: number; clicks: number; fields: number; keystrokes: number }

/** What the operator did, and then a student. */
export type Path = { setUp: Effort; firstPost: Effort }

type Run = {
  /** As the log has it. */
  setUpLink: string
  /** Whose outbox has the mails. */
  dataDir: string
  /** A program that runs Chromium where the server can be reached. */
  executable?: string
}

const OPERATOR = { email: 'office@campus.edu', password: 'an office full of plants' }
const CAMPUS = { name: 'Campus University', domain: 'campus.edu', city: 'Springfield', state: 'Oregon' }
const STUDENT = '20231234@campus.edu'
const POST = { title: 'Where is the library?', content: 'I looked behind the canteen.' }
const PATIENCE_MS = 60_000

/** Somebody with a mouse and a keyboard, whose every key is pressed. */
class Person {
  clicks = 0
  fields = 0
  keystrokes = 0

  constructor(readonly page: Page) {}

  /** Opens an address by a link, or by pasting it. */
  async open(url: string) {
    this.clicks++
    await this.page.goto(url)
  }

  async press(name: string) {
    this.clicks++
    await this.page.getByRole('button', { name, exact: true }).first().click()
  }

  async follow(name: string) {
    this.clicks++
    await this.page.getByRole('link', { name, exact: true }).first().click()
  }

  async type(label: string, text: string) {
    this.fields++
    this.keystrokes += text.length
    await this.page.getByLabel(label, { exact: true }).pressSequentially(text)
  }

  async choose(label: string, option: string) {
    this.clicks += 2
    await this.page.getByLabel(label, { exact: true }).selectOption(option)
  }
}

/**
 * What an operator does with a new Quad in a browser, up to the first post of a student: the set-up link, the set-up
 * with nothing that may be left out, and a student who joins by the code of a mail.
 */
export async function walkToFirstPost({ setUpLink, dataDir, executable = CHROMIUM }: Run): Promise<Path> {
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
  try {
    const began = performance.now()
    const newPage = async () => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 860 } })
      context.setDefaultTimeout(PATIENCE_MS)
      return context.newPage()
    }
    const operator = new Person(await newPage())
    await setUp(operator, setUpLink)
    const isSetUp = performance.now()
    const student = new Person(await newPage())
    await joinAndPost(student, new URL(setUpLink).origin, dataDir)
    const effort = ({ clicks, fields, keystrokes }: Person, ms: number): Effort => ({
      ...{ clicks, fields, keystrokes },
      seconds: ms / 1000,
    })
    return { setUp: effort(operator, isSetUp - began), firstPost: effort(student, performance.now() - isSetUp) }
  } finally {
    await browser.close()
  }
}

async function setUp(operator: Person, link: string) {
  const { page } = operator
  const words = en.setup.form
  await operator.open(link)
  await operator.type(words.name, CAMPUS.name)
  await operator.type(words.domain, CAMPUS.domain)
  await operator.type(words.city, CAMPUS.city)
  await operator.type(words.state, CAMPUS.state)
  await operator.type(words.email, OPERATOR.email)
  await operator.type(words.password, OPERATOR.password)
  await operator.type(en.account.password.again, OPERATOR.password)
  await operator.press(words.submit)
  await page.getByRole('heading', { level: 1, name: en.setup.page.title }).waitFor({ state: 'detached' })
  const status = await page.evaluate(async () => (await fetch('/api/v1/users/me')).status)
  if (status !== 200) throw new Error(`whoever set it up is not signed in: ${status}`)
}

async function joinAndPost(student: Person, origin: string, dataDir: string) {
  const { page } = student
  const words = en.account.join
  await student.open(origin)
  await student.follow(en.core.feed.join)
  await student.type(words.email, STUDENT)
  await student.press(words.send)
  await page.getByRole('heading', { name: words.code }).waitFor()
  await student.type(words.codeLabel, await codeIn(dataDir))
  await student.type(words.branchLabel, 'Physics')
  await student.press(words.confirm)
  await student.press(words.accept)
  await student.follow(en.core.frame.newPost)
  await student.choose(en.post.writing.topic, en.choices['Ask Campus'])
  await student.type(en.post.writing.heading, POST.title)
  await student.type(en.post.writing.content, POST.content)
  await student.press(en.post.writing.publish)
  await page.getByRole('heading', { level: 1, name: POST.title }).waitFor()
}

async function codeIn(dataDir: string) {
  let code: string | undefined
  await until(() => {
    for (const file of mailFiles(dataDir)) code = /^\s*(\d{6})\s*$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? code
    return code !== undefined
  }, 'the mail with the code')
  return code ?? ''
}

/** A line for a check; `commands` were typed before, in a terminal. */
export function effortLine(commands: readonly string[], { setUp, firstPost }: Path) {
  const typed = commands.reduce((total, command) => total + command.length + 1, 0)
  const said = ({ seconds, clicks, fields, keystrokes }: Effort) =>
    `${seconds.toFixed(1)} s, ${fields} fields, ${keystrokes} keystrokes, ${clicks} clicks`
  return `commands: ${commands.length} (${typed} keystrokes); set-up: ${said(setUp)}; a student's first post: ${said(firstPost)}`
}
