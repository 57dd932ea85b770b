import { language } from '../texts/catalogue'
import { envelope, type Failure, fetchReauthenticated } from './api'

type Saved = { success: true; data: undefined }

/** Saves what the server sends from that path as a file of that name; asks who is there where the server wants to know. */
export async function saveFile(path: string, name: string): Promise<Saved | Failure> {
  const headers = { 'accept-language': language.peek() }
  return envelope<Saved>(
    fetchReauthenticated(path, { headers }).then(async (response) => {
      if (!response.ok) return { data: null, error: { value: await response.json() }, response }
      saveBlob(await response.blob(), name)
      return { data: { success: true, data: undefined }, error: null, response }
    }),
  )
}

/** Saves what the page has made as a file of that name. */
export function saveBlob(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
