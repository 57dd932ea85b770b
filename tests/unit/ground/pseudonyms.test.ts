import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { renameUsers } from '../../../src/campus/accounts/rename'
import { systemActor } from '../../../src/ground/audit/audit'
import { ADJECTIVES, ANIMALS_BY_EMOJI } from '../../../src/ground/names/pseudonym-words'
import { isPseudonym, pseudonym, uniqueUsername } from '../../../src/ground/names/pseudonyms'
import { animalIn, groundHue } from '../../../src/lib/text/faces'
import { faceSheet, glyphIn } from '../../../src/pages/faces'
import { logIn } from '../../support/audit-log'
import { operator, quad, type Running, start, temporaryFolder } from '../../support/operator'
import { until } from '../../support/until'

const ANIMALS = Object.values(ANIMALS_BY_EMOJI).flat()

/** How no word begins or ends: bodies, minds, origins, beliefs, illness, sex, violence, colour, size, insults. */
const REFUSED = `
  ape arse ass bitch boob bum butt chick cock coon cum cunt dick dong dung dyke fag fart fuck gay hoe homo horn kink
  lust nude pee penis piss poo porn pussy queer rape sex shit slut suck tit twat twink wank whore wood bald bare blond
  body bony chubby curly cute fat hairy lame leg limp muscle naked plump pretty skin slim thick thin ugly big giant
  grand huge large little long short small tall tiny amber ashen black blue brown coloured dark dusky ebony fair
  golden gray green grey ivory pale pink red rosy tan white yellow brainy clever crazy daft dull dumb genius idiot
  insane lazy loony mad mental mindful sane simple slow smart stupid wise zany blind crip deaf disabled dying handicap
  ill infect mute patient sick special spastic african alien arab asian chinese desi dutch exotic foreign french
  german indian jew local native race racial roman tribal western eastern northern southern angel atheist belie bless
  devil devout divine faith god hindu holy islam muslim pagan pious pope priest pure religi sacred saint sikh zen
  bloody bomb brut cruel dead deadly fatal fierce gun hate kill murder savage stab terror toxic victim violent wicked
  caste class dalit humble lower noble poor posh rich royal upper baboon bison bitch boar booby buffalo bull camel
  chameleon chicken cow crow cuckoo dodo dog donkey drongo ewe frog gorilla goat goose hen hippo hyena jackal leech
  lemur lizard louse maggot mole monkey mouse mule ox owl parasite pig porker rat rhino roach sheep shrew skunk sloth
  slug snake swine toad turkey viper vulture walrus weasel whale wolf worm gadha kutta suar ullu bandar`
  .trim()
  .split(/\s+/)

/** Words that only happen to begin or end like a refused one. */
const HARMLESS = new Set(
  'bumblebee butterfly evergreen inspired legendary mongoose spoonbill tanager woodland'.split(' '),
)

describe('the words', () => {
  test('are enough', () => {
    expect(ADJECTIVES.length).toBeGreaterThanOrEqual(290)
    expect(ANIMALS.length).toBeGreaterThanOrEqual(64)
    expect(ANIMALS.length).toBeLessThanOrEqual(300)
  })
  test('are short, plain, sorted and there once', () => {
    for (const list of [ADJECTIVES, ...Object.values(ANIMALS_BY_EMOJI)]) expect([...list]).toEqual(list.toSorted())
    const words = [...ADJECTIVES, ...ANIMALS]
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(word).toMatch(/^[a-z]{3,10}$/)
  })
  test('name each animal by one emoji', () => {
    for (const emoji of Object.keys(ANIMALS_BY_EMOJI))
      expect(emoji).toMatch(/^\p{Emoji_Presentation}$|^\p{Emoji}\uFE0F$/u)
  })
  test('are friendly', () => {
    const refused = (word: string) =>
      !HARMLESS.has(word) && REFUSED.some((stem) => word.startsWith(stem) || word.endsWith(stem))
    expect([...ADJECTIVES, ...ANIMALS].filter(refused)).toEqual([])
    for (const word of ['racial', 'disabled', 'donkey', 'owl', 'raccoon', 'peacock']) expect(refused(word)).toBe(true)
  })
})

/**
 * Words that are never a part of a name: English and Hindi insults, with the animals that are one in Hindi and how
 * English names them, and what reads as one across the hyphen.
 */
const DENIED = `
  gadha gadhi ullu kutta kutti kutiya kamina suar bandar bhains bhainsa saanp girgit bakra bakri murga murgi chuha
  chuhia bhalu haathi lomdi bagula giddh tota kauwa gainda oont kaala kaali gora mota moti pagal bewakoof buddhu chutiya
  chamar bhangi harami randi gandu lund chut bhosdi madarchod behenchod saala napunsak hijra langda andha behra goonga
  donkey monkey dog pig owl hen goat crow snake rat mouse crocodile parrot fox vulture bear elephant buffalo heron
  autistic artistic retard psycho quirky special unique manic bipolar dwarf midget giant`
  .trim()
  .split(/\s+/)

