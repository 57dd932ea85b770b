import { describe, expect, test } from 'bun:test'
import { countLinks, linkedHosts, verdictOn, verdictOnLinks } from '../../../src/ground/policy/links'
import { domainOf } from '../../../src/lib/mail/email-address'

const LISTS = {
  allow: ['north.edu', 'docs.evil.example', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  hold: ['forms.example'],
  refuse: ['evil.example', 'xn--bcher-kva.example'],
}

test.each([
  ['Evil.Example', 'evil.example'],
  ['evil.example.', 'evil.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['ｅｖｉｌ.example', 'evil.example'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['*', undefined],
  ['evil', undefined],
  ['1.2.3.4', undefined],
  ['evil.example/x', undefined],
  ['user@evil.example', undefined],
  ['evil.example:80', undefined],
  ['a..b', undefined],
  ['', undefined],
])('%p is the domain %p', (name, domain) => expect(domainOf(name)).toBe(domain))

test.each([
  ['see https://evil.example/a?b#c', ['evil.example']],
  ['[a friend](https://www.Evil.Example)', ['www.evil.example']],
  ['http://north.edu@evil.example/', ['evil.example']],
  ['http://evil.example:8080', ['evil.example']],
  ['https://bücher.example', ['xn--bcher-kva.example']],
  ['www.shop.com and shop.com', ['www.shop.com', 'shop.com']],
  ['http://1.2.3.4/x', ['1.2.3.4']],
  ['http://localhost:3000/post/1 is here', []],
  ['no link: 3.5 of 4.0, e.g. this.', []],
  ['[x](//evil.example) and [x](https&#58;//evil.example)', []],
  // What a browser reads otherwise than it looks.
  ['https://evil.example\\@north.edu', ['evil.example']],
  ['http://a@north.edu@evil.example/', ['evil.example']],
  ['[x](https:evil.example)', ['evil.example']],
  ['[x](HTTPS:\\\\evil.example)', ['evil.example']],
  ['http://[2001:db8::1]/x', ['[2001:db8::1]']],
  ["https://north.edu'.evil.example", ["north.edu'.evil.example", 'north.edu']],
  ['[x](https://north.edu".evil.example/)', ['north.edu".evil.example', 'north.edu']],
  ['https://a_.\ud800.example/', ['invalid']],
  [`https://${'a'.repeat(300)}`, ['a'.repeat(300), 'invalid']],
  // What ends the sentence is no part of it.
  [
    'Look: https://north.edu, **https://north.edu** and https://a.north.edu!',
    ['north.edu', 'north.edu', 'a.north.edu'],
  ],
])('where a text leads: %p: %p', (text, hosts) => expect(linkedHosts(text)).toEqual(hosts))

describe('what the settings say', () => {
  test.each([
    ['https://evil.example', 'refuse'],
    ['https://a.b.evil.example/x', 'refuse'],
    ['https://notevil.example', undefined],
    ['https://evil.example.org', undefined],
    ['https://docs.evil.example/guide', undefined],
    ['https://forms.example/1', 'hold'],
    ['https://forms.example and https://evil.example', 'refuse'],
    ['only the name: evil.example!', 'refuse'],
    ['evil[.]example', 'refuse'],
    ['evil。example', 'refuse'],
    ['evil․example and evil﹒example', 'refuse'],
    ['https://elsewhere.example/?to=https%3A%2F%2Fevil%2Eexample', 'refuse'],
    ['https://elsewhere.example/?to=https%253A%252F%252Fevil.example', 'refuse'],
    ['ev\u200bil.exam\u00adple', 'refuse'],
    ['EVIL.EXAMPLE', 'refuse'],
    ['evil\\.example', 'refuse'],
    ['evil**.**example', 'refuse'],
    ['ev||il||.example', 'refuse'],
    ['https://BÜCHER.example', 'refuse'],
    ['bücher.example', 'refuse'],
    ['nothing of it', undefined],
  ])('%p: %p', (text, verdict) => expect<string | undefined>(verdictOnLinks(text, LISTS)).toBe(verdict))

  test('`*` is about every other link, and not about words with a dot', () => {
    const lists = { allow: ['north.edu'], hold: ['*'], refuse: [] }
    expect(verdictOn('a.north.edu', lists)).toBe('allow')
    expect(verdictOnLinks('https://a.north.edu', lists)).toBeUndefined()
    expect(verdictOnLinks('https://elsewhere.example', lists)).toBe('hold')
    expect(verdictOnLinks('http://1.2.3.4', lists)).toBe('hold')
    expect(verdictOnLinks('the end.And then', lists)).toBeUndefined()
  })

  test('links to what is always fine do not count', () => {
    expect(countLinks('https://north.edu https://a.north.edu https://b.example https://b.example/2', LISTS)).toBe(2)
  })

  test('a long text without an end takes linear time', () => {
    for (const text of [
      'a.'.repeat(5_000),
      'a-'.repeat(5_000),
      'http://'.repeat(1_400),
      `http://${'a@'.repeat(4_900)}`,
      // The square of these would take minutes.
      'अ'.repeat(100_000),
      'ab'.repeat(50_000),
      `http://${'a'.repeat(100_000)}`,
      `http://${'अआ'.repeat(50_000)}`,
      `http://${',.'.repeat(50_000)}x`,
    ])
      expect(verdictOnLinks(text, LISTS)).toBeUndefined()
  })
})
