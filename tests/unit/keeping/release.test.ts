import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestNotes, notesOf } from '../../../deploy/release/notes'
import { billOfMaterials, hashesOf, packagesOf } from '../../../deploy/release/sbom'

const root = join(import.meta.dir, '../../..')

const CHANGELOG =
  '# Changelog\n\nWords.\n\n## 1.3.0 - unreleased\n\n### Added\n\n- Tea\n\n## 1.2.0 - 2026-11-23\n\n- Cake\n\n## 1.2\n'

test('the notes of a version are its own section of the changelog', () => {
  expect(notesOf(CHANGELOG, '1.2.0')).toBe('- Cake')
  expect(newestNotes(CHANGELOG)).toBe('### Added\n\n- Tea')
  expect(notesOf('## [1.2.0]\n\n- Cake\n', '1.2.0')).toBe('- Cake')
})

test('a version that the changelog does not have has no notes', () => {
  expect(notesOf(CHANGELOG, '1.2.1')).toBeUndefined()
  expect(notesOf(CHANGELOG, '1x2.0')).toBeUndefined()
  expect(notesOf(CHANGELOG, '1')).toBeUndefined()
})

test('files lead to the packages that they are of', () => {
  const packages = ['node_modules/@resvg/resvg-wasm', 'node_modules/a/node_modules/b', 'node_modules/elysia']
  const files = ['src/app.ts', 'node_modules/elysia/package.json', ...packages.map((each) => `${each}/index.js`)]
  expect(packagesOf(files)).toEqual(packages)
})

test('the bill names what is inside, by what others look it up with', () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  const bill = billOfMaterials('1.2.0', '1.4.5', [
    { name: 'tea', version: '2.0.0', license: '(MIT OR Apache-2.0)', integrity: undefined },
    { name: '@a/cake', version: '1.0.0', license: 'MIT', integrity },
  ])
  const found = bill.components.map(({ purl }) => purl)
  expect(found).toEqual(['pkg:npm/bun@1.4.5', 'pkg:npm/%40a/cake@1.0.0', 'pkg:npm/tea@2.0.0'])
  expect(bill.components[1]).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
  })
  expect(bill.components[2]).toMatchObject({ licenses: [{ expression: '(MIT OR Apache-2.0)' }] })
  expect(bill.components[2]).not.toHaveProperty('hashes')
  expect(bill.dependencies[0]?.dependsOn).toHaveLength(3)
})

type Described = {
  name: string
  hashes?: { alg: string; content: string }[]
  licenses?: { license?: { id: string }; expression?: string }[]
}

// What the schema of CycloneDX 1.6 asks of the fields that the bill has, of which each release is made.
test('every package that is installed has its hash in the lock, and the bill of them is well-formed', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const hashes = hashesOf(readFileSync(join(root, 'bun.lock'), 'utf8'))
  const installed = Object.keys(dependencies).map((folder) => {
    const text = readFileSync(join(root, 'node_modules', folder, 'package.json'), 'utf8')
    const { name, version, license } = JSON.parse(text)
    expect(hashes.get(`${name}@${version}`)).toMatch(/^sha512-[\w+/]{86}==$/)
    return { name, version, license, integrity: hashes.get(`${name}@${version}`) }
  })
  const { components, metadata, ...bill } = billOfMaterials('1.2.0', '1.4.5', installed)
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.6'])
  const refs = [metadata.component, ...components].map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { ref, dependsOn } of bill.dependencies)
    expect([ref, ...dependsOn].filter((each) => !refs.includes(each))).toEqual([])
  for (const component of components) {
    expect(component.name).not.toBe('')
    expect(component.purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/)
    const { hashes = [], licenses = [] }: Described = component
    for (const { alg, content } of hashes) expect([alg, /^[0-9a-f]{128}$/.test(content)]).toEqual(['SHA-512', true])
    // An id of SPDX; several are an expression, and other words are none of both.
    for (const { license, expression } of licenses)
      expect(license?.id ?? expression).toMatch(/^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/)
  }
})
