import { defineCommand } from 'citty'
import { harmless } from './run'

export const restore = defineCommand({
  meta: {
    name: 'restore',
    description: 'Puts a backup in the place of the data, which is kept aside; Quad must be stopped',
  },
  args: { file: { type: 'positional', required: true, description: 'A file that `backup` made' } },
  async run({ args }) {
    const { config } = await import('../config')
    const { restoreBackup } = await import('./restoring')
    const { manifest, kept, broken } = await restoreBackup(config.dataDir, args.file)
    console.log(`Restored what ${args.file} held of ${manifest.createdAt} (Quad ${manifest.quad}).`)
    if (kept !== undefined) console.log(`What was there before is in ${kept}; remove it when you miss nothing.`)
    if (broken !== undefined)
      console.log(`Note: the audit log was broken when the backup was made, at the entry ${harmless(broken)}.`)
    if (manifest.secret === 'environment' && config.secret === undefined)
      console.log('Note: it was made with SECRET set. Set it to the same value before the start.')
    if (manifest.secret === 'included' && config.secret !== undefined)
      console.log('Note: SECRET is set, and the backup has a key of its own: unset it unless they are the same.')
  },
})
