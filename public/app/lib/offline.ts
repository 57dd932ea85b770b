/** A delay, so that the worker's downloads do not compete with the first interaction. */
const CALM_MS = 1000

const LOOK_MS = 5000

/** Makes the client open without a connection, and reloads a page that was opened offline once there is one. */
export function registerWorker(): void {
  setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(() => undefined), CALM_MS)
  if (document.querySelector('meta[name="quad-offline"]') === null) return
  addEventListener('online', reloadIfReached)
  setInterval(reloadIfReached, LOOK_MS)
}

/** The offline document knows neither the campus nor who is signed in. */
async function reloadIfReached(): Promise<void> {
  if (!navigator.onLine || document.hidden) return
  const answer = await fetch('/offline.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}
