import { api, envelope } from './api'

export const PLACE_PAGES = ['rules', 'privacy', 'contact', 'moderation'] as const
export type PlacePage = (typeof PLACE_PAGES)[number]

export const readPlacePage = (page: PlacePage) => envelope(api.instance.pages({ page }).get())
