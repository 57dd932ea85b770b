import { defineCommand } from 'citty'

export const serve = defineCommand({
  meta: { name: 'serve', description: 'Serves until it is stopped, as `bun start` does' },
  async run() {
    const server = await import('../server')
    await server.serve()
    // The signal that stops the server ends the process.
    await new Promise(() => {})
  },
})
