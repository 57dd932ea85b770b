/** So that what the worker fetches does not slow down what somebody presses first. */
const CALM_MS = 1000

/** How often a page that was opened without a connection looks for one. */
const LOOK_MS = 5000

/** Lets the client open without a connection from now on, and a page that was opened so come to life with one. */
export function registerWorker(): void {
  setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(() => undefined), CALM_MS)
  if (document.querySelector('meta[name="quad-offline"]') === null) return
  addEventListener('online', reloadIfReached)
  setInterval(reloadIfReached, LOOK_MS)
}

/** The document in place of the page's own knows neither the campus nor who is signed in. */
async function reloadIfReached(): Promise<void> {
  if (!navigator.onLine || document.hidden) return
  const answer = await fetch('/offline.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}
