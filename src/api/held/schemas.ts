import { t } from 'elysia'
import { HELD_STATES, MOST_HELD, ownHeldText } from '../../core/held/texts'
import { presetNamed, ruleNamed } from '../../core/moderation/explanations'
import { DECISIONS, heldDecided } from '../../core/moderation/held'
import { heldEntry } from '../../core/moderation/held-queue'
import { choice, named, oneOf, pagination, ranged, text, uuid } from '../../lib/schema'

export const HeldParams = t.Object({ id: uuid() })
export const HeldTexts = t.Object({ held: t.Array(ownHeldText, { maxItems: MOST_HELD }) })

export const QueuePaged = t.Object({
  state: oneOf(HELD_STATES, '`waiting` without it'),
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 50),
})
export const HeldQueue = t.Object({ held: t.Array(heldEntry, { maxItems: 50 }), pagination })
export const DecideHeld = named(
  'DecideHeld',
  t.Object({
    decision: choice(DECISIONS),
    reason: t.Optional(text(1, 500)),
    rule: ruleNamed,
    preset: presetNamed,
  }),
)
export const HeldDecided = heldDecided
