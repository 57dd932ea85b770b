import { defineCommand } from 'citty'

const rename = defineCommand({
  meta: {
    name: 'rename',
    description: 'Gives a new pseudonym to everybody whose pseudonym has words that are not on the list',
  },
  args: {
    'dry-run': { type: 'boolean', description: 'Only counts them' },
  },
  async run({ args }) {
    const { withStorage } = await import('./with-storage')
    const { countUsersToRename, renameAll } = await import('./renaming')
    const users = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`
    if (args['dry-run']) console.log(`Would rename ${users(await withStorage(countUsersToRename))}.`)
    else console.log(`Renamed ${users(await withStorage(renameAll))}.`)
  },
})

export const pseudonyms = defineCommand({
  meta: { name: 'pseudonyms', description: 'Renames users whose pseudonym is not on the list' },
  subCommands: { rename },
})
