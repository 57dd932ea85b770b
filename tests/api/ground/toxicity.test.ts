import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { log } from '../../../src/lib/process/log'
import { comment, newWords, publish, select } from '../../support/content'
import {
  type Answer,
  configured,
  expectData,
  expectWithout,
  fails,
  statuses,
  useCampus,
  Visitor,
} from '../../support/kit'
import { HURTFUL, type Mode, Scorer } from '../../support/scorer'
import { until } from '../../support/until'

// What becomes of a text by what the provider says of it; tests/unit/ground/policy-toxicity.test.ts has all that it may say.

const { ann } = await useCampus()
const KEY = 'sk-very-secret-key'

describe.each(['openai', 'perspective'] as const)('%s', (format) => {
  const scorer = new Scorer(format)
  afterAll(() => scorer.stop())
  let [id, said] = ['', '']
  beforeEach(async () => {
    ;({ id } = await publish(ann, { content: `Where is ${newWords()}?` }))
    said = (await comment(ann, id, { content: 'a fine comment' })).id
  })
  /** The time is short only where the scorer is to let it pass. */
  const scored = (name: string, mode: Mode, work: () => Promise<unknown>, timeoutMs = 5_000) =>
    test(name, async () => {
      scorer.mode = mode
      const toxicity = { provider: format, url: scorer.url, apiKey: KEY, model: undefined, timeoutMs }
      await configured({ toxicity }, async () => void (await work()))
    })

  const post = (over: object) =>
    ann.visitor.post('posts', { title: 'Title', content: newWords(), topic: 'Ask Campus', ...over })
  const edit = (changes: object) => ann.visitor.patch(`posts/${id}`, changes)
  /** Every way to publish a text. */
  const attempts = (text: string) => [
    post({ content: text }),
    post({ title: text }),
    edit({ title: text }),
    edit({ content: text }),
    ann.visitor.post(`comments/post/${id}`, { content: text, parentCommentId: null }),
    ann.visitor.patch(`comments/${said}`, { content: text }),
  ]
  const stored = (text: string) =>
    select(
      `SELECT id FROM posts WHERE instr(title || ' ' || content, ?1)
       UNION ALL SELECT id FROM comments WHERE instr(content, ?1)`,
      text,
    ).length
  const expectRefused = async (text: string, reasons: string[], answers: Promise<Answer>[]) => {
    for (const answer of await Promise.all(answers)) {
      await fails(answer, 'CONTENT_POLICY_VIOLATION')
      expect(answer.body.meta).toEqual({ source: 'toxicity', reasons })
      expectWithout(answer.text, KEY, '127.0.0.1')
    }
    expect(stored(text)).toBe(0)
  }
  /** The log tells of the fault, without the key or the text. */
  const expectUnscored = async (fault: string, text: string) => {
    const warned = spyOn(log, 'warn').mockClear()
    await expectRefused(text, ['unavailable'], attempts(text))
    expect(warned.mock.calls.map(([told]) => told)).toContainEqual({ provider: format, fault })
    expectWithout(warned.mock.calls, KEY, new URL(scorer.url).host, text)
  }

  scored('what the provider finds clean is stored, title and content scored as one', 'judge', async () => {
    const [title, content] = [newWords(), newWords()]
    expectData(await post({ title: ` ${title} `, content }))
    for (const part of [title, content]) expect(scorer.calls.at(-1)?.text).toContain(part)
    expect(stored(title)).toBe(1)
  })

  scored('what it finds hurtful is refused, in title, content and comment, new or edited', 'judge', () =>
    expectRefused(
      HURTFUL,
      format === 'openai'
        ? ['harassment']
        : ['TOXICITY', 'SEVERE_TOXICITY', 'IDENTITY_ATTACK', 'INSULT', 'PROFANITY', 'THREAT'],
      attempts(HURTFUL),
    ),
  )

  scored('an edit is scored with the other field, and only one of words', 'clean', async () => {
    const before = scorer.calls.length
    expectData(await edit({ title: 'A new title' }))
    expect(scorer.calls.at(-1)?.text).toContain('Where is')
    expectData(await edit({ isPrivate: true }))
    expect((await post({ content: 'oh fuck' })).body.meta.source).toBe('words')
    expect(scorer.calls.length).toBe(before + 1)
  })

  for (const [mode, fault] of [
    ['status 500', 'status 5xx'],
    ['hang', 'timeout'],
    ['drip', 'timeout'],
    ['trickle', 'timeout'],
  ] as const)
    scored(
      `${mode}: the text is refused and not stored`,
      mode,
      () => expectUnscored(fault, `unheard of ${mode}`),
      fault === 'timeout' ? 300 : undefined,
    )

  scored(
    'what waits for a score keeps no reader; of two edits at once what was not scored together is not stored',
    'held',
    async () => {
      const [before, title] = [scorer.calls.length, newWords()]
      const edits = [edit({ title }), edit({ content: 'an insult' })]
      await until(() => scorer.calls.length === before + 2, 'the questions')
      for (const path of [`posts/${id}`, 'posts', '/healthz']) expectData(await new Visitor().get(path))
      expect(stored(title)).toBe(0)
      scorer.release()
      expect(statuses(await Promise.all(edits))).toEqual([200, 409])
    },
  )

  scored('nobody listening: the text is refused', 'clean', () =>
    scorer.away(() => expectUnscored('no connection', 'unheard of')),
  )
})
