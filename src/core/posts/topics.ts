/** The configured spelling of a topic given in any case, URL-encoded or not, with `+` for a space. */
export function topicLike(topics: readonly string[], given: string): string | undefined {
  const spaced = given.replaceAll('+', ' ')
  const forms = [given, spaced, decoded(spaced)].map(normalized)
  return topics.find((topic) => forms.includes(normalized(topic)))
}

const normalized = (text: string): string => text.trim().toLowerCase()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
