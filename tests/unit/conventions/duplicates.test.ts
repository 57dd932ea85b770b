import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { refuseDuplicate } from '../../../src/ground/policy/duplicates'
import { throughStages } from '../../../src/ground/policy/stages'

afterEach(() => {
  setSystemTime()
})

let serial = 0
const HOUR = 3_600_000
const newAccount = () => `account-${serial++}`

type Options = { kind?: 'post' | 'comment'; replaces?: string; id?: string; fails?: boolean }

/** Whether the account may write the text. */
async function writes(account: string, content: string, options: Options = {}): Promise<boolean> {
  const { kind = 'comment', replaces, id = `id-${serial++}`, fails = false } = options
  const text = { kind, texts: { content }, ...(replaces === undefined ? {} : { replaces }) }
  try {
    await throughStages([refuseDuplicate], { author: { id: account, role: 'user' }, ...text }, async () => {
      if (fails) throw new Error('the write failed')
      return { id }
    })
    return true
  } catch (error) {
    expect((error as Error).message).toMatch(/already posted this|the write failed/)
    return false
  }
}

const allows = async (...text: Parameters<typeof writes>) => expect(await writes(...text)).toBe(true)
const refuses = async (...text: Parameters<typeof writes>) => expect(await writes(...text)).toBe(false)

const AD =
  'Selling my bicycle, hardly used, with lights and a lock. Write to me before Friday and we will agree on a price. I am in hostel four, second floor, and the bicycle is in the shed behind it.'
const REWORDED = [
  AD,
  `  ${AD.toUpperCase()}  `,
  AD.replaceAll('e', 'е'),
  AD.replaceAll(' ', '\u200b \u00a0'),
  AD.replace('Friday', 'Monday'),
  `${AD} 17`,
  `!!! ${AD} !!!`,
  AD.replaceAll(/[,.]/g, ''),
]

describe('within an hour', () => {
  test.each(REWORDED)('the same account cannot write it again as %j', async (again) => {
    const account = newAccount()
    await allows(account, AD)
    await refuses(account, again)
    await refuses(account, again, { kind: 'post' })
    await allows(newAccount(), again)
  })

  test('a text of another meaning is no duplicate', async () => {
    const account = newAccount()
    for (const text of [
      AD,
      'Selling my bicycle? No, but my neighbour has one, and it has neither lights nor a lock. Ask her at the canteen.',
      'Looking for a bicycle with lights and a lock, hardly used if possible. I can pay until Friday, by cash or UPI.',
      'The library closes at eight today, says the notice at the front desk. Does anybody know about the weekend?',
    ])
      await allows(account, text)
  })

  test('short comments and posts of two words may be repeated, other posts may not', async () => {
    const account = newAccount()
    for (let n = 0; n < 3; n++) await allows(account, 'Thanks, that helped!')
    for (let n = 0; n < 3; n++) await allows(account, 'Free pizza', { kind: 'post' })
    await allows(account, 'Free pizza now', { kind: 'post' })
    await refuses(account, 'free  PIZZA now!', { kind: 'post' })
    await allows(account, 'Free pasta now', { kind: 'post' })
  })

  test('posts of signs alone are compared, too', async () => {
    const [account, signs] = [newAccount(), '🦊🐢🐇🐈🐕🐁🐄🐖🐐🐑🐎🐓']
    await allows(account, signs, { kind: 'post' })
    await refuses(account, signs, { kind: 'post' })
    await allows(account, [...signs].reverse().join(''), { kind: 'post' })
  })

  test('texts in other scripts are compared, too', async () => {
    const account = newAccount()
    const text =
      'कल शाम को पुस्तकालय के सामने हमारी बैठक है, सब लोग समय पर आएँ और अपनी कॉपी साथ लाएँ। जो न आ सके वह पहले बता दे, ताकि कुर्सियाँ कम न पड़ें। बैठक के बाद चाय और समोसे मिलेंगे, और अगले महीने के कार्यक्रम पर बात होगी।'
    await allows(account, text)
    await refuses(account, text.replace('शाम', 'सुबह'))
    await allows(account, 'कैंटीन में आज क्या बना है, किसी को मालूम है? मुझे बहुत भूख लगी है और क्लास अभी बाकी है।')
  })

  test('of two at once one is refused', async () => {
    const account = newAccount()
    expect((await Promise.all([writes(account, AD), writes(account, AD)])).sort()).toEqual([false, true])
  })

  test('a text whose write failed may be sent again', async () => {
    const account = newAccount()
    await refuses(account, AD, { fails: true })
    await allows(account, AD)
  })
})

test('an edit may stay nearly the same as the text it replaces, and not as another', async () => {
  const account = newAccount()
  await writes(account, AD, { id: 'one' })
  await allows(account, `${AD} Sold!`, { replaces: 'one', id: 'one' })
  await allows(account, 'Something else that is long enough to be compared', { id: 'two' })
  await refuses(account, AD, { replaces: 'two', id: 'two' })
  const reworded = 'Nothing of what stood here before is left, so it may be written elsewhere'
  await allows(account, reworded, { replaces: 'one', id: 'one' })
  await allows(account, AD)
})

test('after an hour it may be written again', async () => {
  const account = newAccount()
  await writes(account, AD)
  setSystemTime(new Date(Date.now() + HOUR - 1000))
  await refuses(account, AD)
  setSystemTime(new Date(Date.now() + 2000))
  await allows(account, AD)
})
