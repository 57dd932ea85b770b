/** What `make` makes for a language, made once: making a format takes longer than using it a hundred times. */
export function byLanguage<Format>(make: (language: string) => Format): (language: string) => Format {
  const formats = new Map<string, Format>()
  return (language) => {
    const format = formats.get(language) ?? make(language)
    formats.set(language, format)
    return format
  }
}
