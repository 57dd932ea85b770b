import { defineCommand } from 'citty'

export const doctor = defineCommand({
  meta: { name: 'doctor', description: 'Checks the installation and says what is wrong; changes nothing' },
  async run() {
    const { examine } = await import('./checks/examine')
    let failures = 0
    for await (const { verdict, what, explanation } of examine()) {
      console.log(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)
      if (verdict === 'FAIL') failures++
    }
    return failures === 0 ? 0 : 1
  },
})
