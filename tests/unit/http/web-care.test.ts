import { describe, expect, test } from 'bun:test'
import { helpParts } from '../../../public/app/parts/care/care-note'
import { speaksOfSelfHarm } from '../../../public/app/parts/care/care-words'

describe('words about self-harm', () => {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  test.each(
    lines(`I want to die.
      some nights i just wanna die tbh
      I don’t want to live any more
      I don't want to live any more
      thinking about killing  myself again
      KILL MYSELF
      Kill\u200b yourself
      they told me: kys
      I have been cutting myself since the results
      how do you talk to a friend who is suicidal?
      no reason to live after placements
      everybody would be better off without me
      mera marne ka mann karta hai
      main marna chahta hoon
      bas ab jeena nahi chahti
      khudkushi ke khayal aate hain
      apni zindagi khatam karna chahta hu
      jaan de dunga main
      मैं मरना चाहता हूँ
      अब जीना नहीं चाहती
      आत्महत्या के ख़याल आते हैं
      ख़ुदकुशी की कोशिश
      ज़िंदगी ख़त्म करना चाहता हूँ`),
  )('%j brings help lines', (text) => expect(speaksOfSelfHarm(text)).toBe(true))

  test.each([
    '',
    ...lines(`This assignment is killing me
      kill the process and restart it
      Has anybody seen Suicide Squad?
      my phone died, want to buy a new one
      hans hans ke mar gaya
      I died laughing
      the deadline is the end of it all day long
      jaan bach gayi exam mein
      Method overdose in this class diagram
      Cut yourself some slack
      Where can I hang my clothes?
      मज़ा आ गया, हँस हँस कर मर गया
      मरने की हद तक थक गया
      life is good`),
  ])('%j brings none', (text) => expect(speaksOfSelfHarm(text)).toBe(false))
})

test.each([
  ['Room 12: 555 1234', ['tel:5551234']],
  ['Desk +91 80-4611 0007, day and night', ['tel:+918046110007']],
  ['https://help.example/chat', ['https://help.example/chat']],
  ['javascript:alert(1) http://x.example Ask at the gate', []],
])('%s: %p can be called or opened', (line, hrefs) => {
  const parts = helpParts(line)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(hrefs)
  expect(parts.map(({ text }) => text).join('')).toBe(line)
})
