import { announce } from './announcements'

/** Hands it to the system's share dialog; where there is none, the text or the link is copied. */
export async function share(what: ShareData, copied: string, failed: string): Promise<void> {
  try {
    if ('share' in navigator) return await navigator.share(what)
    await (navigator as Navigator).clipboard.writeText(what.text ?? what.url ?? '')
    announce(copied)
  } catch (error) {
    // Closing the system's dialog is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) announce(failed)
  }
}
