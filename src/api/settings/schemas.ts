import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { SETTING_SHAPES } from '../../core/settings/settings'
import { named, text } from '../../lib/schema'

export const SettingsShown = named('Settings', Type.Object(SETTING_SHAPES))

const list = (longest: number, what: string) =>
  t.Array(text(1, longest, what), { minItems: 1, maxItems: 100, error: 'Must be a list of 1 to 100 texts' })

const { contentPatterns, toxicityThresholds, mails } = SETTING_SHAPES

/** Elysia makes an object without anything of what is none. */
const SOME = { minProperties: 1, error: 'Must be an object with at least one of its switches' }

/** What is left out stays as it is: a setting, a switch in one, the thresholds of a provider. */
export const ChangeSettings = named(
  'ChangeSettings',
  t.Partial(
    t.Object({
      topics: list(100, 'A topic'),
      feedbackTypes: list(50, 'A type of feedback'),
      reportReasons: list(100, 'A reason'),
      contentPatterns: t.Partial(contentPatterns, SOME),
      toxicityThresholds: t.Partial(toxicityThresholds, SOME),
      mails: t.Partial(mails, SOME),
    }),
  ),
)
