import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The number of each process whose environment names the folder, and its command; none where there is no /proc. */
function processesOf(folder: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const name of readdirOr('/proc')) {
    const pid = Number(name)
    if (pid && textOf(`/proc/${name}/environ`).includes(folder))
      found.set(pid, textOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim())
  }
  return found
}

const readdirOr = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended, or is another user's.
    return ''
  }
}

/** Watches the memory of all processes that use the folder; the function it returns ends that and gives the most, in bytes. */
export function watchMemory(folder: string): () => number {
  let most = 0
  const timer = setInterval(() => {
    let sum = 0
    // Of what processes share, each has its part.
    for (const pid of processesOf(folder).keys())
      sum += Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024
    most = Math.max(most, sum)
  }, 10_000)
  return () => {
    clearInterval(timer)
    return most
  }
}

/**
 * Looks at what a run may leave behind: processes that use its folder, and changed files of the repository. What has
 * come beside it in the temporary folder of the system may be another run's, and is named apart.
 */
export function watchLeftovers(folder: string, root: string): () => Promise<{ left: string[]; beside: string[] }> {
  const changed = () =>
    Bun.spawnSync(['git', 'status', '--porcelain'], { cwd: root, stderr: 'ignore' }).stdout.toString().split('\n')
  const temporary = () =>
    readdirOr(tmpdir()).filter((name) => /^(quad|playwright|\.org\.chromium)/.test(name) && !folder.endsWith(name))
  const before = new Set([...changed(), ...temporary()])
  const isNew = (name: string) => !before.has(name)
  return async () => {
    // A browser whose parent has ended needs a moment to end, too.
    for (let tries = 0; tries < 50 && processesOf(folder).size > 0; tries++) await Bun.sleep(100)
    const processes = [...processesOf(folder)].map(([pid, command]) => `process ${pid} ${command.slice(0, 120)}`)
    return { left: [...processes, ...changed().filter(isNew)], beside: temporary().filter(isNew) }
  }
}
