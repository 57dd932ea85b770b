import { describe, expect, test } from 'bun:test'
import { domainFault, isDomainHomograph, isHomograph, nameFault } from '../../../src/ground/policy/names'
import { resolveMessage } from '../../../src/messages/message'

const faultOf = (name: string): string | null => {
  const fault = nameFault(name)
  return fault && resolveMessage(fault, 'en')
}

const PASSING = `IIT दिल्ली
  Indian Institute of Technology Bombay
  दिल्ली विश्वविद्यालय
  कार्यक्रम-२ (सायं)
  श्री\u094d\u200dराम महाविद्यालय
  জাদবপুর বিশ্ববিদ্যালয়
  ચરોતર યુનિવર્સિટી
  ਪੰਜਾਬ ਯੂਨੀਵਰਸਿਟੀ
  ಬೆಂಗಳೂರು ವಿಶ್ವವಿದ್ಯಾಲಯ
  കേരള സർവകലാശാല
  ଉତ୍କଳ ବିଶ୍ୱବିଦ୍ୟାଳୟ
  அண்ணா பல்கலைக்கழகம்
  ఉస్మానియా విశ్వవిద్యాలయం
  علی گڑھ مسلم یونیورسٹی
  ᱥᱟᱱᱛᱟᱲᱤ
  ꯃꯅꯤꯄꯨꯔ
  St. Xavier’s College, Mumbai
  Université de Genève
  東京ABC大学
  Томский университет
  B.Tech (ECE) & M.Tech – 2nd shift
  A1 वर्ग`

test.each(PASSING.split(/\n +/))('the name %s passes', (name) => expect(faultOf(name)).toBeNull())

test.each([
  ['IIT Dеlhi', 'Write “Dеlhi” in one alphabet'],
  ['IITदिल्ली', 'Write “IITदिल्ली” in one alphabet'],
  ['Camрus', 'Write “Camрus” in one alphabet'],
  ['Οxford', 'Write “Οxford” in one alphabet'],
  ['தமிழ்বাংলা', 'Write “தமிழ்বাংলা” in one alphabet'],
  ['ІІТ Delhi', '“ІІТ” only looks like Latin letters. Type it again.'],
  ['Ꭰelhi', 'Write “Ꭰelhi” in one alphabet'],
] as [string, string][])('names that are refused: %j', (name, words) => {
  expect(faultOf(name)).toBe(words)
})

const UNUSUAL =
  'IIT\u200b Delhi|IIT\u202e Delhi|IIT\u2066Delhi|IIT\u00adDelhi|IIT\ufe0f|IIT\tDelhi|IIT\u00a0Delhi|Ｄelhi|𝐃elhi|Ⓓelhi|Delhi²'
test.each([...UNUSUAL.split('|'), 'of\ufb01ce', 'D\u200delhi', 'दि\u200dल्ली', 'IIT \ue000'])(
  'names with hidden or unusual characters are refused: %j',
  (name) => expect(faultOf(name)).toBe('It contains hidden or unusual characters'),
)

test.each([
  ['IIT Delhi', 'lIT Delhi'],
  ['IIT Delhi', 'IlT Delhi'],
  ['BITS 1', 'BITS l'],
  ['NOIDA', 'N0IDA'],
  ['СОРЕ', 'COPE'],
])('%s and %s are homographs', (one, other) => {
  expect([isHomograph(one, other), isHomograph(other, one)]).toEqual([true, true])
})

test.each([
  ['IIT Nagpur', 'LIT Nagpur'],
  ['St. Xaviers', 'St Xavier’s'],
  ['City College', 'City College'],
  ['IIT Delhi', 'IIT Bombay'],
])('%s and %s are not', (one, other) => {
  expect(isHomograph(one, other)).toBe(false)
})

describe('domains', () => {
  test('in Punycode are judged as people see them', () => {
    expect(domainFault('campus.edu')).toBeNull()
    expect(domainFault('xn--h2brj9c.xn--h2brj9c')).toBeNull()
    expect(domainFault('xn--80ak6aa92e.com')).toMatchObject({ key: 'names.lookalikes' })
    expect(domainFault('xn--ampus-0ye.edu')).toMatchObject({ key: 'names.mixed' })
    for (const invalid of ['xn--a.edu', 'xn--\u0061-.edu']) expect(domainFault(invalid)).not.toBeNull()
  })

  test('look the same with digits for letters', () => {
    expect(isDomainHomograph('nlt.edu', 'n1t.edu')).toBe(true)
    expect(isDomainHomograph('noida.edu', 'n0ida.edu')).toBe(true)
    expect(isDomainHomograph('iit.edu', 'lit.edu')).toBe(false)
    expect(isDomainHomograph('campus.edu', 'campus.edu')).toBe(false)
  })
})
