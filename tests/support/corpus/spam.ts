// Posts of a made-up hour, from a seed: ordinary ones, which have templates in common as people's do, and copies of some
// with changes as spammers make them. In English, Hindi and Hinglish.

export type Written = { account: string; content: string; copyOf: number | null }

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const SLOTS: Record<string, readonly string[]> = {
  thing: [
    'blue umbrella',
    'water bottle',
    'calculator',
    'black jacket',
    'pen drive',
    'set of keys',
    'grey hoodie',
    'lab coat',
  ],
  place: [
    'the library',
    'hostel four',
    'the canteen',
    'lecture hall 2',
    'the bus stop',
    'the main gate',
    'the sports ground',
  ],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  course: [
    'data structures',
    'thermodynamics',
    'linear algebra',
    'organic chemistry',
    'microeconomics',
    'signals and systems',
  ],
  price: ['300', '450', '800', '1200', '2500', '5000'],
  food: ['samosas', 'masala dosa', 'chole bhature', 'momos', 'vada pav', 'filter coffee'],
  event: ['quiz night', 'open mic', 'hackathon', 'film screening', 'cricket match', 'book exchange'],
  चीज़: ['छाता', 'पानी की बोतल', 'कैलकुलेटर', 'चाबियाँ', 'किताब', 'जैकेट'],
  जगह: ['पुस्तकालय', 'कैंटीन', 'छात्रावास', 'खेल के मैदान', 'मुख्य द्वार'],
  दिन: ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार'],
  cheez: ['charger', 'earphones', 'notebook', 'cycle', 'ID card', 'tiffin'],
  jagah: ['library ke bahar', 'mess ke paas', 'gate number do par', 'hostel ki chhat par', 'lab mein'],
}

const TEMPLATES = [
  'Lost my {thing} near {place} on {day}. It has a small scratch on the side; if you find it, please leave it with the guard.',
  'Found a {thing} at {place} this morning. Tell me what is special about it and I will hand it over after {day} lunch.',
  'Does anybody have notes of {course} from last week? I was ill on {day} and the lecturer does not upload anything.',
  'The {course} assignment asks for something that we never covered. Has anyone spoken to the teaching assistant about question three?',
  'Selling my {thing}, hardly used, {price} rupees. You can see it at {place} any evening after six, ask for the second floor.',
  'We are organising a {event} on {day} at {place}. Entry is free for first years, and there will be {food} for everybody.',
  'Who else thinks that {food} in the mess got worse since {day}? I would rather walk to {place} than eat that again.',
  'The water at {place} has been off since {day} morning. I wrote to maintenance twice, and nobody has answered me yet.',
  'Looking for two people to form a team for the {event}. We meet at {place} every {day}; beginners are very welcome.',
  'Is the wifi at {place} slow only for me? I could not even open the slides of {course}, and the exam is on {day}.',
  'Today I finally passed {course} after failing it twice. Thank you to whoever explained it at {place} last {day}, you saved me.',
  'My room mate plays music until three. I asked nicely on {day}; what would you do before going to the warden of {place}?',
  'मेरा {चीज़} {जगह} के पास {दिन} को खो गया है। जिसे मिले वह कृपया चौकीदार के पास रख दे, मैं शाम को आकर ले लूँगा। बहुत धन्यवाद।',
  'क्या किसी को पता है कि {दिन} को {जगह} खुला रहेगा या नहीं? मुझे परीक्षा से पहले दो घंटे बैठकर पढ़ना है और घर पर बहुत शोर है।',
  'कल {जगह} के सामने {चीज़} बहुत सस्ते में मिल रहा था। अगर {दिन} को कोई जा रहा हो तो मेरे लिए भी एक ले आए, पैसे मैं तुरंत दे दूँगी।',
  '{दिन} की कक्षा फिर रद्द हो गई और किसी ने बताया तक नहीं। हम सब एक घंटे तक {जगह} में बैठे रहे, ऐसा तीसरी बार हुआ है।',
  'Bhai kisi ke paas extra {cheez} hai kya? Mera {jagah} kal kho gaya aur {day} ko viva hai, ek din ke liye chahiye bas.',
  'Yaar {jagah} itni bheed kyun hai aaj? {course} ka doubt poochna tha sir se, do ghante line mein khada raha phir bhi number nahi aaya.',
  'Kal {event} hai aur abhi tak poster bhi nahi bana. Jo free ho woh {jagah} aa jao shaam ko, {food} meri taraf se pakka.',
  'Mera {cheez} {jagah} chhoot gaya tha, jisne wapas rakha uska dil se shukriya. Aaj bhi ache log hain is campus mein, sach mein.',
] as const

const LOOKS: Record<string, string> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', i: 'і' }
const EMOJI = ['🔥', '🚀', '✅', '💯', '🙏']

type Random = () => number
const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item

/** As spammers change a text that was refused. */
const CHANGES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/[.,;:!?।]/g, ''),
  (text, random) => text.replaceAll('. ', `! ${pick(EMOJI, random)} `) + pick(EMOJI, random).repeat(3),
  (text) => text.replaceAll(' ', ' \u200b'),
  (text) => text.replaceAll(/[aeocpi]/g, (sign) => LOOKS[sign] ?? sign),
  (text) => text.replaceAll(' ', '  ').replaceAll('  ', ' \n'),
  (text, random) => `${text} ${pick(['Please!', 'Thanks', 'Share karo', 'जल्दी', 'DM me'], random)}`,
  (text, random) => `${pick(['Hello all, ', 'UPDATE: ', 'Suno: ', 'सुनिए, '], random)}${text}`,
  (text, random) => replaceWord(text, random),
  (text, random) => replaceWord(`${text} ${1 + Math.floor(random() * 99)}`, random),
  (text) =>
    text
      .split(/(?<=[.?।;]) /)
      .reverse()
      .join(' '),
]

function replaceWord(text: string, random: Random) {
  const words = text.split(' ')
  words[Math.floor(random() * words.length)] = pick(['really', 'maybe', 'अभी', 'sach', 'tomorrow'], random)
  return words.join(' ')
}

export function spamCorpus({ originals = 400, copies = 100, accounts = 50, seed = 1 } = {}): Written[] {
  const random = numbers(seed)
  const written: Written[] = []
  const known = new Map<string, string[][]>()
  while (written.length < originals) {
    const account = `account-${written.length % accounts}`
    const template = pick(TEMPLATES, random)
    const chosen: string[] = []
    const content = template.replaceAll(/\{([^}]+)\}/g, (_, slot) => {
      chosen.push(pick(SLOTS[slot] ?? [''], random))
      return chosen.at(-1) ?? ''
    })
    // By one person within an hour, the same with one word changed is a copy.
    const own = known.get(account + template) ?? []
    if (own.some((each) => each.filter((word, at) => word !== chosen[at]).length < 2)) continue
    known.set(account + template, [...own, chosen])
    written.push({ account, content, copyOf: null })
  }
  for (let n = 0; n < copies; n++) {
    const copyOf = Math.floor(random() * originals)
    const { account, content } = written[copyOf] as Written
    const change = CHANGES[n % CHANGES.length] as (typeof CHANGES)[number]
    written.push({ account, content: change(content, random), copyOf })
  }
  return written
}
