/** The configured spelling of the topic that `given` means: in any case, URL-encoded or not, `+` for a space. */
export function topicLike(topics: readonly string[], given: string): string | undefined {
  const spaced = given.replaceAll('+', ' ')
  const forms = [given, spaced, decoded(spaced)].map(folded)
  return topics.find((topic) => forms.includes(folded(topic)))
}

const folded = (text: string): string => text.trim().toLowerCase()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