describe('3,000 names', () => {
  const names = Array.from({ length: 3000 }, () => pseudonym())
  test('have no word of the deny list, and no insult across the hyphen', () => {
    const denied = new Set(DENIED)
    const across =
      /ass(?:hole|wipe)|bitch|cunt|dick|fuck|nigg|penis|piss|rape|shit|slut|whore|chut|gand(?!e)|lund|randi/
    const words = names.map((name) => name.split('-'))
    expect(words.filter(([adjective, animal]) => denied.has(adjective!) || denied.has(animal!))).toEqual([])
    const pairs = ADJECTIVES.flatMap((adjective) => ANIMALS.map((animal) => `${adjective}${animal}`))
    expect(pairs.filter((pair) => across.test(pair))).toEqual([])
    expect('melodickestrel').toMatch(across)
  })
  test('are of every kind, and hardly ever the same', () => {
    expect(new Set(names).size).toBeGreaterThan(2990)
    expect(new Set(names.map((name) => name.split('-')[0])).size).toBeGreaterThan(ADJECTIVES.length - 10)
  })
})

const SHEET = faceSheet((emoji) => `<path d="${emoji}"/>`)
const faceOf = (animal: string) => glyphIn(SHEET, animal)

describe('a face', () => {
  test('has a glyph for every animal, and a paw for what is none', () => {
    const paw = faceOf('')
    const glyphs = new Set(ANIMALS.map(faceOf))
    expect(glyphs.size).toBe(Object.keys(ANIMALS_BY_EMOJI).length)
    expect(glyphs).not.toContain(paw)
    for (const name of ['donkey', 'constructor', '../../index', '1f98a', '"']) expect(faceOf(name)).toBe(paw)
    expect(faceOf('marten')).toBe(faceOf('otter'))
  })
  test('is found in the sheet by the animal alone', () => {
    const ids = [...SHEET.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
    expect(ids.toSorted()).toEqual([...ANIMALS, 'none'].toSorted())
    expect(faceOf('otter')).toMatch(
      /^<svg xmlns="[^"]+" viewBox="0 0 32 32">(?:<g id="[a-z]+">)+<path d="🦦"\/>(?:<\/g>)+<\/svg>$/u,
    )
  })
  test('follows from the whole name, and from nothing else', () => {
    const names = Array.from({ length: 3000 }, () => pseudonym())
    const grounds = Map.groupBy(names, groundHue)
    expect([...grounds.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n * 30))
    for (const each of grounds.values()) expect(each.length).toBeGreaterThan(100)
    expect(groundHue('quiet-otter-4821')).toBe(groundHue('quiet-otter-4821'))
    expect(animalIn('quiet-otter-4821')).toBe('otter')
    for (const name of ['?', 'otter', 'quiet-otter', 'a-b-c-d', 'quiet-../..-4821', '']) expect(animalIn(name)).toBe('')
  })
})

describe('a pseudonym', () => {
  test('has each face about as often as any other', () => {
    const families = Map.groupBy(
      Array.from({ length: 4800 }, () => pseudonym()),
      (name) => faceOf(animalIn(name)),
    )
    expect(families.size).toBe(Object.keys(ANIMALS_BY_EMOJI).length)
    for (const names of families.values()) expect(names.length).toBeLessThan(200)
  })
  test('is an adjective, an animal and four digits', () => {
    for (let n = 0; n < 1000; n++) {
      const name = pseudonym()
      expect(name).toMatch(/^[a-z]{3,10}-[a-z]{3,10}-[1-9]\d{3}$/)
      expect(isPseudonym(name)).toBe(true)
    }
    expect(isPseudonym('quiet-otter-4821')).toBe(true)
  })
  test.each([
    ...'racial-donkey-1234 quiet-donkey-1234 racial-otter-1234 otter-quiet-1234 quiet-otter-0821 quiet-otter'.split(
      ' ',
    ),
    ...['', 'quiet-otter-48212', 'Quiet-otter-4821', 'quiet-otter-4821-x', ' quiet-otter-4821'],
  ])('is not "%s"', (name) => expect(isPseudonym(name)).toBe(false))
})

const folder = temporaryFolder()
afterAll(folder.remove)

