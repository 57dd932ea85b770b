/** What this process computes from now on, in milliseconds, whatever others compute beside it. */
export function startCpuClock(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}
