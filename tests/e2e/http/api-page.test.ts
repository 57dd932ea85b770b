import { expect } from 'bun:test'
import { pageTest, type WatchedPage } from '../../support/browser'
import { type Person, student, Visitor } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults } from '../../support/seen'
import { visitAs } from '../../support/steps'

const { openPage, server } = await usePages()

type Components = Record<string, Record<string, object>>
type Described = { paths: Record<string, Record<string, object>>; components: Components }

/** What of the components a part of the document refers to, and what that refers to. */
function referred(part: object, components: Components, found: Components = {}): Components {
  for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/#\/components\/(\w+)\/([\w-]+)/g)) {
    const component = components[kind]?.[name]
    if (component === undefined || found[kind]?.[name] !== undefined) continue
    found[kind] = { ...found[kind], [name]: component }
    referred(component, components, found)
  }
  return found
}

/** The page with the one operation of the document: drawn whole, it keeps a processor busy for seconds. */
async function shown(person: Person, path: string, tag: string, summary: string): Promise<WatchedPage> {
  const page = await openPage()
  await page.route('**/openapi.json', async (route) => {
    const response = await route.fetch()
    const { paths, components, ...rest }: Described = await response.json()
    const operation = { post: paths[path]?.post }
    const { securitySchemes } = components
    const part = { paths: { [path]: operation }, components: { securitySchemes, ...referred(operation, components) } }
    await route.fulfill({ response, json: { ...rest, ...part } })
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin) && !request.url().startsWith('data:'))
      page.faults.push(`asked ${request.url()}`)
  })
  await visitAs(page, person, `${server.origin}/api/v1/docs`)
  await page.getByRole('link', { name: tag, exact: true }).click()
  await page.getByText(summary).click()
  return page
}

const press = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true }).click()

pageTest(
  'the API page shows a body, its example and that of the answer, and sends it for whoever is signed in',
  async () => {
    const page = await shown(await student(), '/api/v1/posts', 'posts', 'Publish a post')
    for (const example of ['A bench in the library', 'quiet-heron-2041'])
      await page.getByText(example).first().waitFor()
    await page.getByText('Schema', { exact: true }).first().click()
    await page.getByText('topic', { exact: false }).first().waitFor()
    await press(page, 'Try it out')
    const text = page.locator('textarea').first()
    const body = JSON.parse(await text.inputValue())
    expect(body).toMatchObject({ title: 'A bench in the library', topic: 'Ask Campus' })
    await text.fill(JSON.stringify({ ...body, title: 'Sent from the page' }))
    await press(page, 'Execute')
    await page.locator('.live-responses-table').getByText('Sent from the page').first().waitFor()
    const { posts } = (await new Visitor().get('posts')).data
    expect(posts.map(({ title }: { title: string }) => title)).toEqual(['Sent from the page'])
    expectNoFaults(page)
  },
)
