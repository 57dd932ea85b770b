import { defineCommand } from 'citty'

export const doctor = defineCommand({
  meta: {
    name: 'doctor',
    description: 'Checks the installation and says what is wrong; changes nothing without --fix',
  },
  args: {
    fix: { type: 'boolean', description: 'Recount what does not add up; Quad must be stopped' },
  },
  async run({ args }) {
    const { examine } = await import('./checks/examine')
    let failures = 0
    let drifted = 0
    for await (const { verdict, what, explanation } of examine()) {
      console.log(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)
      if (verdict !== 'FAIL') continue
      failures++
      if (what === 'counters') drifted++
    }
    if (args.fix === true && drifted > 0) {
      const { recount } = await import('./recounting')
      console.log(`ok    counters  — ${await recount()}`)
      failures -= drifted
    }
    return failures === 0 ? 0 : 1
  },
})
