import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PAGE = join(import.meta.dir, '../../docs/clients.md')

/** A chapter of the page, as its reader follows it: commands that install, a program, commands that run it. */
export type Chapter = { name: string; commands: string[]; file: string; program: string }

const PROGRAM = /^```(?:python|go|ts)\n([\s\S]*?)^```$/m
const COMMANDS = /^```sh\n([\s\S]*?)^```$/gm
const FILE = /Save this as `([\w.]+)`/

/** The chapters that have a program to save. */
export function chapters(markdown: string): Chapter[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((chapter) => {
      const [file, program] = [FILE.exec(chapter)?.[1], PROGRAM.exec(chapter)?.[1]]
      if (file === undefined || program === undefined) return []
      const commands = [...chapter.matchAll(COMMANDS)].map(([, text = '']) => text)
      return [{ name: chapter.split('\n', 1)[0] ?? '', commands, file, program }]
    })
}

export const readChapters = (): Chapter[] => chapters(readFileSync(PAGE, 'utf8'))
