import { expect, test } from 'bun:test'
import { describePages, NARROWEST } from '../../support/browser'
import { useEveryPage } from '../../support/every-page'
import { focusRests, misfits, smallTargets, walkByKeyboard } from '../../support/page-walk'
import { visitAs } from '../../support/steps'
import { en } from '../../support/words'

const { openPage, server, ada, question, walks, STRANGERS, STUDENTS } = await useEveryPage()

describePages('every page fits the narrowest phone and the largest letters, is for everybody:', () => {
  walks('for a stranger', undefined, STRANGERS)
  test('and what does not, or keeps the keyboard, would be noticed', async () => {
    const page = await openPage(NARROWEST)
    await page.goto(`${server.origin}/about/rules`)
    await page.locator('h1').waitFor()
    await page.evaluate(() => {
      const add = (id: string, style: Partial<CSSStyleDeclaration>, tag = 'p') => {
        const made = Object.assign(document.createElement(tag), { id, textContent: 'Words' })
        Object.assign(made.style, style)
        document.querySelector('main')!.append(made)
        return made
      }
      add('wide', { width: '12em' })
      add('cut', { overflow: 'hidden', height: '24px' })
      add('unseen', { outline: 'none' }, 'button')
      add('beneath', { position: 'fixed', bottom: '0', zIndex: '-1' }, 'button')
      add('trap', {}, 'button').addEventListener('keydown', (event) => event.preventDefault())
    })
    const small = (await smallTargets(page)).map((fault) => fault.replace(/^small, .* id="(\w+)".*/, '$1'))
    expect(small).toEqual(['unseen', 'beneath', 'trap'])
    const found = [...(await misfits(page)), ...(await walkByKeyboard(page)).faults]
    const [width, ...others] = found.map((fault) =>
      fault.replace(/: <.*? id="(\w+)".*/, ': $1').replace(/: <.*/, ': a link'),
    )
    expect(width).toEndWith(' pixels wide, with large letters')
    expect(others.slice(0, 4)).toEqual([
      'too wide: wide',
      'cut: cut',
      'no focus seen: unseen',
      'hidden with the focus: beneath',
    ])
    expect(new Set(others.slice(4))).toEqual(new Set(['not reached: a link']))
  })
  walks('for a student', ada, STUDENTS)
  test('what somebody writes at the bottom of the screen hides no control that has the focus', async () => {
    const page = await openPage(NARROWEST)
    await visitAs(page, ada, `${server.origin}/post/${question}`)
    await page.getByLabel(en.post.thread.write).fill('A line\n'.repeat(12))
    await page.locator('#comments li').first().waitFor()
    expect((await walkByKeyboard(page)).faults).toEqual([])
  })
  test('what gets the focus by keyboard is followed where it moves, as what it came near gets its size', async () => {
    const page = await openPage(NARROWEST)
    await page.goto(`${server.origin}/about/rules`)
    await page.locator('h1').waitFor()
    // As after a phone was turned: what is far has the size that it had before.
    await page.evaluate(() => {
      const [above, below] = [document.createElement('div'), document.createElement('button')]
      above.style.cssText = 'overflow-anchor: none; height: 500px'
      below.textContent = 'Beneath'
      below.addEventListener('focus', () =>
        requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(above.style, { height: '3000px' }))),
      )
      document.documentElement.style.overflowAnchor = 'none'
      document.querySelector('main')!.replaceChildren(above, below)
      above.tabIndex = -1
      above.focus()
    })
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.documentElement.scrollHeight > 3000)
    await focusRests(page)
    const beneath = page.getByRole('button', { name: 'Beneath' })
    await beneath.and(page.locator(':focus')).waitFor()
    expect(await beneath.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  })
})
