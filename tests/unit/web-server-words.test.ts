import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { text } from '../../public/app/texts/core'
import { inHindi } from '../../public/app/texts/hi/server'
import { ERRORS } from '../../src/errors'

const root = join(import.meta.dir, '../..')

const sources = ['api', 'core', 'lib']
  .flatMap((folder) => [...new Glob(`src/${folder}/**/*.ts`).scanSync(root)])
  .map((file) => readFileSync(join(root, file), 'utf8'))

const LITERAL = String.raw`(?:'((?:[^'\\]|\\.)*)'|\x60([^\x60]*)\x60)`
const REFUSED = new RegExp(
  String.raw`\b(?:refuse|refuseField|new Refusal)\(\s*(?:'([A-Z_]+)'|[^,()]*|'[^']*'|\x60[^\x60]*\x60),\s*${LITERAL}`,
  'g',
)
const SHAPED = new RegExp(String.raw`\b(?:error|problem): ${LITERAL}`, 'g')

/** As it is said, with a 7 for whatever differs. */
const filled = (literal: string): string => literal.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7')

/** What the server says of a field or refuses with, but for codes that the client's catalogue has words for. */
function saidByServer(): string[] {
  const said = new Set<string>()
  for (const source of sources) {
    for (const [, code = '', plain, template] of source.matchAll(REFUSED))
      if (!(code in text.failures)) said.add(filled(plain ?? template!))
    for (const [, plain, template] of source.matchAll(SHAPED)) said.add(filled(plain ?? template!))
  }
  for (const [code, [, message]] of Object.entries(ERRORS)) if (!(code in text.failures)) said.add(message)
  return [...said].filter((message) => !FOR_PROGRAMS.has(message)).sort()
}

/** What no page of the client can bring about. */
const FOR_PROGRAMS = new Set([
  // Bodies, addresses and parameters that the client does not send.
  'The body is not valid JSON',
  'The body is nested too deeply',
  'The body broke off',
  'The form could not be read',
  'Send JSON or a URL-encoded form',
  'This address does not take that method',
  'This address answers as a WebSocket only',
  'You have ten connections already',
  'Must be a cursor that a list has given',
  'Must be asc or desc',
  'Must be timestamp, action or actorId',
  'Must be a day or a time as in ISO 8601',
  'Must be a time as in ISO 8601, with its zone',
  'Must be a list of 1 to 7 UUIDs',
  'Must be true or false',
  'Must be the id of a post',
  'Must be the UUID of a comment, or null',
  'Must be none or the UUID of a comment',
  'Must be a comment on the same post',
  'Must be an http or https URL',
  'Must be a list of ids or codes of branches',
  'Must be a list of 1 to 100 texts',
  'Must be an object with at least one of its switches',
  'Must lead to this site',
  'A user who is not blocked has no suspension: send null',
  'There is no such college',
  'Send one image file in the field "profile" of a multipart form',
  'Change at least one setting',
  'Change at least one of title, content, topic and isPrivate',
  'Send a name or a code to change',
  'Send at least one field to change',
  // A command of the operator.
  'There is no college yet, and an administrator belongs to one; add it first',
  // The client waits for as long as the answer says, in words of its own.
  'Too many codes were sent to this address; wait before asking for another',
  'Too much mail is going out; wait a little',
  'A code was sent a moment ago; wait before asking for another',
  // One wording for several; below are some that it makes.
  '7 must have 7 characters',
  // Said by the client with what was matched.
  'The text is against the content policy',
])

/** What the sources do not hold as it is said. */
const MORE = [
  'The title must have 5 to 200 characters',
  'The title must have at least 5 characters',
  'The branch must have 1 to 100 characters',
  'The test mail is on its way',
]

test('what the server says of what people do is said in Hindi to whoever reads that', () => {
  const said = saidByServer()
  expect(said.length).toBeGreaterThan(40)
  expect([...said, ...MORE].filter((message) => inHindi(message).startsWith('सर्वर ने कहा'))).toEqual([])
})

test('no sentence is kept in Hindi that the server does not say', () => {
  const kept = readFileSync(join(root, 'public/app/texts/hi/server.ts'), 'utf8')
  const english = [...kept.matchAll(/^ {2}'((?:[^'\\]|\\.)*)':/gm)].map(([, said]) => said!)
  const said = [...saidByServer(), ...MORE]
  const heard = (words: string) => {
    const pattern = new RegExp(`^${words.split('{}').map(RegExp.escape).join('.+')}$`)
    return said.some((message) => pattern.test(message))
  }
  expect(english.length).toBeGreaterThan(40)
  expect(english.filter((words) => !heard(words))).toEqual([])
})

test('what differs is said, what is in Hindi already stays, and what is not known is quoted', () => {
  expect(inHindi('A password has 8 to 128 characters')).toBe('पासवर्ड में 8 से 128 अक्षर होते हैं।')
  expect(inHindi('There is no such branch here; choose from CSE, ME')).toEndWith('चुनें: CSE, ME')
  expect(inHindi('यह सूची में दो बार है।')).toBe('यह सूची में दो बार है।')
  expect(inHindi('Whatever next')).toBe('सर्वर ने कहा: “Whatever next”')
})
