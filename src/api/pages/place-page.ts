import { campusName } from '../../core/colleges/directory'
import { type PlacePage, readPlacePage } from '../../core/instance/pages'
import { resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { plainPage } from './plain'
import { plainMarkdown } from './plain-markdown'
import type { Additions } from './shell'

/** What a page of the place adds to its document, for browsers without JavaScript and for search engines. */
export async function placePageAdditions(page: PlacePage, language: Language): Promise<Additions> {
  const [{ content }, campus] = [await readPlacePage(page, language), await campusName()]
  const title = resolveMessage(`pages.${page}Title`, language)
  return {
    title: `${title} · ${campus}`,
    plain: plainPage(campus, `<article><h1>${Bun.escapeHTML(title)}</h1>${plainMarkdown(content)}</article>`),
  }
}
