// Whether a text speaks of self-harm, decided on the reader's or writer's own device: nothing about it is sent, stored
// or counted. It errs towards showing help, and knows a few ways of speaking that mean something else.

/** Between words there may be anything but a letter, so that "k.i.l.l" stays unknown and "kill, myself" is found. */
const PHRASES = `kill myself, killing myself, kill my self, end my life, ending my life, take my own life, taking my own life, take my life,
end it all, want to die, wanna die, wish i was dead, wish i were dead, better off dead, better off without me, no reason to live,
nothing to live for, dont want to live, do not want to live, dont want to be alive, cant go on living, tired of living, hate being alive,
suicide, suicidal, commit suicide, self harm, selfharm, harm myself, hurt myself, hurting myself, cut myself, cutting myself, cut my wrists,
slit my wrists, hang myself, hanging myself, overdose, jump off the roof, jump off a bridge, kill yourself, kill urself, kys, kms, unalive myself,
unalive, go and die, end your life, hang yourself, slit your wrists, drink bleach,
marna chahta, marna chahti, mar jana chahta, mar jana chahti, marne ka mann, marne ka man, mar jaun, mar jau, mar jaana chahta, mar jaana chahti,
jeena nahi chahta, jeena nahi chahti, jina nahi chahta, jina nahi chahti, jeene ka mann nahi, jeene ka man nahi, jeene ki ichha nahi,
khudkushi, khudkhushi, khud kushi, aatmahatya, atmahatya, aatma hatya, zindagi khatam karna, zindagi khatam kar, apni jaan le, apni jaan lena,
jaan de dun, jaan de du, jaan dene ka, khud ko khatam, khud ko nuksan, phansi laga, faansi laga, zeher kha, jeher kha,
आत्महत्या, ख़ुदकुशी, खुदकुशी, मरना चाहता, मरना चाहती, मर जाना चाहता, मर जाना चाहती, मरने का मन, मर जाऊँ, मर जाऊं, जीना नहीं चाहता, जीना नहीं चाहती,
जीने का मन नहीं, जान दे दूँ, जान दे दूं, जान देने का, ख़ुद को ख़त्म, खुद को खत्म, ख़ुद को नुकसान, खुद को नुकसान, अपनी जान ले, ज़िंदगी ख़त्म कर, जिंदगी खत्म कर, फाँसी लगा, फांसी लगा`

/** What only sounds like it. */
const HARMLESS = `suicide squad, suicide doors, suicide burn, suicide silence, operator overdose, method overdose, caffeine overdose, overdose of memes,
overdose of assignments, overdose of sugar`

/** Letters and marks in their simplest form, with one space between words. */
const simple = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d\ufeff'’\u093c]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/([a-z])\1{2,}/g, '$1')
    .trim()} `

const listed = (phrases: string): string[] => phrases.split(',').map(simple)

let patterns: { phrases: string[]; harmless: string[] } | undefined

/** Whether help lines belong beside the text. */
export function speaksOfSelfHarm(text: string): boolean {
  patterns ??= { phrases: listed(PHRASES), harmless: listed(HARMLESS) }
  const { phrases, harmless } = patterns
  // Each harmless phrase leaves a word, so that what stands before and after does not become one phrase.
  const words = harmless.reduce((left, phrase) => left.replaceAll(phrase, ' – '), simple(text))
  // Hindi verbs have endings: of those phrases the beginning counts.
  return phrases.some((phrase) =>
    words.includes(/[a-z]/.test(phrase) && !HINGLISH.test(phrase) ? phrase : phrase.trimEnd()),
  )
}

const HINGLISH = /chahta|chahti|khatam|laga|zeher|jeher|jaan |kushi|khushi|hatya/
