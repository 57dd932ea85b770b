/** The configured spelling of a topic given in any case, URL-encoded or not, with `+` for a space. */
export function findTopic(topics: readonly string[], text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ')
  const forms = [text, spaced, decoded(spaced)].map(normalized)
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
