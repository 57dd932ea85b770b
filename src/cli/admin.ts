import { defineCommand } from 'citty'

const create = defineCommand({
  meta: { name: 'create', description: 'Makes an administrator, or promotes the account of the address to one' },
  args: {
    email: { type: 'string', required: true, description: 'The address to sign in with' },
    password: { type: 'string', description: 'The password; asked for, or read from stdin, when left out' },
    role: { type: 'enum', options: ['admin', 'superadmin'], default: 'superadmin', description: 'What to become' },
  },
  async run({ args }) {
    const { withStorage } = await import('./with-storage')
    const { createAdministrator } = await import('./administrators')
    const { username, outcome } = await withStorage(() => createAdministrator(args.email, args.password, args.role))
    console.log(outcome === 'created' ? `Created the ${args.role} ${username}.` : `${username} is ${args.role} now.`)
  },
})

const setRole = defineCommand({
  meta: { name: 'set-role', description: 'Changes the role of the account of the address' },
  args: {
    email: { type: 'string', required: true, description: 'The address of the account' },
    role: { type: 'enum', options: ['user', 'admin', 'superadmin'], required: true, description: 'What to become' },
  },
  async run({ args }) {
    const { withStorage } = await import('./with-storage')
    const { changeRole } = await import('./administrators')
    const role = args.role ?? 'user'
    const { username } = await withStorage(() => changeRole(args.email, role))
    console.log(`The role of ${username} is ${role} now.`)
  },
})

export const admin = defineCommand({
  meta: { name: 'admin', description: 'Makes administrators and changes roles' },
  subCommands: { create, 'set-role': setRole },
})
