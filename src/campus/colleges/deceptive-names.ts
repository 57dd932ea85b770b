import type { Tx } from '../../../db/storage'
import { type FieldError, refuse } from '../../errors'
import { domainFault, isDomainHomograph, isHomograph, nameFault } from '../../ground/policy/names'
import { message } from '../../messages/message'
import { readColleges } from './directory'

type Names = Partial<Record<'name' | 'emailDomain' | 'city' | 'state' | 'code', string | undefined>>

/**
 * 400 for names and domains that look like others: alphabets mixed within a word, hidden characters, look-alikes of
 * another alphabet.
 */
export function refuseDeceptive(names: Names): void {
  const errors = Object.entries(names).flatMap(([field, text]): FieldError[] => {
    const fault = text === undefined ? null : field === 'emailDomain' ? domainFault(text) : nameFault(text)
    return fault === null ? [] : [{ field, message: fault }]
  })
  refuseFields(errors)
}

/** 400 for a name or domain that looks like that of another college and is not the same. */
export function refuseHomographs(
  tx: Tx,
  { name, emailDomain }: { name?: string | undefined; emailDomain?: string | undefined },
  exceptId?: string,
): void {
  const errors: FieldError[] = []
  for (const other of readColleges(tx)) {
    if (other.id === exceptId) continue
    if (name !== undefined && isHomograph(name, other.name))
      errors.push({ field: 'name', message: message('names.homograph', { other: other.name }) })
    if (emailDomain !== undefined && isDomainHomograph(emailDomain, other.emailDomain))
      errors.push({ field: 'emailDomain', message: message('names.homograph', { other: other.emailDomain }) })
  }
  refuseFields(errors)
}

function refuseFields(errors: FieldError[]): void {
  const [first] = errors
  if (first === undefined) return
  const { message } = first
  refuse('VALIDATION_FAILED', typeof message === 'string' || 'key' in message ? message : undefined, { errors })
}
