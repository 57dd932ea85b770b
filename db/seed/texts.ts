import { Random } from './context'

type Lists = Readonly<Record<string, readonly string[]>>

const split = (lists: Record<string, string>): Lists =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.split(/\s*\|\s*/)]))

/** Words for the patterns below: `{place}` stands for one of the words of that name. */
const WORDS = split({
  place: `the main library | the north canteen | the old auditorium | hostel 4 | the sports complex | the computer lab |
    the lawn behind the library | the bus stop at gate 2 | the workshop | the reading room | the student centre`,
  course: `data structures | thermodynamics | linear algebra | signals and systems | organic chemistry |
    microeconomics | operating systems | discrete maths | constitutional law | databases`,
  thing: `a scientific calculator | a second-hand bicycle | a lab coat | last year’s notes | an umbrella |
    a badminton racket | a guitar amp | a mini fridge | a graphics tablet | a kettle`,
  event: `the spring fest | the hackathon | the open mic | the robotics final | the alumni meet | the film night |
    the placement talk | the inter-hostel cricket match | the book fair | the photo walk | the quiz league`,
  group: `the coding club | the drama society | the robotics team | the music club | the astronomy club |
    the hostel committee | the placement cell | the photography club | the debating society | the cycling group`,
  person: `our lab assistant | a senior | my roommate | the warden | our professor | a friend from another branch |
    the librarian | somebody in my batch | the canteen manager | my project partner`,
  when: 'this week | next Monday | after the mid-terms | tomorrow evening | on Friday night | tonight',
  feeling: 'tired | curious | a little lost | relieved | annoyed | hopeful | excited | puzzled | grateful',
  skill: 'Rust | public speaking | circuit design | statistics | CAD | writing | Python | video editing | SQL',
  work: 'internship | term project | lab report | thesis chapter | presentation | group assignment | résumé',
  number: 'two | three | four | five | seven | ten | twenty | forty',
})

/** The default topics, each with patterns for titles. */
const TITLES = split({
  'Ask Campus': `Where can I get {thing} {when}? | Is {place} open {when}? | Who teaches {course} next semester? |
    Has anybody joined {group}? | How hard is {course} really?`,
  'Serious Discussion': 'Attendance in {course} | What {event} costs us | Why {place} needs longer hours',
  'Career Advice': 'Is {skill} worth learning? | How I prepared for {event} | Referrals, {skill} and luck',
  Showcase: 'I built something for {course} | Our {work} is finished | Made with {skill} in {number} days',
  'Off-topic': 'The cat of {place} | Rate the tea at {place} | A walk {when}? | Things heard at {event}',
  'Community Event':
    '{event}: all you need to know | {group} meets {when} | Volunteers wanted for {event} | {event}, {when} | Come to {event} with {group}',
  'Rant / Vent': '{place} again | I cannot with {course} any more | {number} assignments in one week',
  'Help / Support': 'Lost {thing} near {place} | Need help with {course} {when} | Stuck with my {work}',
  'Feedback / Suggestion': 'A wish for {place} | What {group} could do better | Could {event} start earlier?',
  'News / Update': '{place} closed {when} | Results of {event} | New rules for {place} | {group} has a new team',
  'Guide / Resource': 'How to survive {course} | Everything about {event} | A short guide to {skill}',
})

const { sentences: SENTENCES, replies: REPLIES } = split({
  sentences: `I went to {place} {when} and it was packed. | Does anybody know whether {place} stays open {when}? |
    {person} told me that {course} gets easier once you have done {number} past papers. |
    We are looking for {number} more people who know some {skill}. | I am {feeling} about {course}, to be honest. |
    If you have {thing} to spare, please write here. | The queue at {place} took me {number} minutes. |
    {group} said they would announce it {when}. | My {work} is due {when} and I have written {number} pages. |
    For {event} we need help with lights, sound and food. | Last year {event} had {number} hundred visitors. |
    There is a rumour that {course} will have an open-book exam. | {person} showed me a trick that saves hours. |
    Please keep {place} clean, it belongs to all of us. | Ask {person}, they know everybody. |
    You learn more {skill} from one {work} than from {number} lectures. | There will be food, which is the main thing. |
    I left {thing} there and it was still there the next day. | Thanks to {group} for making {event} happen. |
    What surprised me most was how kind everybody was. | Bring your card, otherwise they will not let you in. |
    Is it only me, or is the network at {place} slower {when}? | If {number} of us ask together, they will listen. |
    The short answer is yes, the long answer is that it depends on {person}. |
    We met at {place}, argued about {course} and became friends. | I can explain {course} to anyone who brings tea. |
    They moved it from {place} at the last minute, of course.`,
  replies: `This. | Same here. | Thank you! | No idea, sorry. | Which hostel? | I am in. | Following. | Can confirm. |
    Count me in {when}. | Ask {person}. | Try {place}. | It was the same last year. | You made my day. |
    Is this still open? | Wait, since when? | That is exactly how it went with {course}. |
    I have {thing}, write to {group}. | Good point, but {place} is too small for that. |
    I thought I was the only one who is {feeling} about this.`,
})

export const TOPICS = Object.keys(TITLES)

/** The number of different sentences: filling patterns for each of millions of texts would take most of the time. */
const POOL = 2000

/** Texts of realistic lengths: most are short, a few fill the page. */
export class Texts {
  readonly #random: Random
  readonly #sentences: readonly string[]
  readonly #replies: readonly string[]

  constructor(seed: number) {
    this.#random = new Random(seed, 'texts')
    this.#sentences = Array.from({ length: POOL }, () => this.#fill(SENTENCES))
    this.#replies = Array.from({ length: POOL }, () => this.#fill(REPLIES))
  }

  title(topic: string): string {
    return this.#fill(TITLES[topic] ?? TITLES[this.#random.pick(TOPICS)])
  }

  /** Half of the posts are longer than 230 characters, one in a hundred than 1,900; at most 10,000 are allowed. */
  post(): string {
    return this.#extend(this.#sentences, Math.min(9800, this.#random.logNormal(230, 0.9)), 0.15)
  }

  /** Half of the comments are longer than 70 characters; at most 1,000 are allowed. */
  comment(): string {
    const length = Math.min(800, this.#random.logNormal(70, 0.9))
    return this.#extend(length < 40 ? this.#replies : this.#sentences, length, 0)
  }

  #extend(start: readonly string[], length: number, paragraphChance: number): string {
    let text = this.#random.pick(start)
    while (text.length < length)
      text += (this.#random.chance(paragraphChance) ? '\n\n' : ' ') + this.#random.pick(this.#sentences)
    return text
  }

  #fill(patterns: readonly string[] = []): string {
    const text = this.#random.pick(patterns).replace(/\{(\w+)\}/g, (_, name) => this.#random.pick(WORDS[name] ?? []))
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
