import type { Branch } from './colleges'

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The branches to choose from, plus the viewer's own and the chosen one where the college does not list them. */
export function branchOptions(
  list: readonly Pick<Branch, 'code' | 'name'>[],
  chosen: string,
  own: string,
): { value: string; options: [string, string][] } {
  const chosenBranch = list.find(({ code, name }) => same(code, chosen) || same(name, chosen))
  const others = [own, chosen].filter(
    (each, at, all) =>
      each !== '' &&
      all.findIndex((earlier) => same(earlier, each)) === at &&
      !list.some(({ code, name }) => same(code, each) || same(name, each)),
  )
  const value = chosenBranch?.code ?? others.find((each) => same(each, chosen)) ?? ''
  return {
    value,
    options: [
      ...list.map(({ code, name }): [string, string] => [code, name]),
      ...others.map((each): [string, string] => [each, each]),
    ],
  }
}
