import { FormatRegistry } from '@sinclair/typebox'
/** A day or a time: `from` begins with it, `to` ends with it. */
FormatRegistry.Set(
  'moment',
  (given) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(given) && !Number.isNaN(Date.parse(given)),
)
