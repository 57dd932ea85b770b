import { readStorage, writeStorage } from './storage'

/** Of a device that has fetched the face. */
const FETCHED = 'quad.face'

const SOON_MS = 100

const face = new FontFace('Quad Display', `url(${process.env.DISPLAY_FACE})`, { weight: '600 800' })

/** Before the first page: a face that the device has is here in a moment, and one that comes later would move what is shown. */
export async function showKnownFace(): Promise<void> {
  if (readStorage(FETCHED) === null) return
  await Promise.race([face.load().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, SOON_MS))])
  showFetchedFace()
}

/** Between two pages. */
export function showFetchedFace(): void {
  if (face.status === 'loaded') document.fonts.add(face)
}

/** Fetches the face of titles after all that one waits for, and not for those who save data. */
export async function fetchFace(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  await face.load()
  writeStorage(FETCHED, 'yes')
}
