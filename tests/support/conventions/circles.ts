/** Circles among files that import each other, each as the path that leads back to its first file. */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(path.slice(start))
    if (start >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return found
}
