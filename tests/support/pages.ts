import { useBrowser } from './browser'
import type { Person } from './kit'
import { visitAs } from './steps'
import { useClient } from './web-client'

/** A browser, a fresh Quad with its web client, and how a person enters it with the session that they hold already. */
export async function usePages() {
  const openPage = useBrowser()
  const server = await useClient()
  const enter = async (person: Person, path: string, options?: Parameters<typeof openPage>[0]) => {
    const page = await openPage(options)
    await visitAs(page, person, server.origin + path)
    return page
  }
  return { openPage, server, enter }
}
