import type { WatchedPage } from './browser'

// What the pages leave on a device.

/** Everything that scripts of the site find on this device, in words; what is encrypted is not. */
export const onDevice = (page: WatchedPage): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!)
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        const [keys, values] = ['getAllKeys', 'getAll'].map((all) => {
          const asked = database.transaction(store).objectStore(store)[all as 'getAll']()
          return new Promise((resolve) => {
            asked.onsuccess = () => resolve(asked.result)
          })
        })
        const texts = ((await values) as object[]).flatMap((value) =>
          Object.values(value).map((part) =>
            part instanceof ArrayBuffer ? new TextDecoder().decode(part) : part instanceof CryptoKey ? 'key' : part,
          ),
        )
        found.push(name, await keys, texts)
      }
      database.close()
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!request.url.includes('/assets/'))
          found.push(await (await (await caches.open(name)).match(request))!.text())
    return JSON.stringify(found)
  })

/** How many sealed records of answers there are. */
export const copies = (page: WatchedPage): Promise<number> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'quad.copies')) return 0
    const opening = indexedDB.open('quad.copies')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const count = database.transaction('copies').objectStore('copies').count()
    const found = await new Promise<number>((resolve) => {
      count.onsuccess = () => resolve(count.result)
    })
    database.close()
    return found
  })

/** How many drafts there are. */
export const drafts = (page: WatchedPage): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length)
