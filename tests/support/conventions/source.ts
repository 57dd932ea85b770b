import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Source = { path: string; text: string }

const ROOT = join(import.meta.dir, '../../..')

/** The sources of the repository under the given folders; paths are relative to its root. */
export const sourcesUnder = (...folders: string[]): Source[] =>
  folders.flatMap((folder) => filesLike(`${folder}/**/*.{ts,tsx}`))

/** The pages of the documentation. */
export const documentation = (): Source[] => filesLike('docs/**/*.md')

const filesLike = (pattern: string): Source[] =>
  [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** After these a slash begins a regular expression, after anything else it divides. */
const BEFORE_PATTERN = /(^|[(,=:[!&|?{};\n+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of|void|await|throw))$/

/**
 * The text with comments, patterns and what stands in quotes turned into spaces, so that what is left is code and
 * stands where it stood. With `quotes: 'kept'` only comments go.
 */
export function codeOf(text: string, quotes: 'blanked' | 'kept' = 'blanked') {
  let code = ''
  let at = 0
  /** Depth of braces at which each `${` of the templates around this place opened. */
  const templates: number[] = []
  let braces = 0
  const take = (length: number, keep: boolean) => {
    const part = text.slice(at, at + length)
    code += keep ? part : part.replace(/[^\n]/g, ' ')
    at += length
  }
  const takeTo = (pattern: RegExp, keep: boolean) => {
    pattern.lastIndex = at
    take((pattern.exec(text)?.[0] ?? text.slice(at)).length, keep)
  }
  const takeTemplate = () => {
    takeTo(/(?:\\[\s\S]|[^\\`$]|\$(?!\{))*/y, quotes === 'kept')
    if (text.startsWith('${', at)) {
      templates.push(braces++)
      take(2, true)
    } else take(1, quotes === 'kept')
  }
  while (at < text.length) {
    const here = text[at] ?? ''
    if (text.startsWith('//', at)) takeTo(/[^\n]*/y, false)
    else if (text.startsWith('/*', at)) takeTo(/\/\*[\s\S]*?\*\//y, false)
    else if (here === "'" || here === '"')
      takeTo(here === "'" ? /'(?:\\.|[^'\\\n])*'?/y : /"(?:\\.|[^"\\\n])*"?/y, quotes === 'kept')
    else if (here === '`') {
      take(1, quotes === 'kept')
      takeTemplate()
    } else if (here === '/' && BEFORE_PATTERN.test(code.trimEnd()))
      takeTo(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/?[a-z]*/y, false)
    else if (here === '}' && templates.at(-1) === braces - 1) {
      templates.pop()
      braces--
      take(1, true)
      takeTemplate()
    } else {
      if (here === '{') braces++
      if (here === '}') braces--
      take(1, true)
    }
  }
  return code
}

/** What stands between the bracket at `open` and the one that closes it. `code` comes from `codeOf`. */
export function bracketed(code: string, open: number) {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const here = code[at] ?? ''
    if ('([{'.includes(here)) depth++
    if (')]}'.includes(here) && --depth === 0) return code.slice(open + 1, at)
  }
  return code.slice(open + 1)
}

export const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Circles among files that import each other, each as the path that leads back to its first file. */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(path.slice(start))
    if (start >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return found
}
