/** What `make` makes for a language, made once: making a format takes longer than using it a hundred times. */
export function byLanguage<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>()
  return (language) => {
    const format = made.get(language) ?? make(language)
    made.set(language, format)
    return format
  }
}
