/** With a full stop, unless it has an end of its own: more words follow. */
export const asSentence = (words: string, language: string): string =>
  /[.!?…।]["'”’)]?$/.test(words) ? words : `${words}${language === 'hi' ? '।' : '.'}`
