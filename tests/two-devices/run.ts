/**
 * `bun run two-devices`: one account on two devices, one of them behind a network that fails, and somebody else who writes
 * beside them. When the network is whole again, both show what the server holds. `SEED=` repeats the choices of a run, as
 * far as the browsers allow; `--seeds 10` plays so many; `--log` prints what was done.
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { Random } from '../../db/seed/context'
import { CHROMIUM } from '../support/chromium'
import { ask, join } from '../support/joining'
import { type Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../support/program'
import { Device, type Memory, newWords } from './device'
import { openNetwork, WEATHERS } from './network'
import { settle, shownBy } from './settled'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1' }, log: { type: 'boolean', default: false } },
})
const first = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0

/** Of each device: an hour, without the pauses in it. */
const ACTS = 60
/** Comments far from the screen show their words alone. */
const TALL = 9_000

const build = Bun.spawnSync([process.execPath, 'run', 'build'], { stdout: 'ignore' })
if (!build.success) throw new Error(`the program cannot be built: ${build.stderr}`)
const chrome = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
let failed = 0
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const program = await startProgram({ ...CAMPUS_VARIABLES, MAIL_PER_HOUR: '100000', LOG_LEVEL: 'info' })
  const faults = await play(program, (name) => new Random(seed, name)).finally(program.stop)
  console.log([`SEED=${seed}: ${faults.length} faults`, ...faults].join('\n  '))
  if (faults.length > 0) failed++
}
await chrome.close()
console.log(`${values.seeds} played, ${failed} with faults`)
process.exit(failed > 0 ? 1 : 0)

async function play({ origin, dataDir, database }: Program, random: (name: string) => Random): Promise<string[]> {
  const readAll = (sql: string) => database.query<{ id: string; words: string }, []>(sql).all()
  const posts = () => readAll('SELECT id, content AS words FROM posts')
  const texts = () => [...posts(), ...readAll('SELECT id, content AS words FROM comments WHERE deleted_at IS NULL')]
  const postIds = () => posts().map(({ id }) => id)
  const [email, otherEmail] = ['2400000017@campus.edu', '2400000018@campus.edu']
  const [ann, ben] = [await join(origin, dataDir, email), await join(origin, dataDir, otherEmail)]
  const beside = random('beside')
  for (const by of [ann, ben, ben]) await write(by, beside, [])
  const memory: Memory = {
    ...{ told: [], voted: [], deleted: [], gone: new Set() },
    isHeld: (words) => texts().some((text) => text.words === words),
    log: values.log ? console.log : () => undefined,
  }
  const enter = async (name: string, width: number): Promise<Device> => {
    const network = await openNetwork(origin, random(`network of the ${name}`))
    const context = await chrome.newContext({ viewport: { width, height: TALL }, reducedMotion: 'reduce' })
    const device = new Device(name, await context.newPage(), network, email, random(name), memory, postIds)
    await device.signIn()
    return device
  }
  const [desk, phone] = [await enter('desk', 1280), await enter('phone', 390)]
  const weather = random('weather')
  const use = async (device: Device) => {
    for (let acts = 0; acts < ACTS; acts++) {
      if (device === phone && weather.chance(0.3)) phone.network.turn(weather.pick(WEATHERS, 1.5))
      if (device === desk && acts % 3 === 0) await write(ben, beside, postIds()).catch(() => undefined)
      await device.act()
    }
  }
  await Promise.all([desk, phone].map(use))
  phone.network.turn('whole')
  const faults: string[] = []
  for (const device of [desk, phone]) faults.push(...(await settle(device, ann, postIds())))
  const held = (await Promise.all(postIds().map((id) => shownBy(ann, id)))).flat()
  const drafts = await Promise.all([desk, phone].map(({ page }) => page.locator('main').textContent()))
  for (const { network, page } of [desk, phone]) {
    await page.context().close()
    network.close()
  }
  const counts = `${memory.told.length} texts and ${memory.voted.length} votes of two devices, ${memory.deleted.length} deleted`
  console.log(`both hold ${held.length} posts and comments, ${Bun.hash(held.join('\n')).toString(36)}: ${counts}`)
  return [...faults, ...judge(memory, texts(), held, drafts.join(' '))]
}

/** Nothing is there twice, nothing that a form let go of is lost, and what was deleted is gone. */
function judge(memory: Memory, texts: { id: string; words: string }[], held: string[], drafts: string): string[] {
  const times = (words: string) => texts.filter((text) => text.words === words).length
  /** Where two edited the same comment, one of them has the last word. */
  const isSettled = (edited?: string) =>
    edited !== undefined &&
    (!texts.some(({ id }) => id === edited) ||
      memory.told.some((each) => each.edits === edited && times(each.words) > 0))
  const doubles = memory.told.filter(({ words }) => times(words) > 1)
  const lost = memory.told.filter(
    ({ words, edits }) => times(words) === 0 && !memory.gone.has(words) && !isSettled(edits) && !drafts.includes(words),
  )
  const back = memory.deleted.filter(({ id }) => texts.some((text) => text.id === id))
  const others = memory.voted.filter(({ id, own, by }) => {
    const line = held.find((each) => each.startsWith(id))
    return by !== '' && line !== undefined && own !== (/, own (\w+)/.exec(line)?.[1] ?? '')
  })
  return [
    ...doubles.map(({ words, by }) => `there twice: “${words}” of the ${by}`),
    ...lost.map(({ words, by }) => `lost: “${words}” of the ${by}`),
    ...back.map(({ words, by }) => `deleted on the ${by}, and there: “${words}”`),
    ...others.map(({ id, own, by }) => `another vote than “${own}” of the ${by} for ${id}`),
  ]
}

/** Somebody writes, or votes. */
async function write(by: Browser, draw: Random, posts: string[]): Promise<unknown> {
  if (posts.length === 0 || draw.chance(0.1))
    return ask(by, 'posts', { title: newWords(draw), content: newWords(draw), topic: 'Ask Campus' })
  const id = draw.pick(posts)
  if (draw.chance(0.5)) return ask(by, `comments/post/${id}`, { content: newWords(draw), parentCommentId: null })
  return by.post('/api/v1/votes', { targetType: 'post', targetId: id, voteType: 'upvote' })
}
