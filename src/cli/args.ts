// Kinds of what commands take.

export const flag = (description: string) => ({ type: 'boolean', description }) as const
export const option = (description: string, valueHint = '') => ({ type: 'string', valueHint, description }) as const
export const needed = (description: string, valueHint = '') =>
  ({ ...option(description, valueHint), required: true }) as const
export const positional = (description: string) => ({ type: 'positional', required: true, description }) as const
