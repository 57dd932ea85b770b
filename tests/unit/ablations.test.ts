import { describe, expect, test } from 'bun:test'
import { ablated, type Device } from '../bench/ablations/ablation'
import { DEVICES } from '../bench/ablations/devices'

// `bun run bench --ablate` switches each device off by these edits of the sources. Whoever changes a device changes its
// ablation, or deletes both.

describe('each device can be switched off', () => {
  const devices: [string, Device][] = Object.entries(DEVICES)
  test.each(devices)('%s', (_, { edits }) => {
    expect(edits.length).toBeGreaterThan(0)
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const { exports } = new Bun.Transpiler({ loader: 'ts' }).scan(ablated(file, edits))
      expect(exports.length).toBeGreaterThan(0)
    }
  })
  test('an edit that does not fit once is refused', () => {
    const edit = { file: 'a.ts', from: 'one', to: 'two' }
    expect(ablated('a.ts', [edit, { ...edit, file: 'b.ts' }], 'one')).toBe('two')
    for (const text of ['', 'one one']) expect(() => ablated('a.ts', [edit], text)).toThrow('and not once')
  })
})
