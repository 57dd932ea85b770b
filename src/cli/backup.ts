import { defineCommand } from 'citty'

export const backup = defineCommand({
  meta: { name: 'backup', description: 'Writes everything that is worth keeping into one file, while Quad runs' },
  args: {
    file: { type: 'positional', required: true, description: 'The file to make, such as /backups/quad-2026-11-21.tar' },
  },
  async run({ args }) {
    const { config } = await import('../config')
    const { makeBackup } = await import('./backing-up')
    const { manifest, bytes } = await makeBackup(config.dataDir, args.file, config.secret !== undefined)
    const uploads = manifest.files.filter(({ name }) => name.startsWith('uploads/')).length
    console.log(
      `Backed up into ${args.file}: ${(bytes / 1_000_000).toFixed(1)} MB, ${uploads.toLocaleString('en')} uploads, ${manifest.auditEntries.toLocaleString('en')} audit entries.`,
    )
    console.log(`audit head ${manifest.auditHead ?? '(none)'}`)
    if (manifest.secret === 'environment') console.log('The value of SECRET is not in it: keep that, too.')
  },
})