describe('bun quad pseudonyms rename', () => {
  const env = { DATA_DIR: join(folder.path, 'campus'), NOTIFICATIONS: 'on' }
  const file = join(env.DATA_DIR, 'quad.db')
  const desk = operator(env)
  let server: Running
  afterAll(async () => {
    await desk.leave()
    await server?.kill()
  })

  const [USERS, OLD_USERS, OLD_ALIASES] = [260, 220, 10]
  const OLD = OLD_USERS + OLD_ALIASES
  type User = { id: string; username: string; status: string; updatedAt: string }
  const query = <Row>(sql: string): Row[] => {
    const database = new Database(file, { readonly: true })
    try {
      return database.query<Row, []>(sql).all()
    } finally {
      database.close()
    }
  }
  /** Without aliases that nothing stands under, which maintenance deletes. */
  const users = () =>
    query<User>(`SELECT id, username, status, updated_at AS updatedAt FROM users
      WHERE status != 'ALIAS' OR id IN (SELECT author_id FROM posts) OR key IN (SELECT author FROM comments) ORDER BY id`)
  const accounts = () => users().filter(({ status }) => status !== 'ALIAS')
  const entries = () => logIn(env.DATA_DIR).filter(({ action }) => action === 'operator:renamed:user')
  const feed = async () => (await fetch(`${server.url}/api/v1/posts?limit=50`)).text()

  beforeAll(async () => {
    expect((await quad(['seed', '--users', String(USERS), '--posts', '60'], env)).status).toBe(0)
    const database = new Database(file, { readwrite: true })
    database.run(`UPDATE users
      SET username = 'racial-donkey-' || (1000 + (SELECT count(*) FROM users u WHERE u.id < users.id))
      WHERE id IN (SELECT id FROM users WHERE status != 'ALIAS' ORDER BY created_at LIMIT ${OLD_USERS})
        OR key IN (SELECT DISTINCT u.key FROM users u JOIN comments c ON c.author = u.key WHERE u.status = 'ALIAS' LIMIT ${OLD_ALIASES})`)
    database.close()
    server = await start(env)
  })
  test('renames who has a name of before, once, and tells only them', async () => {
    // Counts those whose name is not on the list, and changes nothing, in a dry run.
    const before = users()
    expect(before.filter(({ username }) => username.startsWith('racial-donkey-'))).toHaveLength(OLD)
    expect(await feed()).toContain('racial-donkey')
    expect(await desk.quad(['pseudonyms', 'rename', '--dry-run'])).toEqual({
      status: 0,
      stdout: `Would rename ${OLD} users.\n`,
      stderr: '',
    })
    expect(users()).toEqual(before)
    expect(entries()).toEqual([])
    // Renames them beside a server, which shows the new names.
    expect(await desk.quad(['pseudonyms', 'rename'])).toMatchObject({ status: 0, stdout: `Renamed ${OLD} users.\n` })
    const after = users()
    expect(accounts()).toHaveLength(USERS)
    expect(new Set(after.map(({ username }) => username)).size).toBe(after.length)
    for (const [at, user] of after.entries()) {
      expect(isPseudonym(user.username)).toBe(true)
      if (isPseudonym(before[at]!.username)) expect(user).toEqual(before[at]!)
      else expect(user.updatedAt > before[at]!.updatedAt).toBe(true)
    }
    await until(async () => !(await feed()).includes('racial-donkey'), 'the feed without the former name')
    const posts = await feed()
    expect(posts).not.toContain('racial-donkey')
    expect(after.some(({ username }) => posts.includes(username))).toBe(true)
    // Writes an audit entry for each, which names neither name.
    expect(new Set(entries().map(({ entityId }) => entityId)).size).toBe(OLD)
    const log = JSON.stringify(entries())
    expect(log).not.toContain('donkey')
    for (const { username } of users()) expect(log).not.toContain(username)
    expect((await desk.quad(['audit', 'verify'])).status).toBe(0)
    // Notifies each account, of no alias, and stores neither name with it.
    const notifications = query<{ userId: string; content: string }>(
      "SELECT user_id AS userId, content FROM notifications WHERE type = 'general' AND post_id IS NULL",
    )
    const renamed = new Set(entries().map(({ entityId }) => entityId))
    const told = accounts().flatMap(({ id }) => (renamed.has(id) ? [id] : []))
    expect(told).toHaveLength(OLD_USERS)
    expect(notifications.map(({ userId }) => userId).sort()).toEqual(told)
    expect(new Set(notifications.map(({ content }) => content))).toEqual(new Set(['renamed']))
    // Keeps the search for names right.
    const names = query<{ id: string; name: string }>('SELECT user_id AS id, name FROM user_names ORDER BY user_id')
    expect(names).toEqual(accounts().map(({ id, username }) => ({ id, name: username })))
    const matches = (name: string) =>
      query<{ n: number }>(`SELECT count(*) AS n FROM user_name_trigrams WHERE name MATCH '"${name}"'`)[0]?.n
    expect(matches('racial-donkey')).toBe(0)
    for (const { name } of names.slice(0, 20)) expect(matches(name)).toBe(1)
    // Has nothing to do the second time.
    expect(await desk.quad(['pseudonyms', 'rename'])).toEqual({ status: 0, stdout: 'Renamed 0 users.\n', stderr: '' })
    expect(users()).toEqual(after)
    expect(entries()).toHaveLength(OLD)
    await storage.open({ file, synchronous: 'normal', checkpointer: false })
    try {
      const [first, second] = users()
      await storage.write(async (tx) => {
        const draws = [first!.username, second!.username, 'quiet-otter-4821']
        expect(uniqueUsername(tx, () => draws.shift() ?? '')).toBe('quiet-otter-4821')
        expect(await renameUsers(tx, systemActor('cli'), ['gone'])).toBe(0)
      })
    } finally {
      await storage.close()
    }
  })
})
