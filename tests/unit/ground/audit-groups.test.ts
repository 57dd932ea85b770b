import { describe, expect, test } from 'bun:test'
import { TOPICS } from '../../../public/console/order/audit/log'
import { auditText } from '../../../public/console/texts/audit'
import { AUDIT_ACTIONS, isListed } from '../../../src/ground/audit/actions'
import { ABOUT, ACTORS, actorsOfAction, listedActions, subjectOfAction } from '../../../src/ground/audit/logs'

describe('groups of actions', () => {
  const LISTED = [...AUDIT_ACTIONS.keys()].filter(isListed)
  test('each listed action is in one by what it is about and in one by whom it is', () => {
    expect(LISTED.filter((action) => subjectOfAction(action) === undefined)).toEqual([])
    expect(ABOUT.flatMap((about) => listedActions({ about })).toSorted()).toEqual(LISTED.toSorted())
    const people = ['moderators', 'students', 'strangers'] as const
    expect(people.flatMap((by) => listedActions({ by })).toSorted()).toEqual(LISTED.toSorted())
    for (const about of ABOUT) expect([about, listedActions({ about }).length > 0]).toEqual([about, true])
    for (const by of ACTORS) expect([by, listedActions({ by }).length > 0]).toEqual([by, true])
  })
  test('hold nothing that is hidden, and moderators nothing of students', () => {
    for (const by of [undefined, ...ACTORS])
      for (const about of [undefined, ...ABOUT])
        expect(listedActions({ by, about }).filter((action) => !isListed(action))).toEqual([])
    expect(listedActions({ by: 'moderators' }).filter((action) => action.startsWith('user:'))).toEqual([])
    expect(listedActions({ by: 'operator' }).every((action) => action.startsWith('operator:'))).toBe(true)
    expect(listedActions({ by: 'students' })).not.toContain('user:failed:login')
    expect(actorsOfAction('user:failed:login')).toBe('strangers')
    expect(listedActions({ by: 'strangers', about: 'campus' })).toEqual([])
  })
  test('are what the console offers', () => {
    expect([...TOPICS]).toEqual([...ABOUT])
    expect(Object.keys(auditText.log.whats)).toEqual([...ABOUT])
    expect(Object.keys(auditText.log.whos).filter((who) => who !== 'all')).toEqual([...ACTORS])
  })
})
