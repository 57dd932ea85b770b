import { join } from 'node:path'
import { plugin } from 'bun'
import { ablated } from './ablation'
import { DEVICES, type DeviceName } from './devices'

// `bun tests/bench/ablations/serve.ts [device …]` serves Quad from its sources, without the devices.

const edits = (process.argv.slice(2) as DeviceName[]).flatMap((name) => DEVICES[name].edits)
const root = join(import.meta.dir, '../../..')

plugin({
  name: 'ablations',
  setup(build) {
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const filter = new RegExp(`^${RegExp.escape(join(root, file))}$`)
      build.onLoad({ filter }, () => ({ contents: ablated(file, edits), loader: 'ts' }))
    }
  },
})

const { serve } = await import('../../../src/main/program')
await serve()
