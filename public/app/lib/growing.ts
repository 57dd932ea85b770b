import { useEffect, useState } from 'preact/hooks'

/** How much of a list shows: it grows by `step`, without blocking input, so that the first entries do not wait for the last. */
export function useGrowing(count: number, first: number, step: number): number {
  const [most, setMost] = useState(first)
  useEffect(() => {
    if (most >= count) return
    const next = setTimeout(() => setMost(most + step))
    return () => clearTimeout(next)
  }, [most, count])
  return most
}
